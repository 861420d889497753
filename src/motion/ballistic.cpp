// SPDX-License-Identifier: Apache-2.0
#include "motion/travel.hpp"
#include "motion/turning.hpp"

namespace graze {
namespace {

// a t^2 / 2 as a double and a small rest. A square that underflows is below the floor that interval sums add, and is
// multiplied only after that.
struct Fall {
  double value;
  Interval rest;
};

Fall fallen(double acceleration, double time) {
  const Exact square = two_product(time, time);
  const Exact fall = two_product(acceleration, square.value);
  const Interval rest = Interval(fall.rest) + Interval(acceleration) * (Interval(square.rest) + Interval(0.0));
  return {0.5 * fall.value, Interval(0.5) * rest};
}

class Ballistic final : public MotionModel {
 public:
  Ballistic(const Placement& start, const Vector3& velocity, const Vector3& acceleration,
            const Vector3& angular_velocity)
      : position_(require_length(start.position, "motion: position")),
        velocity_(checked_rate(velocity, "motion: velocity")),
        acceleration_(checked_rate(acceleration, "motion: acceleration")),
        acceleration_norm_(norm_bound(IntervalVector3(acceleration.cast<Interval>()))),
        spin_(Spin::with_velocity(balanced(start.orientation),
                                  checked_rate(angular_velocity, "motion: angular velocity"))) {}

  MotionEnclosure enclose(const Interval& time, const Vector3& origin) const override {
    MotionEnclosure result;
    result.velocity = velocity_over(time);
    for (int i = 0; i < 3; ++i) {
      const Interval first = position_at(i, time.lo(), origin[i]);
      result.position[i] = time.is_point() ? first
                                           : range_between(first, position_at(i, time.hi(), origin[i]),
                                                           result.velocity[i], time.width());
    }
    result.acceleration = acceleration_.cast<Interval>();
    spin_.enclose(spin_.turn(time), result);
    return result;
  }

  Pose pose(double time) const override {
    Pose result = Pose::Identity();
    result.linear() = spin_.at(time);
    for (int i = 0; i < 3; ++i) result.translation()[i] = position_at(i, time, 0.0).mid();
    return result;
  }
  RateBound speed_bound(const Interval& time) const override {
    return {norm_bound(velocity_over(time)), spin_.speed_per_radius()};
  }
  RateBound acceleration_bound(const Interval&) const override {
    return {acceleration_norm_, spin_.acceleration_per_radius()};
  }
  RateBound acceleration_along(const Vector3& direction, const Interval&, const RateBound&) const override {
    return {acceleration_norm_, spin_.acceleration_per_radius_along(direction)};
  }
  AngularVelocity angular_velocity(const Interval&) const override { return spin_.angular_velocity(); }
  std::string_view name() const override { return "ballistic"; }

 private:
  IntervalVector3 velocity_over(const Interval& time) const {
    return velocity_.cast<Interval>() + IntervalVector3(acceleration_.cast<Interval>()) * time;
  }

  // p - origin + v t + a t^2 / 2 at one instant, with all rests: what cancels costs no digits.
  Interval position_at(int i, double time, double origin) const {
    const Exact offset = two_sum(position_[i], -origin);
    const Exact travel = two_product(velocity_[i], time);
    const Fall fall = fallen(acceleration_[i], time);
    const Exact first = two_sum(offset.value, travel.value);
    const Exact sum = two_sum(first.value, fall.value);
    return Interval(sum.value) +
           (Interval(sum.rest) + Interval(first.rest) + Interval(offset.rest) + Interval(travel.rest) + fall.rest);
  }

  Vector3 position_, velocity_, acceleration_;
  double acceleration_norm_;
  Spin spin_;
};

}  // namespace

Motion Motion::ballistic(const Placement& start, const Vector3& velocity, const Vector3& acceleration,
                         const Vector3& angular_velocity) {
  return Motion(std::make_shared<const Ballistic>(start, velocity, acceleration, angular_velocity));
}

}  // namespace graze
