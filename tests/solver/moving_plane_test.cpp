// SPDX-License-Identifier: Apache-2.0
// The normal of a half-space, from one span to the next.
#include "solver/convex/moving_plane.hpp"

#include <gtest/gtest.h>

namespace graze::testing {
namespace {

// Turns until the time 1 and is at rest from then on.
class ComesToRest final : public MotionModel {
 public:
  MotionEnclosure enclose(const Interval& time, const Vector3& origin) const override {
    return of(time).enclose(time, origin);
  }
  Pose pose(double time) const override { return of(Interval(time)).pose(time); }
  std::string_view name() const override { return "comes to rest"; }
  AngularVelocity angular_velocity(const Interval& time) const override {
    AngularVelocity result = of(time).angular_velocity(time);
    if (time.lo() < 1 && time.hi() >= 1) result.acceleration = std::numeric_limits<double>::infinity();
    return result;
  }

 private:
  const Motion& of(const Interval& time) const { return time.lo() < 1 ? turning_ : still_; }

  Motion turning_ = Motion::constant_velocity({}, Quaternion::Identity(), Vector3::Zero(), {3, 0, 4});
  Motion still_ = Motion::still({}, Quaternion::Identity());
};

TEST(MovingPlane, ForgetsHowItTurnedWhenItComesToRest) {
  const HalfSpace wall{Vector3::UnitZ(), 0.5};
  const Motion motion(std::make_shared<ComesToRest>());
  MovingPlane plane(wall, motion, {0.0, 2.0});
  plane.set_time(0.5, Vector3::Zero());
  plane.set_span({0.5, 0.75});
  EXPECT_NEAR(plane.normal().speed, 3.0, 1e-6);
  EXPECT_NEAR(plane.normal().rate.norm(), 3.0, 1e-6);
  EXPECT_GT(plane.normal().bend, 0.0);
  plane.set_time(1.5, Vector3::Zero());
  plane.set_span({1.5, 2.0});
  EXPECT_EQ(plane.normal().rate, Vector3(Vector3::Zero()));
  EXPECT_EQ(plane.normal().rate_error, 0.0);
  EXPECT_EQ(plane.normal().speed, 0.0);
  EXPECT_EQ(plane.normal().bend, 0.0);
}

}  // namespace
}  // namespace graze::testing
