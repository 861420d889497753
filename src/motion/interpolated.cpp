// SPDX-License-Identifier: Apache-2.0
#include "motion/travel.hpp"
#include "motion/turning.hpp"

namespace graze {
namespace {

// At a constant rate from one orientation to the other within `duration`. Equal quaternions mean exactly no turn.
Spin spin_between(const Quaternion& from, const Quaternion& to, const Interval& duration) {
  if (from.coeffs() == to.coeffs() || from.coeffs() == -to.coeffs()) return Spin(from);
  const Direction turn = turn_between(from, to);
  return {from, turn.unit, turn.length / duration};
}

class Interpolated final : public MotionModel {
 public:
  Interpolated(const Vector3& from, const Vector3& to, const Interval& window, const Spin& spin)
      : from_(from), to_(to), window_(window), spin_(spin) {
    const Interval duration = Interval(window.hi()) - Interval(window.lo());
    for (int i = 0; i < 3; ++i)
      if (from[i] != to[i]) velocity_[i] = (Interval(to[i]) - Interval(from[i])) / duration;
    speed_ = norm_bound(velocity_);
  }

  MotionEnclosure enclose(const Interval& time, const Vector3& origin) const override {
    MotionEnclosure result;
    for (int i = 0; i < 3; ++i) {
      const Interval first = position_at(i, time.lo(), origin[i]);
      result.position[i] = time.is_point() ? first : hull(first, position_at(i, time.hi(), origin[i]));
    }
    result.velocity = velocity_;
    spin_.enclose(spin_.turn(time - Interval(window_.lo())), result);
    return result;
  }

  Pose pose(double time) const override {
    Pose result = Pose::Identity();
    result.linear() = spin_.at(time - window_.lo());
    for (int i = 0; i < 3; ++i) result.translation()[i] = position_at(i, time, 0.0).mid();
    return result;
  }
  RateBound speed_bound(const Interval&) const override { return {speed_, spin_.speed_per_radius()}; }
  RateBound acceleration_bound(const Interval&) const override { return {0.0, spin_.acceleration_per_radius()}; }
  RateBound acceleration_along(const Vector3& direction, const Interval&, const RateBound&) const override {
    return {0.0, spin_.acceleration_per_radius_along(direction)};
  }
  AngularVelocity angular_velocity(const Interval&) const override { return spin_.angular_velocity(); }
  std::string_view name() const override { return "interpolated"; }

 private:
  // From the nearer end: exact there.
  Interval position_at(int i, double time, double origin) const {
    const bool late = time > window_.mid();
    return moved(late ? to_[i] : from_[i], origin, velocity_[i], two_sum(time, late ? -window_.hi() : -window_.lo()));
  }

  Vector3 from_, to_;
  Interval window_;
  IntervalVector3 velocity_;
  double speed_ = 0.0;
  Spin spin_;
};

}  // namespace

Motion Motion::interpolated(const Placement& from, const Placement& to, const Interval& window) {
  require_length(from.position, "motion: position");
  require_length(to.position, "motion: position");
  check_duration(window.lo(), window.hi());
  const Interval duration = Interval(window.hi()) - Interval(window.lo());
  const Spin spin = spin_between(balanced(from.orientation), balanced(to.orientation), duration);
  return Motion(std::make_shared<const Interpolated>(from.position, to.position, window, spin));
}

}  // namespace graze
