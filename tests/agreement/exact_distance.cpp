// SPDX-License-Identifier: Apache-2.0
#include "agreement/exact_distance.hpp"

#include <algorithm>
#include <stdexcept>

namespace graze::testing {
namespace {

using V = Vec<Real>;

V support_in_world(const ExactSupport& part, const ExactPose& pose, const V& direction) {
  const V local = part({dot(pose.axes[0], direction), dot(pose.axes[1], direction), dot(pose.axes[2], direction)});
  return pose.origin + local.x * pose.axes[0] + local.y * pose.axes[1] + local.z * pose.axes[2];
}

// The point of the affine hull of the chosen points that is nearest to the origin, if it is inside their simplex.
// Normal equations by Gauss' elimination, with the largest pivot.
std::optional<V> nearest_inside(const std::vector<V>& points) {
  const std::size_t n = points.size() - 1;
  std::vector<std::vector<Real>> rows(n, std::vector<Real>(n + 1));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) rows[i][j] = dot(points[i + 1] - points[0], points[j + 1] - points[0]);
    rows[i][n] = -dot(points[i + 1] - points[0], points[0]);
  }
  for (std::size_t p = 0; p < n; ++p) {
    for (std::size_t r = p + 1; r < n; ++r)
      if (abs(rows[r][p]) > abs(rows[p][p])) std::swap(rows[r], rows[p]);
    if (rows[p][p] == 0) return {};
    for (std::size_t r = 0; r < n; ++r) {
      if (r == p) continue;
      const Real factor = rows[r][p] / rows[p][p];
      for (std::size_t c = p; c <= n; ++c) rows[r][c] -= factor * rows[p][c];
    }
  }
  V nearest = points[0];
  Real rest = 1;
  for (std::size_t i = 0; i < n; ++i) {
    const Real weight = rows[i][n] / rows[i][i];
    if (weight < 0) return {};
    rest -= weight;
    nearest = nearest + weight * (points[i + 1] - points[0]);
  }
  if (rest < 0) return {};
  return nearest;
}

// The smallest simplex among the points with the point nearest to the origin; that point.
V reduce(std::vector<V>& simplex) {
  std::vector<V> best;
  V nearest;
  Real least = -1;
  for (unsigned subset = 1; subset < (1u << simplex.size()); ++subset) {
    std::vector<V> chosen;
    for (std::size_t i = 0; i < simplex.size(); ++i)
      if ((subset >> i & 1) != 0) chosen.push_back(simplex[i]);
    if (const std::optional<V> point = nearest_inside(chosen)) {
      const Real length = dot(*point, *point);
      if (least < 0 || length < least) {
        least = length;
        nearest = *point;
        best = chosen;
      }
    }
  }
  simplex = best;
  return nearest;
}

ExactBounds of_parts(const ExactSupport& a, const ExactPose& pose_a, const ExactSupport& b, const ExactPose& pose_b,
                     double part, double zero) {
  const auto support = [&](const V& d) { return support_in_world(a, pose_a, d) - support_in_world(b, pose_b, -d); };
  V nearest = support(pose_b.origin - pose_a.origin + V(Real(0), Real(0), Real(1e-9)));
  std::vector<V> simplex{nearest};
  Real lower = 0;
  for (int round = 0; round < 2000; ++round) {
    const Real upper = norm(nearest);
    if (upper < zero) return {Real(0), upper};
    // Everything lies beyond the plane through the farthest point against `nearest`.
    const V next = support(-nearest);
    lower = std::max(lower, Real(dot(nearest, next) / upper));
    if (upper - lower <= part * upper) return {lower, upper};
    simplex.push_back(next);
    nearest = reduce(simplex);
    if (simplex.size() == 4) return {Real(0), Real(0)};
  }
  throw std::runtime_error("the exact distance did not converge");
}

ExactBounds of_half_space(const ExactHalfSpace& wall, const ExactPose& pose_wall, const ExactShape& b,
                          const ExactPose& pose_b) {
  const V n = wall.normal.x * pose_wall.axes[0] + wall.normal.y * pose_wall.axes[1] + wall.normal.z * pose_wall.axes[2];
  const Real offset = wall.offset + dot(n, pose_wall.origin);
  std::optional<Real> least;
  for (const ExactSupport& part : b.parts) {
    const Real above = dot(n, support_in_world(part, pose_b, -n)) - offset;
    if (!least || above < *least) least = above;
  }
  const Real distance = std::max(Real(0), *least);
  return {distance, distance};
}

}  // namespace

ExactPose ExactPose::of(const ExactMotion& motion, const Real& time) {
  const V origin = motion.path(V(), time).position;
  const auto axis = [&](int k) {
    return motion.path(V(Real(k == 0), Real(k == 1), Real(k == 2)), time).position - origin;
  };
  return {origin, {axis(0), axis(1), axis(2)}};
}

ExactBounds exact_distance(const ExactShape& a, const ExactPose& pose_a, const ExactShape& b, const ExactPose& pose_b,
                           double part, double zero) {
  if (a.half_space) return of_half_space(*a.half_space, pose_a, b, pose_b);
  if (b.half_space) return of_half_space(*b.half_space, pose_b, a, pose_a);
  ExactBounds least{Real(1e300), Real(1e300)};
  for (const ExactSupport& p : a.parts)
    for (const ExactSupport& q : b.parts) {
      const ExactBounds here = of_parts(p, pose_a, q, pose_b, part, zero);
      least = {std::min(least.lower, here.lower), std::min(least.upper, here.upper)};
    }
  return least;
}

}  // namespace graze::testing
