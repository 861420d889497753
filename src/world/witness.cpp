// SPDX-License-Identifier: Apache-2.0
#include "world/witness.hpp"

#include <cmath>

#include "shape/shape_data.hpp"
#include "world/support_points.hpp"

namespace graze {
namespace {

// How far a body reaches along a direction u from an origin. At every t of [0, length] no point is beyond the chord
// from `now` (at 0) to `later` (at the length).
struct Reach {
  double now = 0.0, later = 0.0;
  double size = 0.0;  // of what was added up: roundings are relative to it
};

// A point x(t) = c + v t + R(t) p of the body goes along u as g(t) = u . x(t), with g'' = q . R(t) p for
// q = (u . w) w - |w|^2 u, since R'' = [w][w] R. As |q| <= |w|^2 and |R(t) p - R(0) p| <= |w| |p| t, by Taylor
//   g(t) <= g + g' t + t^2 (q . R(0) p) / 2 + |w|^3 |p| t^3 / 6 <= g + g' t + m t^2,
//   m = max(0, (q . R(0) p) / 2 + |w|^3 |p| length / 6).
// That is convex in t, and so is the largest over all points: it lies below its chord.
Reach reach_of_points(const Traveller& traveller, const SupportPoints& points, const Vector3& u, const Vector3& origin,
                      double length) {
  const Vector3& w = traveller.state.angular_velocity;
  const double rate = w.norm();
  const double turn = rate * length;
  const double radius = traveller.body->shape.radius();
  const Eigen::Matrix3d back = traveller.rotation.transpose();
  const Vector3 from = traveller.state.position - origin;
  const double way = length * u.dot(traveller.state.velocity);
  Reach reach;
  const Vector3 bend = 0.5 * length * length * (u.dot(w) * w - w.squaredNorm() * u);
  const SupportPoints::Reach about =
      points.reach(back * u, length * (back * u.cross(w)), back * bend, turn * turn * turn * radius / 6);
  reach.now = u.dot(from) + about.now + points.radius();
  reach.later = u.dot(from) + way + about.later + points.radius();
  reach.size = from.norm() + length * traveller.state.velocity.norm() + radius * (1 + turn + turn * turn * (1 + turn));
  return reach;
}

// Along its own normal, if it keeps still.
std::optional<Reach> reach_of_half_space(const Traveller& traveller, const HalfSpace& half, const Vector3& u,
                                         const Vector3& origin) {
  if (traveller.moves || u != traveller.rotation * half.normal) return std::nullopt;
  const Vector3 from = traveller.state.position - origin;
  const double reach = u.dot(from) + half.offset;
  return Reach{reach, reach, from.norm() + std::abs(half.offset)};
}

std::optional<Reach> reach_along(const Traveller& traveller, const Vector3& u, const Vector3& origin, double length) {
  if (const auto& half = traveller.body->shape.data().half_space)
    return reach_of_half_space(traveller, *half, u, origin);
  if (!traveller.body->points) return std::nullopt;
  return reach_of_points(traveller, *traveller.body->points, u, origin, length);
}

}  // namespace

// Everything is computed with some thirty roundings in a row, each relative to the sum of lengths in `size`, and so are
// the rotation and the direction off by a few: 256 of them are taken off.
bool apart_along(const Traveller& a, const Traveller& b, const Vector3& direction, double length, double need) {
  const Vector3& origin = a.body->bound.bounded ? a.state.position : b.state.position;
  const std::optional<Reach> of_a = reach_along(a, direction, origin, length);
  const std::optional<Reach> of_b = of_a ? reach_along(b, -direction, origin, length) : std::nullopt;
  if (!of_b) return false;
  const double roundings = 256 * rounding::kUlp * (of_a->size + of_b->size + need) + rounding::kFloor;
  return -of_a->now - of_b->now > need + roundings && -of_a->later - of_b->later > need + roundings;
}

SeparatingAxis widest_axis(const Traveller& a, const Traveller& b) {
  if (const auto& half = a.body->shape.data().half_space) return {a.rotation * half->normal, 0.0};
  if (const auto& half = b.body->shape.data().half_space) return {-(b.rotation * half->normal), 0.0};
  const ShapeBound& bound_a = a.body->bound;
  const ShapeBound& bound_b = b.body->bound;
  const Vector3 between =
      b.state.position + b.rotation * bound_b.center - a.state.position - a.rotation * bound_a.center;
  const Eigen::Matrix3d b_in_a = a.rotation.transpose() * b.rotation;
  const Eigen::Matrix3d sizes = b_in_a.cwiseAbs();
  const Vector3 in_a = a.rotation.transpose() * between;
  const Vector3 in_b = b.rotation.transpose() * between;
  SeparatingAxis best{Vector3::UnitX(), -std::numeric_limits<double>::infinity()};
  const Vector3 gaps_a = in_a.cwiseAbs() - bound_a.half - sizes * bound_b.half;
  const Vector3 gaps_b = in_b.cwiseAbs() - bound_b.half - sizes.transpose() * bound_a.half;
  int face = 0;
  const double gap_a = gaps_a.maxCoeff(&face);
  best = {(in_a[face] < 0 ? -1.0 : 1.0) * a.rotation.col(face), gap_a};
  if (const double gap_b = gaps_b.maxCoeff(&face); gap_b > best.gap)
    best = {(in_b[face] < 0 ? -1.0 : 1.0) * b.rotation.col(face), gap_b};
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3;
    const int i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      // The axis across edge i of a and edge j of b, in the frame of a, is (e_i x b_j): no component along i.
      const double square = b_in_a(i1, j) * b_in_a(i1, j) + b_in_a(i2, j) * b_in_a(i2, j);
      if (square < 1e-6) continue;
      const int j1 = (j + 1) % 3;
      const int j2 = (j + 2) % 3;
      const double apart = std::abs(in_a[i2] * b_in_a(i1, j) - in_a[i1] * b_in_a(i2, j));
      const double extent = bound_a.half[i1] * sizes(i2, j) + bound_a.half[i2] * sizes(i1, j) +
                            bound_b.half[j1] * sizes(i, j2) + bound_b.half[j2] * sizes(i, j1);
      const double gap = (apart - extent) / std::sqrt(square);
      if (!(gap > best.gap)) continue;
      const Vector3 axis = a.rotation.col(i).cross(b.rotation.col(j)).normalized();
      best = {axis.dot(between) < 0 ? Vector3(-axis) : axis, gap};
    }
  }
  return best;
}

}  // namespace graze
