// SPDX-License-Identifier: Apache-2.0
#include "solver/c2a/moving_triangles.hpp"

#include <Eigen/Geometry>

#include "distance/triangle_triangle.hpp"
#include "numeric/inclusion_parabola.hpp"
#include "numeric/stable_norm.hpp"

namespace graze {
namespace {

using rounding::kUlp;
using Three = std::array<double, 3>;

double largest(const std::array<Vector3, 3>& vectors) {
  return std::sqrt(std::max(vectors[0].squaredNorm(), std::max(vectors[1].squaredNorm(), vectors[2].squaredNorm())));
}

Three along(const std::array<Vector3, 3>& vectors, const Vector3& n) {
  return {vectors[0].dot(n), vectors[1].dot(n), vectors[2].dot(n)};
}

IntervalTriangle as_points(const std::array<Vector3, 3>& corners) {
  IntervalTriangle result;
  for (int k = 0; k < 3; ++k) result[k] = corners[k].cast<Interval>();
  return result;
}

class Pair {
 public:
  Pair(const Stage& stage, const MovingSimplex& a, const MovingSimplex& b, double acceleration, double margin,
       double enough)
      : stage_(stage), a_(a), b_(b), margin_(margin), enough_(enough) {
    // Products with a unit direction, itself unit to within 8 ulp, are rounded fewer than eight times at these sizes.
    const double size = largest(a.points) + largest(b.points);
    slack_ = (stage.padding + 32 * kUlp * size) * (1 + 16 * kUlp) + kVanishingLength;
    rate_slack_ = 32 * kUlp * (largest(a.velocities) + largest(b.velocities));
    half_acceleration_ = 0.5 * acceleration * (1 + 16 * kUlp);
  }

  // Each direction proves a time of its own; the longest holds.
  TriangleTime run() {
    const std::array<Vector3, 3> edges_a = edges(a_);
    const std::array<Vector3, 3> edges_b = edges(b_);
    const Vector3 normal_a = edges_a[0].cross(edges_a[1]);
    const Vector3 normal_b = edges_b[0].cross(edges_b[1]);
    if (offer(normal_a) || offer(normal_b)) return {best_, 0.0};
    const ClosestPoints closest = closest_of_triangles(as_points(a_.points), as_points(b_.points));
    const Vector3 between = closest.b - closest.a;
    if (offer(between)) return {best_, 0.0};
    for (const Vector3& e : edges_a)
      for (const Vector3& f : edges_b)
        if (offer(e.cross(f))) return {best_, 0.0};
    for (int k = 0; k < 3; ++k)
      if (offer(normal_a.cross(edges_a[k])) || offer(normal_b.cross(edges_b[k])) ||
          offer(across(between, edges_a[k])) || offer(across(between, edges_b[k])))
        return {best_, 0.0};
    // They are rounded at the size of the corners they are made of.
    const double rounding_error = 16 * kUlp * (largest(a_.points) + largest(b_.points)) + kVanishingLength;
    return {best_,
            rounding::up(stable_norm(between) + stage_.a.position_error + stage_.b.position_error) + rounding_error};
  }

 private:
  static std::array<Vector3, 3> edges(const MovingSimplex& t) {
    return {t.points[1] - t.points[0], t.points[2] - t.points[1], t.points[0] - t.points[2]};
  }

  // The direction between close points has lost digits; a corner beside a long edge needs one at right angles to the
  // edge. Twice: the first time leaves a rest of its own rounding.
  static Vector3 across(const Vector3& direction, const Vector3& edge) {
    const Vector3 unit = unit_of(edge);
    const Vector3 result = unit_of(direction - unit.dot(direction) * unit);
    return result - unit.dot(result) * unit;
  }

  // Is this direction's time enough?
  bool offer(const Vector3& direction) {
    const Vector3 unit = unit_of(direction);
    if (!unit.isZero(0.0)) best_ = std::max(best_, time_along(unit));
    return best_ >= enough_;
  }

  // Along a fixed direction, corner j of b is ahead of corner i of a by at least g + m x - K x^2 / 2 after a time x.
  // All nine positive: the direction separates. So the first root of any of them bounds the time. (Published: the
  // smallest gap over the largest speed, which is no better.)
  double time_along(const Vector3& unit) const {
    Three place_a = along(a_.points, unit);
    Three place_b = along(b_.points, unit);
    const bool ahead = place_b[0] + place_b[1] + place_b[2] > place_a[0] + place_a[1] + place_a[2];
    const Vector3 n = ahead ? unit : Vector3(-unit);
    if (!ahead)
      for (int k = 0; k < 3; ++k) {
        place_a[k] = -place_a[k];
        place_b[k] = -place_b[k];
      }
    const double gap = std::min(place_b[0], std::min(place_b[1], place_b[2])) -
                       std::max(place_a[0], std::max(place_a[1], place_a[2])) - slack_;
    if (!(gap > 0)) return 0.0;
    const double need = slack_ + std::min(margin_, 0.5 * gap);
    const Three rate_a = along(a_.velocities, n);
    const Three rate_b = along(b_.velocities, n);
    double first = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        first = std::min(first, positive_until((place_b[j] - place_a[i]) - need, (rate_b[j] - rate_a[i]) - rate_slack_,
                                               -half_acceleration_));
    return first;
  }

  const Stage& stage_;
  const MovingSimplex& a_;
  const MovingSimplex& b_;
  double margin_, enough_;
  double slack_ = 0.0, rate_slack_ = 0.0, half_acceleration_ = 0.0;
  double best_ = 0.0;
};

}  // namespace

double safe_time(const Stage& stage, const MovingSphere& a, const MovingSphere& b) {
  // A sphere turns with its body but stays a sphere: its points approach as its center does, and no rotation has to be
  // added for them. Errors of centers and velocities are in the padding; the roundings here are below 8 ulp.
  const Vector3 g = b.center - a.center;
  const Vector3 w = b.velocity - a.velocity;
  const double distance = stable_norm(g);
  const double gap = distance * (1 - 8 * kUlp) - (a.radius + b.radius + stage.padding) * (1 + 8 * kUlp);
  if (!(gap > 0)) return 0.0;
  // Not subnormal, since the gap is positive.
  const Vector3 n = g / distance;  // so of length one
  const double rate = n.dot(w) - 8 * kUlp * (a.velocity.norm() + b.velocity.norm()) - rounding::kFloor;
  return positive_until(gap, rate, -0.5 * (a.acceleration + b.acceleration) * (1 + 8 * kUlp));
}

TriangleTime safe_time(const Stage& stage, const MovingSimplex& a, const MovingSimplex& b, double acceleration,
                       double margin, double enough) {
  return Pair(stage, a, b, acceleration, margin, enough).run();
}

}  // namespace graze
