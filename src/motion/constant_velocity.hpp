// SPDX-License-Identifier: Apache-2.0
// "Linear translational and linear rotational motion" (D2M, section III): constant velocity of the body origin,
// constant angular velocity about it. At rest when both are zero.
//
// The angle at time t is known to 2 ulp of itself, so a point at distance r is known to about 5e-16 r |w t|: at very
// late times that is what limits the tolerance.
#pragma once

#include <graze/motion.hpp>

#include "motion/turning.hpp"

namespace graze {

class ConstantVelocity final : public MotionModel {
 public:
  ConstantVelocity(const Vector3& position, const Quaternion& orientation, const Vector3& velocity,
                   const Vector3& angular_velocity);

  MotionEnclosure enclose(const Interval& time, const Vector3& origin) const override;
  MotionInstant instant(double time, const Vector3& origin) const override;
  Pose pose(double time) const override;
  RateBound speed_bound(const Interval& time) const override;
  RateBound acceleration_bound(const Interval& time) const override;
  RateBound acceleration_along(const Vector3& direction, const Interval& time, const RateBound& all) const override;
  AngularVelocity angular_velocity(const Interval&) const override { return spin_.angular_velocity(); }
  double reach_bound(const Interval& time) const override;
  std::string_view name() const override;

 private:
  IntervalVector3 position_at(const Interval& time, const Vector3& origin) const;

  Vector3 position_, velocity_;
  bool moves_;
  double speed_bound_;
  Spin spin_;
};

}  // namespace graze
