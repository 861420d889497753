// SPDX-License-Identifier: Apache-2.0
#include "solver/convex/moving_plane.hpp"

#include "numeric/interval_vector.hpp"
#include "numeric/stable_norm.hpp"

namespace graze {

using rounding::kUlp;

MovingPlane::MovingPlane(const HalfSpace& shape, const Motion& motion, const Interval& window)
    : shape_(shape), motion_(motion) {
  const AngularVelocity w = motion.angular_velocity(window);
  if (w.acceleration == 0.0) constant_ = w;
}

// The error counts times how far the body is from the half-space's origin, so it pays to have a small one.
void MovingPlane::set_time(double s, const Vector3& origin) {
  frame_.emplace(motion_, s, origin);
  const IntervalMatrix3 rotation = motion_.enclose(Interval(s), origin).rotation;
  normal_.error = split(IntervalVector3(rotation * shape_.normal.cast<Interval>()), normal_.n);
}

// With R' = R [w] the normal R m has the derivatives R (w x m) and R (w' x m + w x (w x m)). With A a bound on |w'|,
// the length of w x m grows by no more than A, because w x (w x m) is at right angles to it.
void MovingPlane::set_span(const Interval& during) {
  during_ = during;
  acceleration_ = motion_.acceleration_bound(during);
  const AngularVelocity w = constant_ ? *constant_ : motion_.angular_velocity(during);
  const Vector3& m = shape_.normal;
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
