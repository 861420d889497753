// SPDX-License-Identifier: Apache-2.0
#include "solver/convex/moving_solid.hpp"

namespace graze {

using rounding::kUlp;

MovingSolid::MovingSolid(const ConvexShape& shape, const Motion& motion, const Interval& window)
    : shape_(shape), motion_(motion) {
  if (!shape.axis()) return;
  const AngularVelocity w = motion.angular_velocity(window);
  if (w.acceleration == 0.0) constant_ = w;
}

MovingSolid::MovingSolid(const ConvexShape& all_round, const Motion& motion, const CalmPoint& about)
    : shape_(all_round), motion_(motion), about_(about), no_spin_(Rate{}) {}

void MovingSolid::set_time(double s, const Vector3& origin) {
  frame_.emplace(motion_, s, origin);
  if (about_) move_to(*about_, *frame_);
}

void move_to(const CalmPoint& about, LinearizedMotion& frame) {
  if (about.point.isZero(0.0)) return;
  // Three roundings of each entry of a product, and one of the sum.
  const double length = about.point.norm() * (1 + 8 * kUlp);
  frame.position += frame.rotation * about.point;
  frame.velocity += frame.rate * about.point;
  frame.position_error += (frame.rotation_error + 8 * kUlp) * length + 2 * kUlp * frame.position.norm();
  frame.velocity_error += (frame.rate_error + 8 * kUlp * frame.rate_size) * length + 2 * kUlp * frame.velocity.norm();
}

void MovingSolid::set_span(const Interval& during) {
  during_ = during;
  whole_.reset();
  if (shape_.axis() && !about_) no_spin_ = without_spin(constant_ ? *constant_ : motion_.angular_velocity(during));
}

const RateBound& MovingSolid::whole_acceleration() const {
  if (!whole_) whole_ = motion_.acceleration_bound(during_);
  return *whole_;
}

// A solid of revolution about the body's axis u looks the same if it turns by S(t) = R(t) Q(t) instead of R(t), with Q
// a turn about u by the angle -c (t - s). For the angular velocity w in body coordinates and any number c,
//   S' = S [v] with v = Q^T w - c u, so |v| = |w - c u|, and v' = Q^T w' + c u x (Q^T w - c u).
// With A a bound on |w'| and d one on |w - c u| during the span, that gives |S''| <= A + |c u| d + d^2. At s, S is R.
MovingSolid::Rate MovingSolid::without_spin(const AngularVelocity& w) const {
  const Vector3& u = *shape_.axis();
  const Vector3 spin = w.value.dot(u) / u.squaredNorm() * u;  // c u
  const Vector3 v = w.value - spin;
  const double error = w.error + 8 * kUlp * (w.value.norm() + spin.norm()) + kVanishingLength;
  const double size = v.norm() * (1 + 8 * kUlp) + error;
  const double most = size + w.acceleration * during_.width();
  Rate result;
  for (int k = 0; k < 3; ++k) result.rate.col(k) = frame_->rotation * v.cross(Vector3::Unit(k));
  result.error = error + size * (frame_->rotation_error + 16 * kUlp);
  result.speed = most;
  result.acceleration = (w.acceleration + (spin.norm() + most) * most) * (1 + 16 * kUlp);
  return result;
}

void MovingSolid::advance(double t) {
  frame_->position += t * frame_->velocity;
  if (no_spin_)
    frame_->rotation += t * no_spin_->rate;
  else
    frame_->rotation += t * frame_->rate;
}

double MovingSolid::place_error() const {
  const double reach = frame_->position.norm() + shape_.core_radius();
  return frame_->position_error + frame_->rotation_error * shape_.core_radius() + shape_.support_error() +
         16 * kUlp * reach;
}

// In body coordinates the direction is d(t) = R^T n for a rotation R and a direction n that turns, so
// |d''| <= |R''^T n| + 2 |R'| |n'| + |n''|. A bound along the computed n holds for the n of any time with what they
// differ by, which is the error and what n turns meanwhile. The error of n turns with the body: R'^T n is off by |R'|
// times as much.
MovingSolid::Along::Along(const MovingSolid& solid, const TurningDirection& d) : solid_(solid) {
  const LinearizedMotion& frame = *solid.frame_;
  RateBound along = solid.about_ ? RateBound{solid.about_->acceleration, 0.0}
                                 : solid.motion_.acceleration_along(d.n, solid.during_, solid.whole_acceleration());
  // Either is right; the smaller one leads further.
  const bool no_spin = solid.about_ || (solid.no_spin_ && solid.no_spin_->acceleration < along.per_radius);
  Rate rate{frame.rate, frame.rate_error, 0.0, along.per_radius};
  rate_size_ = frame.rate_size;
  if (no_spin) {
    rate = *solid.no_spin_;
    rate_size_ = rate.rate.norm() * (1 + 16 * kUlp) + rate.error;
  }
  start_ = frame.rotation.transpose() * d.n;
  turn_ = rate.rate.transpose() * d.n;
  error_ = d.error;
  rate_error_ = rate.error;
  if (d.speed > 0 || d.error > 0) {
    rate_error_ += rate_size_ * d.error;
    const double drift = d.error + (d.speed > 0 ? d.speed * solid.during_.width() : 0.0);
    along.origin = (along.origin + drift * solid.origin_acceleration()) * (1 + 1e-9);
    if (!no_spin) rate.acceleration += drift * solid.whole_acceleration().per_radius;
    rate.acceleration *= 1 + 1e-9;
  }
  if (d.speed > 0) {
    if (!no_spin) rate.speed = solid.motion_.speed_bound(solid.during_).per_radius;
    rate.acceleration = (rate.acceleration + 2 * rate.speed * d.speed + d.bend) * (1 + 1e-9);
    turn_ += frame.rotation.transpose() * d.rate;
    rate_error_ += frame.rotation_error * d.speed + d.rate_error;
    rate_size_ += d.speed;
  }
  acceleration_ = RateBound{along.origin, rate.acceleration}.at(solid.shape_.core_radius());
}

// The support's own error, that of the direction, and its rounding (fewer than 16 ulp of size an entry) each count
// times how far the core reaches.
Reach MovingSolid::reach_along(const Vector3& direction, double size, double error) const {
  const Vector3 point = shape_.support(direction).point;
  const double whole =
      shape_.support_error() * size + shape_.core_radius() * (frame_->rotation_error + error + 16 * kUlp * size);
  return {point, point.dot(direction), whole};
}

Reach MovingSolid::Along::at(double t) const {
  return solid_.reach_along(start_ + t * turn_, (1 + t * rate_size_) * (1 + 1e-9), error_ + t * rate_error_);
}

}  // namespace graze
