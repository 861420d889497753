// SPDX-License-Identifier: Apache-2.0
// What a particle is inside the simulator, and how time is counted there.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include <graze/motion.hpp>

namespace graze::particles {

// Whole ticks since the start of the epoch. Differences are exact, so it does not matter when they are taken.
using Ticks = std::int64_t;
inline constexpr Ticks kNever = std::numeric_limits<Ticks>::max();
// Nothing further away than this is predicted: before it comes, the epoch ends and all is predicted anew.
inline constexpr double kHorizon = 0x1p61;

template <int D>
using Vec = std::array<double, D>;

// A position: whole grains of length from the box's lower corner. Differences are exact, wherever in the box they are
// taken, so two particles that touch are as precise in a wide box as in a narrow one.
template <int D>
using Grains = std::array<std::int64_t, D>;
// No edge of the box is longer, and no way of a particle but for kMostRest. So two particles that have left the box and
// the image of one of them are less than 2^63 apart.
inline constexpr double kMostGrains = 0x1.cp60;
inline constexpr double kMostRest = 0x1p58;
static_assert(2.0 * (kMostGrains + kMostRest) + 2.0 * kMostGrains < 0x1p63);

// The first D coordinates.
template <int D>
inline Vec<D> planar(const Vector3& x) {
  Vec<D> y;
  for (int d = 0; d < D; ++d) y[d] = x[d];
  return y;
}
// Back into space, with the others zero.
template <int D>
inline Vector3 spatial(const Vec<D>& x) {
  Vector3 y = Vector3::Zero();
  for (int d = 0; d < D; ++d) y[d] = x[d];
  return y;
}
template <int D>
inline double dot(const Vec<D>& x, const Vec<D>& y) {
  double sum = x[0] * y[0];
  for (int d = 1; d < D; ++d) sum += x[d] * y[d];
  return sum;
}

// One cache line, in this order (pair_batch.hpp takes it apart): all that predicting needs. Position and velocity are
// those at the particle's own clock.
template <int D>
struct alignas(64) Record {
  Grains<D> r;
  Vec<D> v;
  double radius;
  Ticks clock;
};
static_assert(sizeof(Record<2>) == 64 && sizeof(Record<3>) == 64);

// What only a collision needs.
struct Body {
  double mass = 1.0;
  Ticks last_contact = 0;
  std::uint32_t id = 0;       // the particle's index in the scene
  std::uint32_t changes = 0;  // of its record so far: a prediction made from another count is void
  std::uint32_t material = 0;
  std::array<std::int32_t, 3> laps{};
};

}  // namespace graze::particles
