// SPDX-License-Identifier: Apache-2.0
// "Linear translational and linear rotational motion" (D2M, section III): constant velocity of the body origin,
// constant angular velocity about it. At rest when both are zero.
//
// The angle at time t is known to 2 ulp of itself, so a point at distance r is known to about 5e-16 r |w t|: at very
// late times that is what limits the tolerance.
#pragma once

#include <graze/motion.hpp>

namespace graze {

class ConstantVelocity final : public MotionModel {
 public:
  ConstantVelocity(const Vector3& position, const Quaternion& orientation, const Vector3& velocity,
                   const Vector3& angular_velocity);

  MotionEnclosure enclose(const Interval& time, const Vector3& origin) const override;
  Pose pose(double time) const override;
  RateBound speed_bound(const Interval& time) const override;
  RateBound acceleration_bound(const Interval& time) const override;
  std::string_view name() const override;

 private:
  IntervalVector3 position_at(const Interval& time, const Vector3& origin) const;

  Vector3 position_, velocity_, angular_velocity_;
  Quaternion orientation_;
  bool moves_, spins_;
  double speed_bound_;
  Interval angular_speed_;
  // With K the cross-product matrix of the unit axis and R0 the orientation at t = 0:
  // R(t) = R0 + sin(angle) K R0 + (1 - cos(angle)) K^2 R0.
  IntervalMatrix3 rotation_, axis_rotation_, axis_squared_rotation_;
};

}  // namespace graze
