// SPDX-License-Identifier: Apache-2.0
#include "solver/convex/moving_plane.hpp"

#include <algorithm>

#include "numeric/interval_vector.hpp"
#include "numeric/stable_norm.hpp"

namespace graze {

using rounding::kUlp;

namespace {

// At least 1 / cos(pi / kSides): corners of a polygon this far out have the unit circle inside.
constexpr std::size_t kSides = 32;
constexpr double kCorner = 1.00484;

// Unit vectors of a plane, evenly all round: halfway between two neighbours each time.
std::vector<Vector3> directions_about(const Vector3& axis) {
  int smallest = 0;
  axis.cwiseAbs().minCoeff(&smallest);
  const Vector3 x = unit_of(axis.cross(Vector3(Vector3::Unit(smallest))));
  const Vector3 y = axis.cross(x);
  std::vector<Vector3> result{x, y, -x, -y};
  while (result.size() < kSides) {
    std::vector<Vector3> finer;
    for (std::size_t i = 0; i < result.size(); ++i) {
      finer.push_back(result[i]);
      finer.push_back(unit_of(result[i] + result[(i + 1) % result.size()]));
    }
    result = std::move(finer);
  }
  return result;
}

}  // namespace

// Let u be the axis, q the point, m the normal: m = c u + s e for a unit vector e across u. When the body has turned by
// any angle, the normal is c u + s e' with another such e', which is within the polygon of the corners k e_i, k above
// 1 / cos(pi / kSides). So the normal is a mean, weighted by w_i, of the m_i = c u + k s e_i, which all have the length
// l = sqrt(c^2 + k^2 s^2) >= 1. The gap of a point x is m . (x - q) - h with h = offset - (m . q in the body), which
// turning about u does not change. So it is sum w_i (m_i . (x - q) - h), l times the mean of the gaps from the walls
// with the normals m_i / l and the offset h / l, and at least the smallest of them if that is positive.
// Turns about an axis that is off lead the normal off the circle by twice as much at most. The rest of the error covers
// the roundings of c, s, e_i and m_i / l, each a few ulp. It counts for every point of the solid: for those of the core
// as that of a direction does, for the ball around them by a larger offset.
TurnedWalls::TurnedWalls(const HalfSpace& shape, const Vector3& axis, double axis_error, const CalmPoint& calm,
                         double rounding)
    : about(calm), error(2 * axis_error + 128 * kUlp) {
  const Vector3& m = shape.normal;
  const double along = m.dot(axis);
  const double across = kCorner * m.cross(axis).norm();
  const double length = std::max(1.0, stable_norm({along, across, 0.0}));
  const double height = shape.offset - m.dot(calm.point);
  const double height_error = 8 * kUlp * (std::abs(shape.offset) + calm.point.cwiseAbs().sum());
  const double scale = 1 / length;  // of numbers near one
  const double offset = height * scale + (height_error + error * rounding) * (1 + 1e-9) + kVanishingLength;
  for (const Vector3& e : directions_about(axis)) walls.push_back({scale * (along * axis + across * e), offset});
}

MovingPlane::MovingPlane(const HalfSpace& shape, const Motion& motion, const Interval& window)
    : shape_(&shape), motion_(motion) {
  const AngularVelocity w = motion.angular_velocity(window);
  if (w.acceleration == 0.0) constant_ = w;
}

MovingPlane::MovingPlane(const TurnedWalls& turned, const Motion& motion)
    : shape_(&turned.walls.front()), motion_(motion), turned_(&turned) {}

void MovingPlane::set_time(double s, const Vector3& origin) {
  frame_.emplace(motion_, s, origin);
  if (turned_) move_to(turned_->about, *frame_);
  rotation_ = motion_.enclose(Interval(s), origin).rotation;
  find_normal();
}

void MovingPlane::choose_wall(std::size_t k) {
  shape_ = &turned_->walls[k];
  find_normal();
}

// The error counts times how far the body is from the half-space's origin, so it pays to have a small one.
void MovingPlane::find_normal() {
  normal_.error = split(IntervalVector3(rotation_ * shape_->normal.cast<Interval>()), normal_.n);
  if (turned_) normal_.error += turned_->error;
}

// With R' = R [w] the normal R m has the derivatives R (w x m) and R (w' x m + w x (w x m)). With A a bound on |w'|,
// the length of w x m grows by no more than A, because w x (w x m) is at right angles to it.
void MovingPlane::set_span(const Interval& during) {
  during_ = during;
  if (turned_) {
    acceleration_ = {turned_->about.acceleration, 0.0};
    return;
  }
  acceleration_ = motion_.acceleration_bound(during);
  const AngularVelocity w = constant_ ? *constant_ : motion_.angular_velocity(during);
  const Vector3& m = shape_->normal;
  // Of a half-space at rest; what an earlier span had does not count.
  normal_.rate.setZero();
  normal_.rate_error = normal_.speed = normal_.bend = 0.0;
  if (w.value.isZero(0.0) && w.error == 0.0 && w.acceleration == 0.0) return;
  const double turning = w.value.norm() * (1 + 8 * kUlp) + w.error + kVanishingLength;
  const Vector3 rate = w.value.cross(m);
  const double rate_error = w.error + 8 * kUlp * turning;
  const double rate_size = rate.norm() * (1 + 8 * kUlp) + rate_error;
  const double growth = w.acceleration * during.width();
  normal_.rate = frame_->rotation * rate;
  normal_.rate_error = rate_error + rate_size * (frame_->rotation_error + 16 * kUlp);
  normal_.speed = (rate_size + growth) * (1 + 1e-9);
  normal_.bend = (w.acceleration + (turning + growth) * (rate_size + growth)) * (1 + 1e-9);
}

void MovingPlane::advance(double t) {
  frame_->position += t * frame_->velocity;
  normal_.n = unit_of(normal_.n + t * normal_.rate);
}

}  // namespace graze
