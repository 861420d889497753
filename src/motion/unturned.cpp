// SPDX-License-Identifier: Apache-2.0
#include "motion/unturned.hpp"

namespace graze {
namespace {

// x(t) = r + (path of the point) - point.
class Unturned final : public MotionModel {
 public:
  Unturned(Motion motion, const Vector3& point) : motion_(std::move(motion)), point_(point) {}

  MotionEnclosure enclose(const Interval& time, const Vector3& origin) const override {
    const PathEnclosure path = path_of(motion_.enclose(time, origin), point_);
    MotionEnclosure result;
    result.position = path.position - point_.cast<Interval>();
    result.velocity = path.velocity;
    result.acceleration = path.acceleration;
    result.rotation.setZero();
    for (int i = 0; i < 3; ++i) result.rotation(i, i) = Interval(1.0);
    result.rotation_rate.setZero();
    result.rotation_acceleration.setZero();
    return result;
  }
  Pose pose(double time) const override {
    Pose pose = Pose::Identity();
    pose.translation() = motion_.pose(time) * point_ - point_;
    return pose;
  }
  RateBound speed_bound(const Interval& time) const override { return {motion_.speed_bound(time).at(distance()), 0.0}; }
  RateBound acceleration_bound(const Interval& time) const override {
    return {motion_.acceleration_bound(time).at(distance()), 0.0};
  }
  RateBound acceleration_along(const Vector3& direction, const Interval& time, const RateBound&) const override {
    return {motion_.acceleration_along(direction, time, motion_.acceleration_bound(time)).at(distance()), 0.0};
  }
  std::string_view name() const override { return "unturned"; }

 private:
  double distance() const { return point_.norm() * (1 + 8 * rounding::kUlp); }

  Motion motion_;
  Vector3 point_;
};

}  // namespace

Motion unturned(const Motion& motion, const Vector3& point) {
  return Motion(std::make_shared<const Unturned>(motion, point));
}

}  // namespace graze
