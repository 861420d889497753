// SPDX-License-Identifier: Apache-2.0
// The filter's first steps on several queries at once. They settle most queries, without a branch; what they leave open
// is begun anew on its own.
#include <utility>

#include "solver/linear_coplanarity.hpp"

namespace graze {
namespace {

// One end of one corner's path, of each query.
template <std::size_t... kLane>
inline Triple<Pack> gathered(const FourPaths* queries, std::size_t corner, Vector3 LinearPath::*end,
                             std::index_sequence<kLane...>) {
  const auto along = [&](int axis) { return Pack{(queries[kLane][corner].*end)[axis]...}; };
  return {along(0), along(1), along(2)};
}

// x - x is 0 for what is finite and NaN for what is not.
inline PackMask all_finite(const FourCorners<Pack>& corners) {
  Triple<Pack> sum{};
  for (std::size_t c = 0; c < 4; ++c)
    sum = sum + ((corners.start[c] - corners.start[c]) + (corners.end[c] - corners.end[c]));
  return sum.x + sum.y + sum.z == 0;
}

template <bool kEdges>
std::uint32_t free_lanes(const FourPaths* queries, const Interval& window) {
  constexpr std::make_index_sequence<kLanes> kEach;
  FourCorners<Pack> corners;
  for (std::size_t c = 0; c < 4; ++c) {
    corners.start[c] = gathered(queries, c, &LinearPath::start, kEach);
    corners.end[c] = gathered(queries, c, &LinearPath::end, kEach);
  }
  const Frame<Pack> frame = frame_of<kEdges>(corners);
  const PackMask no_root = both(frame.moderate(), Coplanarity<Pack>(frame).has_no_root(window));
  return lanes_of(both(all_finite(corners), either(apart_along_axis<kEdges>(corners), no_root)));
}

}  // namespace

std::uint64_t first_free(std::span<const FourPaths> queries, bool edges, const Interval& window) {
  std::uint64_t free = 0;
  for (std::size_t i = 0; i + kLanes <= queries.size(); i += kLanes) {
    const std::uint64_t lanes = edges ? free_lanes<true>(&queries[i], window) : free_lanes<false>(&queries[i], window);
    free |= lanes << i;
  }
  return free;
}

}  // namespace graze
