// SPDX-License-Identifier: Apache-2.0
// Motions of robots that start close to contact, and motions at late times.
#include <gtest/gtest.h>

#include "robot/dense_sampling.hpp"
#include "robot/planar_arm.hpp"

namespace graze::testing {
namespace {

// Where it is over a time is known well, where it is at an instant only to a millimetre.
class SeenDimly final : public MotionModel {
 public:
  explicit SeenDimly(Motion motion) : motion_(std::move(motion)) {}

  MotionEnclosure enclose(const Interval& time, const Vector3& origin) const override {
    return motion_.enclose(time, origin);
  }
  MotionInstant instant(double time, const Vector3& origin) const override {
    MotionInstant at = motion_.instant(time, origin);
    at.position_error += 1e-3;
    return at;
  }
  Pose pose(double time) const override { return motion_.pose(time); }
  std::string_view name() const override { return "seen dimly"; }

 private:
  Motion motion_;
};

// One link goes 16 times as far as it is long, so that the motion has 16 parts; a body comes to the other, and is half
// a millimetre from it where the eleventh part begins. That a search from there cannot tell is no contact at the start.
TEST(CheckMotion, WhatCannotBeToldFromLaterOnIsLookedAtFromTheStart) {
  RobotModel model;
  model.link_names = {"base", "runs", "waits"};
  model.joint_names = {"run", "wait"};
  model.joints.resize(2);
  for (Joint& joint : model.joints) {
    joint.type = JointType::Prismatic;
    joint.axis = -Vector3::UnitX();
    model.limits.push_back(Interval::entire());
  }
  const Shape cube = Shape::mesh(make_box({1, 1, 1}));
  model.shapes = {{1, cube, {{0, 5, 0}}}, {2, cube}};
  Scene scene;
  scene.bodies.push_back({"comes",
                          {cube, Motion(std::make_shared<const SeenDimly>(Motion::constant_velocity(
                                     {2.0005, 0, 0}, Quaternion::Identity(), {-1.6, 0, 0}, {0, 0, 0})))}});
  const double far = 16 * 2 * cube.radius() * 0.99;
  const MotionCheck check = Robot(model).check_motion(Configuration{0, 0}, Configuration{far, 0}, scene);
  ASSERT_EQ(check.verdict(), Verdict::Impact);
  EXPECT_GT(check.free_fraction, 0.62);
  EXPECT_LT(check.free_fraction, 0.6254);
}

// Two cubes on sliders, with a joint each: the first starts half a tolerance from a body, the second meets another
// late.
Robot two_sliders() {
  RobotModel model;
  model.link_names = {"base", "first", "second"};
  model.joint_names = {"x", "y"};
  model.joints.resize(2);
  for (Joint& joint : model.joints) {
    joint.type = JointType::Prismatic;
    joint.axis = Vector3::UnitX();
    model.limits.push_back(Interval::entire());
  }
  model.joints[1].origin.position = {0, 3, 0};
  const Shape cube = Shape::box({0.1, 0.1, 0.1});
  model.shapes = {{1, cube}, {2, cube}};
  return Robot(model);
}
Scene near_and_far(double gap) {
  Scene scene = with_body("near", Shape::box({0.1, 0.1, 0.1}), {0.1 + gap, 0, 0});
  scene.bodies.push_back({"far", {Shape::box({0.1, 0.1, 0.1}), Motion::still({1, 3, 0})}});
  scene.query.tolerance = 0.01;
  return scene;
}

TEST(CheckMotion, StartsWithinToleranceOfContactWhileAnotherPairComesLater) {
  const Robot sliders = two_sliders();
  const Scene scene = near_and_far(0.005);
  for (const double end : {1.0, 0.0, -1.0}) {
    const MotionCheck check = sliders.check_motion(Configuration{0, 0}, Configuration{end, 2}, scene);
    ASSERT_EQ(check.verdict(), Verdict::Impact) << end;
    EXPECT_EQ(check.contact->link_b, "near");
    EXPECT_GE(check.free_fraction, 0.0);
    EXPECT_LE(check.free_fraction, 0.005);
  }
}

TEST(CheckMotion, IsUndecidedAtItsStartWhileAnotherPairComesLater) {
  const Robot sliders = two_sliders();
  Scene scene = near_and_far(0.05);
  for (const double tolerance : {0.01, 1e-10}) {
    scene.query.tolerance = tolerance;
    scene.query.budget.iterations = 1;
    const MotionCheck check = sliders.check_motion(Configuration{0, 0}, Configuration{1, 2}, scene);
    EXPECT_EQ(check.verdict(), Verdict::Undecided);
    EXPECT_LE(check.free_fraction, 0.05);
  }
}

// A planner goes on from where a motion ends: within tolerance of contact, or as close as doubles can tell.
TEST(CheckMotion, GoesOnFromWhereAMotionEnded) {
  const Robot arm = example_arm();
  Random random(67);
  int near = 0;
  for (int cell = 0; cell < 4; ++cell) {
    Scene scene = random_cell(random);
    for (int i = 0; i < 25; ++i) {
      scene.query.tolerance = random.magnitude(1e-11, 0.02);
      Configuration from = arm.rest();
      for (int leg = 0; leg < 3; ++leg) {
        const Configuration to = random_configuration(arm, random);
        const MotionCheck check = arm.check_motion(from, to, scene);
        ASSERT_NE(check.verdict(), Verdict::Undecided);
        near += leg > 0 && check.free_fraction < 1e-6 ? 1 : 0;
        if (i == 0) {
          EXPECT_EQ(faults_of(check, arm, from, to, scene, 50), std::vector<std::string>{}) << cell << ", " << leg;
        }
        from = blended(from, to, check.free_fraction);
      }
    }
  }
  EXPECT_GT(near, 80);
}

// Doubles tell 1.7e9 s to 2.4e-7 s. A ball on a slide meets a post in the middle of a millisecond.
TEST(CheckMotion, LateTimesAreAsGoodAsEarlyOnes) {
  RobotModel model;
  model.name = "slide";
  model.link_names = {"base", "ball"};
  model.joint_names = {"x"};
  Joint joint;
  joint.type = JointType::Prismatic;
  joint.axis = Vector3::UnitX();
  model.joints = {joint};
  model.limits = {Interval(-9.0, 9.0)};
  model.shapes = {{1, Shape::sphere(0.1), {}}};
  const Robot slide(model);
  Scene scene;
  scene.bodies.push_back({"post", {Shape::sphere(0.1), Motion()}});
  for (const double start : {0.0, 1.7e9, -1e12}) {
    scene.query.window = {start, start + 1e-3};
    const MotionCheck check = slide.check_motion(Configuration{-1}, Configuration{1}, scene);
    ASSERT_EQ(check.verdict(), Verdict::Impact);
    EXPECT_NEAR(check.free_fraction, 0.4, 1e-9);
    EXPECT_EQ(check.tolerance, scene.query.tolerance);
    EXPECT_TRUE(scene.query.window.contains(check.toi.bracket.lo()));
    EXPECT_TRUE(scene.query.window.contains(check.toi.bracket.hi()));
    EXPECT_EQ(slide.check_motion(Configuration{-1}, Configuration{-0.9}, scene).toi.bracket.lo(),
              scene.query.window.hi());
    // With a body that moves the time counts, and the answer says how well it is known.
    Scene moving = scene;
    moving.bodies.push_back(
        {"other",
         {Shape::sphere(0.1), Motion::constant_velocity({0, 5, 0}, Quaternion::Identity(), {0, 0, 1e-9}, {0, 0, 0})}});
    const MotionCheck late = slide.check_motion(Configuration{-1}, Configuration{1}, moving);
    ASSERT_EQ(late.verdict(), Verdict::Impact);
    EXPECT_LE(late.free_fraction, 0.4);
    EXPECT_LE(0.8 - 2 * late.free_fraction, late.tolerance + 1e-12);
  }
}

}  // namespace
}  // namespace graze::testing
