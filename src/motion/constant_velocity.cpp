// SPDX-License-Identifier: Apache-2.0
#include "motion/constant_velocity.hpp"

#include "motion/travel.hpp"

namespace graze {
namespace {

// Of larger ones not even the turn they are in is known well.
constexpr double kLargestAngle = 0x1p45;

}  // namespace

ConstantVelocity::ConstantVelocity(const Vector3& position, const Quaternion& orientation, const Vector3& velocity,
                                   const Vector3& angular_velocity)
    : position_(require_length(position, "motion: position")),
      velocity_(checked_rate(velocity, "motion: velocity")),
      moves_(!velocity.isZero(0.0)),
      speed_bound_(moves_ ? norm_bound(IntervalVector3(velocity.cast<Interval>())) : 0.0),
      spin_(Spin::with_velocity(balanced(orientation), checked_rate(angular_velocity, "motion: angular velocity"))) {}

IntervalVector3 ConstantVelocity::position_at(const Interval& time, const Vector3& origin) const {
  IntervalVector3 result;
  for (int i = 0; i < 3; ++i) {
    const Interval first = moved(position_[i], origin[i], velocity_[i], {time.lo(), 0.0});
    result[i] = time.is_point() ? first : hull(first, moved(position_[i], origin[i], velocity_[i], {time.hi(), 0.0}));
  }
  return result;
}

MotionEnclosure ConstantVelocity::enclose(const Interval& time, const Vector3& origin) const {
  MotionEnclosure result;
  result.position = position_at(time, origin);
  result.velocity = velocity_.cast<Interval>();
  spin_.enclose(spin_.turn(time), result);
  return result;
}

MotionInstant ConstantVelocity::instant(double time, const Vector3& origin) const {
  if (!(spin_.rate().magnitude() * std::abs(time) < kLargestAngle)) return MotionModel::instant(time, origin);
  MotionInstant result;
  for (int i = 0; i < 3; ++i) {
    const Exact offset = two_sum(position_[i], -origin[i]);
    const Exact travel = two_product(velocity_[i], time);
    const Exact sum = two_sum(offset.value, travel.value);
    // The rests are far smaller than what they belong to; a product's may underflow.
    result.position[i] = sum.value + (sum.rest + offset.rest + travel.rest);
    const double rests = std::abs(sum.rest) + std::abs(offset.rest) + std::abs(travel.rest);
    result.position_error += rounding::kUlp * (std::abs(result.position[i]) + 4 * rests) + rounding::kFloor;
  }
  if (!result.position.allFinite()) return MotionModel::instant(time, origin);
  result.velocity = velocity_;
  spin_.set(time, result);
  return result;
}

Pose ConstantVelocity::pose(double time) const {
  Pose result = Pose::Identity();
  result.linear() = spin_.at(time);
  for (int i = 0; i < 3; ++i) result.translation()[i] = moved(position_[i], 0.0, velocity_[i], {time, 0.0}).mid();
  return result;
}

RateBound ConstantVelocity::speed_bound(const Interval&) const { return {speed_bound_, spin_.speed_per_radius()}; }

RateBound ConstantVelocity::acceleration_bound(const Interval&) const { return {0.0, spin_.acceleration_per_radius()}; }

RateBound ConstantVelocity::acceleration_along(const Vector3& direction, const Interval&, const RateBound&) const {
  return {0.0, spin_.acceleration_per_radius_along(direction)};
}

double ConstantVelocity::reach_bound(const Interval& time) const {
  return position_.lpNorm<1>() * (1 + 4 * rounding::kUlp) + rounding::up(speed_bound_ * time.magnitude());
}

std::string_view ConstantVelocity::name() const { return moves_ || spin_.turns() ? "constant_velocity" : "still"; }

}  // namespace graze
