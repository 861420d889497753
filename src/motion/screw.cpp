// SPDX-License-Identifier: Apache-2.0
// With d from a point of the axis to the body origin at t = 0, K the cross-product matrix of the axis and h the
// advance: position(t) = start + h t axis + sin(angle) K d + (1 - cos(angle)) K^2 d.
#include "motion/travel.hpp"
#include "motion/turning.hpp"
#include "numeric/interval_vector.hpp"

namespace graze {
namespace {

class Screw final : public MotionModel {
 public:
  Screw(const Placement& start, const Axis& axis, const IntervalVector3& direction, double angle_rate,
        double advance_rate)
      : position_(start.position),
        advance_(direction * Interval(advance_rate)),
        arm_(cross_matrix(direction), IntervalVector3(start.position.cast<Interval>() - axis.point.cast<Interval>())),
        spin_(balanced(start.orientation), direction, angle_rate) {
    // Round the axis at the distance |K d|, and along it, at right angles.
    const Interval round(norm_bound(IntervalVector3(arm_.across * Interval(angle_rate))));
    speed_ = sqrt(sqr(round) + sqr(Interval(advance_rate))).hi();
    acceleration_ = (round * abs(Interval(angle_rate))).hi();
    // Each point of the axis moves straight on. The closest to the body origin is K^2 d from there, against the
    // orientation at the start.
    const IntervalVector3 closest = rotation_of(balanced(start.orientation)).transpose() * arm_.inward;
    const double error = split(closest, calm_.point);
    calm_.acceleration = (Interval(error) * sqr(Interval(angle_rate))).hi();
  }

  MotionEnclosure enclose(const Interval& time, const Vector3& origin) const override {
    const Turn turn = spin_.turn(time);
    MotionEnclosure result;
    for (int i = 0; i < 3; ++i)
      result.position[i] = hull(advanced(i, time.lo(), origin), advanced(i, time.hi(), origin));
    result.velocity = advance_;
    if (spin_.turns()) {
      result.position += arm_.change(turn);
      result.velocity += arm_.first(turn);
      result.acceleration = arm_.second(turn);
    }
    spin_.enclose(turn, result);
    return result;
  }

  Pose pose(double time) const override {
    const MotionEnclosure at = enclose(Interval(time), Vector3::Zero());
    Pose result = Pose::Identity();
    result.linear() = spin_.at(time);
    for (int i = 0; i < 3; ++i) result.translation()[i] = at.position[i].mid();
    return result;
  }
  RateBound speed_bound(const Interval&) const override { return {speed_, spin_.speed_per_radius()}; }
  RateBound acceleration_bound(const Interval&) const override {
    return {acceleration_, spin_.acceleration_per_radius()};
  }
  RateBound acceleration_along(const Vector3& direction, const Interval&, const RateBound&) const override {
    return {acceleration_, spin_.acceleration_per_radius_along(direction)};
  }
  CalmPoint calm_point(const Interval&) const override { return calm_; }
  AngularVelocity angular_velocity(const Interval&) const override { return spin_.angular_velocity(); }
  std::string_view name() const override { return "screw"; }

 private:
  Interval advanced(int i, double time, const Vector3& origin) const {
    return moved(position_[i], origin[i], advance_[i], {time, 0.0});
  }

  Vector3 position_;
  IntervalVector3 advance_;
  Turned<1> arm_;
  Spin spin_;
  CalmPoint calm_;
  double speed_ = 0.0;
  double acceleration_ = 0.0;
};

}  // namespace

Motion Motion::screw(const Placement& start, const Axis& axis, double angle_rate, double advance_rate) {
  require_length(start.position, "motion: position");
  require_length(axis.point, "motion: axis point");
  checked_direction(axis.direction, "motion: axis direction");
  checked_rate(angle_rate, "motion: angle rate");
  checked_rate(advance_rate, "motion: advance rate");
  const Direction direction = direction_of(axis.direction);
  return Motion(std::make_shared<const Screw>(start, axis, direction.unit, angle_rate, advance_rate));
}

}  // namespace graze
