// SPDX-License-Identifier: Apache-2.0
#include "solver/mesh_features/moving_simplex.hpp"

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

// What all directions share for one pair over one time.
struct Horizon {
  double from, to;     // offsets from the start of the stage
  double slack, bend;  // per unit of the direction's length: padding and roundings; half the acceleration
};

// Along a fixed direction u the gap is at least g + m x - |u| K x^2 / 2, with g the gap and m the least rate of any two
// corners at the start. That is concave: positive at both ends of the time, it is positive in between. Errors of the
// corners and their velocities are in the padding; the roundings here, at most eight of terms of the magnitudes in
// `slack`, are there too. Whatever u is, the argument holds.
bool stay_apart_along(const Vector3& u, const MovingSimplex& a, const MovingSimplex& b, const Horizon& horizon) {
  const Extent place_a = extent(a.points, a.size, u);
  const Extent place_b = extent(b.points, b.size, u);
  const Extent rate_a = extent(a.velocities, a.size, u);
  const Extent rate_b = extent(b.velocities, b.size, u);
  const bool b_above = place_b.lo + place_b.hi > place_a.lo + place_a.hi;
  const double gap = b_above ? place_b.lo - place_a.hi : place_a.lo - place_b.hi;
  const double rate = b_above ? rate_b.lo - rate_a.hi : rate_a.lo - rate_b.hi;
  const double length = u.norm() * (1 + 8 * kUlp);
  const double slack = length * horizon.slack + rounding::kFloor;
  const double bend = length * horizon.bend;
  return gap + (rate - bend * horizon.from) * horizon.from > slack &&
         gap + (rate - bend * horizon.to) * horizon.to > slack;
}

}  // namespace

bool stay_apart(const Stage& stage, const MovingSimplex& a, const MovingSimplex& b, double acceleration,
                const Interval& time) {
  Horizon horizon{};
  horizon.from = std::max(0.0, rounding::down(time.lo() - stage.domain.lo()));
  horizon.to = rounding::up(time.hi() - stage.domain.lo());
  const double magnitude =
      largest(a.points, a.size) + largest(b.points, b.size) +
      horizon.to * (largest(a.velocities, a.size) + largest(b.velocities, b.size) + acceleration * horizon.to);
  horizon.slack = (stage.padding + (32 * kUlp) * magnitude) * (1 + 8 * kUlp);
  horizon.bend = 0.5 * acceleration * (1 + 8 * kUlp);
  if (a.size == 2) {
    const Vector3 along_a = a.points[1] - a.points[0];
    const Vector3 along_b = b.points[1] - b.points[0];
    const Vector3 normal = along_a.cross(along_b);
    return stay_apart_along(normal, a, b, horizon) || stay_apart_along(normal.cross(along_a), a, b, horizon) ||
           stay_apart_along(normal.cross(along_b), a, b, horizon);
  }
  const std::array<Vector3, 3>& face = a.size == 3 ? a.points : b.points;
  const Vector3 first = face[1] - face[0];
  const Vector3 second = face[2] - face[1];
  const Vector3 normal = first.cross(second);
  return stay_apart_along(normal, a, b, horizon) || stay_apart_along(normal.cross(first), a, b, horizon) ||
         stay_apart_along(normal.cross(second), a, b, horizon) ||
         stay_apart_along(normal.cross(face[0] - face[2]), a, b, horizon);
}

}  // namespace graze
