// SPDX-License-Identifier: Apache-2.0
#include "world/certify/separating_axis.hpp"

#include <cmath>
#include <optional>

#include "numeric/stable_norm.hpp"
#include "shape/shape_data.hpp"
#include "world/support_points.hpp"
#include "world/tuning.hpp"

namespace graze {
namespace {

// An axis as a function of time: u(t) turns at the rate w, and heights along it are taken from a point that moves
// along.
struct MovingAxis {
  Vector3 direction, rate;
  Vector3 origin, velocity;
};

// How far a body reaches along an axis. At every t of [0, length] no point is beyond the chord from `now` (at 0) to
// `later` (at the length).
struct Reach {
  double now = 0.0, later = 0.0;
  double size = 0.0;  // of what was added up: roundings are relative to it
};

// A point of the body is at D(t) = d + e t + r(t) from the origin, r(t) = R(t) p. With u' = w x u and r' = o x r, its
// height g = u . D has, at the start,
//   g'  = (w x u) . d + u . e + (w x u + u x o) . r
//   g'' = (w x (w x u)) . d + 2 (w x u) . e + (w x (w x u) + 2 (w x u) x o + (o . u) o - |o|^2 u) . r
// and |g'''| <= |w|^3 (|d| + |e| t) + 3 |w|^2 |e| + |r| |o - w| (|o| + |w|)^2: the last because u . r = u(0) . Q r(0)
// for the rotation Q with |Q'| <= |o - w|, and each further derivative brings a factor of |o| + |w|. By Taylor
//   g(t) <= g + g' t + m t^2,  m = max(0, g'' / 2 + |g'''| length / 6).
// That is convex in t, and so is the largest over all points: it lies below its chord.
// `Points` are SupportPoints, or what else has their reach(); no further than `radius` from the body's origin.
template <class Points>
Reach reach_of_points(const Traveller& traveller, const Points& points, double radius, const MovingAxis& axis,
                      double length) {
  const Vector3& u = axis.direction;
  const Vector3& w = axis.rate;
  const Vector3& o = traveller.state.angular_velocity;
  const Vector3 d = traveller.state.position - axis.origin;
  const Vector3 e = traveller.state.velocity - axis.velocity;
  const Vector3 u1 = w.cross(u);
  const Vector3 u2 = w.cross(u1);
  const double h = length;
  const double turn_u = w.norm() * h;
  const double turns = o.norm() * h + turn_u;
  const double far = d.norm();
  const double travel = e.norm() * h;
  const double third =
      turn_u * turn_u * (turn_u * (far + travel) + 3 * travel) + radius * (o - w).norm() * h * turns * turns;
  const Eigen::Matrix3d back = traveller.rotation.transpose();
  const Vector3 first = h * (u1 + u.cross(o));
  const Vector3 second = 0.5 * h * h * (u2 + 2 * u1.cross(o) + o.dot(u) * o - o.squaredNorm() * u);
  const double bend = 0.5 * h * h * (u2.dot(d) + 2 * u1.dot(e)) + third / 6;
  const auto about = points.reach(back * u, back * first, back * second, bend);
  Reach reach;
  reach.now = u.dot(d) + about.now + points.radius();
  reach.later = u.dot(d) + h * (u1.dot(d) + u.dot(e)) + about.later + points.radius();
  reach.size = (far + travel + radius) * (1 + turns) * (1 + turns) * (1 + turns);
  return reach;
}

// Along its own normal, if both keep still.
std::optional<Reach> reach_of_half_space(const Traveller& traveller, const HalfSpace& half, const MovingAxis& axis) {
  const bool still = !traveller.moves && axis.rate.isZero(0.0) && axis.velocity.isZero(0.0);
  if (!still || axis.direction != traveller.rotation * half.normal) return std::nullopt;
  const Vector3 from = traveller.state.position - axis.origin;
  const double reach = axis.direction.dot(from) + half.offset;
  return Reach{reach, reach, from.norm() + std::abs(half.offset)};
}

std::optional<Reach> reach_along(const Traveller& traveller, const MovingAxis& axis, double length) {
  if (const auto& half = traveller.body->shape.data().half_space) return reach_of_half_space(traveller, *half, axis);
  if (!traveller.body->points) return std::nullopt;
  return reach_of_points(traveller, *traveller.body->points, traveller.body->shape.radius(), axis, length);
}

// Everything is computed with some forty roundings in a row, each relative to the sum of lengths in `size`, and so are
// the rotation and the direction off by a few: 256 of them are taken off.
double apart_by(const Reach& a, const Reach& b) {
  const double roundings = 256 * rounding::kUlp * (a.size + b.size) + rounding::kFloor;
  return std::min(-a.now - b.now, -a.later - b.later) - roundings;
}

// Heights are taken from the body that the axis turns with: they do not change by that.
MovingAxis moving_axis(const Traveller& a, const Traveller& b, const SeparatingAxis& axis) {
  const bool with_b = !b.moves || axis.rate == b.state.angular_velocity;
  const bool half_a = !a.body->bound.bounded;
  const Traveller& base = with_b && !half_a ? b : a;
  return {axis.direction, axis.rate, base.state.position, base.state.velocity};
}

// The three corners of a triangle, as SupportPoints.
struct CornerPoints {
  const std::array<Vector3, 3>& points;

