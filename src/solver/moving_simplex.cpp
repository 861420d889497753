// SPDX-License-Identifier: Apache-2.0
#include "solver/moving_simplex.hpp"

#include <Eigen/Geometry>

namespace graze {
namespace {

using rounding::kUlp;

struct Extent {
  double lo, hi;
};

Extent extent(const std::array<Vector3, 3>& vectors, int size, const Vector3& u) {
  double lo = vectors[0].dot(u);
  double hi = lo;
  for (int k = 1; k < size; ++k) {
    const double value = vectors[k].dot(u);
    lo = std::min(lo, value);
    hi = std::max(hi, value);
  }
  return {lo, hi};
}

double largest(const std::array<Vector3, 3>& vectors, int size) {
  double square = 0.0;
  for (int k = 0; k < size; ++k) square = std::max(square, vectors[k].squaredNorm());
  return std::sqrt(square);
}

Vector3 normal_of(const MovingSimplex& a, const MovingSimplex& b) {
  if (a.size == 2) return (a.points[1] - a.points[0]).cross(b.points[1] - b.points[0]);
  const MovingSimplex& face = a.size == 3 ? a : b;
  return (face.points[1] - face.points[0]).cross(face.points[2] - face.points[0]);
}

}  // namespace

bool apart_along_normal(const Stage& stage, const MovingSimplex& a, const MovingSimplex& b, double acceleration,
                        const Interval& time) {
  // Along a fixed direction u the gap is at least g + m x - |u| K x^2 / 2, with g the gap and m the least rate of any
  // two corners at the start. That is concave: positive at both ends of the time, it is positive in between. Errors of
  // the corners and their velocities are in the padding; the roundings here, at most eight of terms of the magnitudes
  // below, are in `slack`. Whatever u is, the argument holds.
  const Vector3 u = normal_of(a, b);
  const double length = u.norm();
  const double from = std::max(0.0, rounding::down(time.lo() - stage.domain.lo()));
  const double to = rounding::up(time.hi() - stage.domain.lo());
  const Extent place_a = extent(a.points, a.size, u);
  const Extent place_b = extent(b.points, b.size, u);
  const Extent rate_a = extent(a.velocities, a.size, u);
  const Extent rate_b = extent(b.velocities, b.size, u);
  const bool b_above = place_b.lo + place_b.hi > place_a.lo + place_a.hi;
  const double gap = b_above ? place_b.lo - place_a.hi : place_a.lo - place_b.hi;
  const double rate = b_above ? rate_b.lo - rate_a.hi : rate_a.lo - rate_b.hi;
  const double magnitude = largest(a.points, a.size) + largest(b.points, b.size) +
                           to * (largest(a.velocities, a.size) + largest(b.velocities, b.size) + acceleration * to);
  const double slack = length * (stage.padding + (32 * kUlp) * magnitude) * (1 + 8 * kUlp) + rounding::kFloor;
  const double bend = 0.5 * length * acceleration * (1 + 8 * kUlp);
  return gap + (rate - bend * from) * from > slack && gap + (rate - bend * to) * to > slack;
}

}  // namespace graze
