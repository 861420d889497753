// SPDX-License-Identifier: Apache-2.0
#include "surface/patch.hpp"

#include <Eigen/LU>

#include "numeric/interval_vector.hpp"
#include "numeric/stable_norm.hpp"

namespace graze {

Interval common_part(const Interval& x, const Interval& y) {
  const double lo = std::max(x.lo(), y.lo());
  const double hi = std::min(x.hi(), y.hi());
  return lo <= hi ? Interval(lo, hi) : x;
}

Interval along(const Vector3& n, const IntervalVector3& y) {
  return Interval(n[0]) * y[0] + Interval(n[1]) * y[1] + Interval(n[2]) * y[2];
}

Eigen::Matrix3d frame_of(const Vector3& n) {
  int smallest = 0;
  n.cwiseAbs().minCoeff(&smallest);
  Eigen::Matrix3d frame;
  frame.row(0) = n;
  frame.row(1) = unit_of(n.cross(Vector3::Unit(smallest)));
  frame.row(2) = unit_of(n.cross(Vector3(frame.row(1))));
  return frame;
}

void set_box(SurfacePatch& patch, const Vector3& origin, const Eigen::Matrix3d& normals,
             const std::array<Interval, 3>& ranges, double size) {
  const Eigen::Matrix3d inverse = normals.inverse();
  // With N the normals and W the inverse as computed, y = W (N y) - (W N - 1) y.
  Interval squares(0.0);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      Interval entry(i == j ? -1.0 : 0.0);
      for (int k = 0; k < 3; ++k) entry += Interval(inverse(i, k)) * Interval(normals(k, j));
      squares += sqr(entry);
    }
  Vector3 middle;
  double reach = 0.0;
  for (int i = 0; i < 3; ++i) {
    const Interval& range = ranges[static_cast<std::size_t>(i)];
    middle[i] = range.mid();
    const double radius = rounding::up(std::max(range.hi() - middle[i], middle[i] - range.lo()));
    patch.half[static_cast<std::size_t>(i)] = inverse.col(i) * radius;
    patch.normal[static_cast<std::size_t>(i)] = normals.row(i);
    reach += inverse.col(i).cwiseAbs().sum() * (radius + std::abs(middle[i]));
  }
  patch.center = origin + inverse * middle;
  // Each entry of the center and the halves is a sum of at most four terms, rounded four times at most.
  patch.margin = (sqrt(squares).hi() * size + 8 * rounding::kUlp * (origin.cwiseAbs().sum() + reach)) * (1 + 1e-9) +
                 rounding::kFloor;
}

std::array<Interval, 3> bounds_of(const SurfacePatch& patch) {
  std::array<Interval, 3> bounds;
  for (int i = 0; i < 3; ++i) {
    Interval reach(patch.margin);
    for (const Vector3& half : patch.half) reach += Interval(std::abs(half[i]));
    bounds[static_cast<std::size_t>(i)] = Interval(patch.center[i]) + Interval(-reach.hi(), reach.hi());
  }
  return bounds;
}

}  // namespace graze
