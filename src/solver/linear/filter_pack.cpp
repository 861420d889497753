// SPDX-License-Identifier: Apache-2.0
// The filter's first steps on several queries at once. They settle most queries, without a branch; what they leave open
// is begun anew on its own.
#include "numeric/vector/instruction_set.hpp"
#include "solver/linear/coplanarity.hpp"

namespace graze {
namespace {

// One end of one corner's path, of each query.
template <class Number>
GRAZE_INLINE Triple<Number> gathered(const FourPaths* queries, std::size_t corner, Vector3 LinearPath::*end) {
  const auto along = [&](int axis) GRAZE_INLINE_LAMBDA {
    return pack_of<Number>([&](int lane) GRAZE_INLINE_LAMBDA { return (queries[lane][corner].*end)[axis]; });
  };
  return {along(0), along(1), along(2)};
}

// x - x is 0 for what is finite and NaN for what is not.
template <class Number>
GRAZE_INLINE typename Number::Mask all_finite(const FourCorners<Number>& corners) {
  Triple<Number> sum{0.0, 0.0, 0.0};
  for (std::size_t c = 0; c < 4; ++c)
    sum = sum + ((corners.start[c] - corners.start[c]) + (corners.end[c] - corners.end[c]));
  return sum.x + sum.y + sum.z == 0;
}

template <bool kEdges, class Number>
GRAZE_INLINE std::uint32_t free_lanes(const FourPaths* queries, const Interval& window) {
  FourCorners<Number> corners;
  for (std::size_t c = 0; c < 4; ++c) {
    corners.start[c] = gathered<Number>(queries, c, &LinearPath::start);
    corners.end[c] = gathered<Number>(queries, c, &LinearPath::end);
  }
  const Frame<Number> frame = frame_of<kEdges>(corners);
  const auto no_root = both(frame.moderate(), Coplanarity<Number>(frame).has_no_root(window));
  return lanes_of(both(all_finite(corners), either(apart_along_axis<kEdges>(corners), no_root)));
}

}  // namespace

std::uint64_t first_free(std::span<const FourPaths> queries, bool edges, const Interval& window) {
  return run_kernel([&]<class Number>() GRAZE_INLINE_LAMBDA {
    std::uint64_t free = 0;
    for (std::size_t i = 0; i + kLanes <= queries.size(); i += kLanes) {
      const std::uint64_t lanes = edges ? free_lanes<true, Number>(&queries[i], window)  //
                                        : free_lanes<false, Number>(&queries[i], window);
      free |= lanes << i;
    }
    return free;
  });
}

}  // namespace graze