  double radius() const { return 0.0; }
  SupportPoints::Reach reach(const Vector3& direction, const Vector3& velocity, const Vector3& bend,
                             double slack) const {
    SupportPoints::Reach reach{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const Vector3& p : points) {
      reach.now = std::max(reach.now, direction.dot(p));
      reach.later = std::max(reach.later, (direction + velocity).dot(p) + std::max(0.0, bend.dot(p) + slack));
    }
    return reach;
  }
  double furthest() const { return std::max({points[0].norm(), points[1].norm(), points[2].norm()}) * (1 + 1e-9); }
};

}  // namespace

bool apart_along(const Traveller& a, const Traveller& b, const SeparatingAxis& axis, double length, double need) {
  MovingAxis moving = moving_axis(a, b, axis);
  const std::optional<Reach> of_a = reach_along(a, moving, length);
  if (!of_a) return false;
  moving.direction = -moving.direction;
  const std::optional<Reach> of_b = reach_along(b, moving, length);
  return of_b && apart_by(*of_a, *of_b) > need;
}

double triangles_apart_by(const Traveller& a, const std::array<Vector3, 3>& corners_a, const Traveller& b,
                          const std::array<Vector3, 3>& corners_b, const SeparatingAxis& axis, double length) {
  MovingAxis moving = moving_axis(a, b, axis);
  const CornerPoints on_a{corners_a};
  const CornerPoints on_b{corners_b};
  const Reach of_a = reach_of_points(a, on_a, on_a.furthest(), moving, length);
  moving.direction = -moving.direction;
  return apart_by(of_a, reach_of_points(b, on_b, on_b.furthest(), moving, length));
}

// The rate w with w - rate_a along edge_a and w - rate_b along edge_b, but for turns about the direction itself.
Vector3 rate_across(const Vector3& edge_a, const Vector3& rate_a, const Vector3& edge_b, const Vector3& rate_b) {
  const Vector3 across = edge_a.cross(edge_b);
  const double square = across.squaredNorm();
  if (!(square > 0)) return rate_a;
  return rate_a + (rate_b - rate_a).cross(edge_b).dot(across) / square * edge_a;
}

SeparatingAxis widest_axis(const Traveller& a, const Traveller& b) {
  if (const auto& half = a.body->shape.data().half_space) return {a.rotation * half->normal, Vector3::Zero(), 0.0};
  if (const auto& half = b.body->shape.data().half_space) return {-(b.rotation * half->normal), Vector3::Zero(), 0.0};
  const ShapeBound& bound_a = a.body->bound;
  const ShapeBound& bound_b = b.body->bound;
  const Vector3 between =
      b.state.position + b.rotation * bound_b.center - a.state.position - a.rotation * bound_a.center;
  const Vector3& rate_a = a.state.angular_velocity;
  const Vector3& rate_b = b.state.angular_velocity;
  const Eigen::Matrix3d b_in_a = a.rotation.transpose() * b.rotation;
  const Eigen::Matrix3d sizes = b_in_a.cwiseAbs();
  const Vector3 in_a = a.rotation.transpose() * between;
  const Vector3 in_b = b.rotation.transpose() * between;
  const Vector3 gaps_a = in_a.cwiseAbs() - bound_a.half - sizes * bound_b.half;
  const Vector3 gaps_b = in_b.cwiseAbs() - bound_b.half - sizes.transpose() * bound_a.half;
  int face = 0;
  const double gap_a = gaps_a.maxCoeff(&face);
  SeparatingAxis best{(in_a[face] < 0 ? -1.0 : 1.0) * a.rotation.col(face), rate_a, gap_a};
  if (const double gap_b = gaps_b.maxCoeff(&face); gap_b > best.gap)
    best = {(in_b[face] < 0 ? -1.0 : 1.0) * b.rotation.col(face), rate_b, gap_b};
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3;
    const int i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      // Across edge i of a and edge j of b: in the axes of a it has no component along i.
      const double square = b_in_a(i1, j) * b_in_a(i1, j) + b_in_a(i2, j) * b_in_a(i2, j);
      if (square < tuning::kParallelEdges * tuning::kParallelEdges) continue;
      const int j1 = (j + 1) % 3;
      const int j2 = (j + 2) % 3;
      const double apart = std::abs(in_a[i2] * b_in_a(i1, j) - in_a[i1] * b_in_a(i2, j));
      const double extent = bound_a.half[i1] * sizes(i2, j) + bound_a.half[i2] * sizes(i1, j) +
                            bound_b.half[j1] * sizes(i, j2) + bound_b.half[j2] * sizes(i, j1);
      const double gap = (apart - extent) / std::sqrt(square);
      if (!(gap > best.gap)) continue;
      const Vector3 axis = unit_of(a.rotation.col(i).cross(b.rotation.col(j)));
      best = {axis.dot(between) < 0 ? Vector3(-axis) : axis,
              rate_across(a.rotation.col(i), rate_a, b.rotation.col(j), rate_b), gap};
    }
  }
  return best;
}

}  // namespace graze
