// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>
#include <thread>

#include <gtest/gtest.h>

#include <graze/distance.hpp>

#include "robot/dense_sampling.hpp"
#include "support/trials.hpp"

namespace graze::testing {
namespace {

// Two links of length 1 that turn about z, with a ball at the end of the second; another one around the base.
Robot planar_arm(double base_radius, double tip_radius) {
  RobotModel model;
  model.name = "planar";
  model.link_names = {"base", "upper", "lower"};
  model.joint_names = {"shoulder", "elbow"};
  for (std::size_t k = 0; k < 2; ++k) {
    Joint joint;
    joint.type = JointType::Continuous;
    joint.parent = k;
    joint.axis = Vector3::UnitZ();
    if (k > 0) joint.origin.position = Vector3::UnitX();
    model.joints.push_back(joint);
    model.limits.push_back(Interval::entire());
  }
  if (base_radius > 0) model.shapes.push_back({0, Shape::sphere(base_radius)});
  model.shapes.push_back({2, Shape::sphere(tip_radius), {Vector3::UnitX()}});
  return Robot(model);
}

Scene with_body(const std::string& name, const Shape& shape, const Vector3& position) {
  Scene scene;
  scene.bodies.push_back({name, {shape, Motion::still(position)}});
  return scene;
}

// With the elbow turning back twice as much, the tip goes along x: it is at 2 cos(q).
TEST(CheckMotion, FindsTheClosedFormContactOfATwoLinkArm) {
  const Robot arm = planar_arm(0, 0.1);
  const Scene scene = with_body("wall", Shape::half_space(-Vector3::UnitX(), -1.8), Vector3::Zero());
  const Configuration from{1.2, -2.4};
  const Configuration to{0.2, -0.4};
  const MotionCheck check = arm.check_motion(from, to, scene);
  ASSERT_EQ(check.verdict(), Verdict::Impact);
  const double exact = 1.2 - std::acos((1.8 - 0.1) / 2);
  EXPECT_LE(check.free_fraction, exact);
  EXPECT_NEAR(check.free_fraction, exact, 1e-9);
  ASSERT_TRUE(check.contact);
  EXPECT_EQ(check.contact->link_a, "lower");
  EXPECT_EQ(check.contact->link_b, "wall");
  EXPECT_TRUE(check.contact->in_scene);
  EXPECT_LE((check.contact->point - Vector3(1.8, 0, 0)).norm(), 1e-9);
  EXPECT_LE((check.contact->normal - Vector3::UnitX()).norm(), 1e-6);
}

// The tip is 2 cos(elbow / 2) away from the base, however fast the shoulder turns.
TEST(CheckMotion, FindsTheClosedFormContactWithItself) {
  const Robot arm = planar_arm(0.5, 0.25);
  for (const double shoulder : {0.0, 1.0, 50.0}) {
    const MotionCheck check = arm.check_motion(Configuration{0, 0}, Configuration{shoulder, std::numbers::pi});
    ASSERT_EQ(check.verdict(), Verdict::Impact);
    const double exact = 2 * std::acos(0.75 / 2) / std::numbers::pi;
    EXPECT_LE(check.free_fraction, exact);
    EXPECT_NEAR(check.free_fraction, exact, 1e-9);
    EXPECT_EQ(check.contact->link_a, "base");
    EXPECT_EQ(check.contact->link_b, "lower");
    EXPECT_FALSE(check.contact->in_scene);
    // In the world, the contact is on the base's ball in the direction of the tip.
    const double angle = shoulder * exact + std::numbers::pi * exact / 2;
    EXPECT_LE((check.contact->point - 0.5 * Vector3(std::cos(angle), std::sin(angle), 0)).norm(), 1e-7);
  }
}

// A ball of half a millimetre passes a wall of a tenth of one between two of two hundred poses.
TEST(CheckMotion, CatchesAThinWallThatSamplesPass) {
  const Robot arm = planar_arm(0, 0.0005);
  const Scene scene = with_body("wall", Shape::box({0.0001, 1, 1}), {1.47, 0, 0});
  const Configuration from{std::numbers::pi / 2, -std::numbers::pi};
  const Configuration to{0.0, 0.0};
  int seen = 0;
  constexpr int kPoses = 200;
  for (int k = 0; k <= kPoses; ++k) {
    const double s = static_cast<double>(k) / kPoses;
    const std::vector<Pose> links = link_poses(arm.model(), arm.linkage(), blended(from, to, s));
    const LinkShape& tip = arm.model().shapes[0];
    const Pose pose = links[2] * Eigen::Translation3d(tip.origin.position);
    seen += distance(tip.shape, pose, scene.bodies[0].body.shape, scene.bodies[0].body.motion.pose(0)).upper <= 0;
  }
  EXPECT_EQ(seen, 0);
  const MotionCheck check = arm.check_motion(from, to, scene);
  ASSERT_EQ(check.verdict(), Verdict::Impact);
  EXPECT_NEAR(check.free_fraction, 1 - std::acos((1.47 - 0.00055) / 2) / (std::numbers::pi / 2), 1e-8);
}

TEST(CheckMotion, AgreesWithDenseSampling) {
  const Robot arm = example_arm();
  Random random(61);
  int impacts = 0, free = 0;
  for (int i = 0; i < testing::trials(12); ++i) {
    const Scene scene = random_cell(random);
    const Configuration from = i % 3 == 0 ? arm.rest() : random_configuration(arm, random);
    const Configuration reach = random_configuration(arm, random);
    const Configuration to = i % 2 == 0 ? reach : blended(from, reach, 0.2);
    const MotionCheck check = arm.check_motion(from, to, scene);
    impacts += check.verdict() == Verdict::Impact ? 1 : 0;
    free += check.verdict() == Verdict::Free ? 1 : 0;
    EXPECT_EQ(faults_of(check, arm, from, to, scene, 20'000), std::vector<std::string>{}) << "case " << i;
  }
  EXPECT_GT(impacts, 0);
  EXPECT_GT(free, 0);
}

TEST(CheckMotion, KeepsTheSeparation) {
  const Robot arm = planar_arm(0, 0.1);
  Scene scene = with_body("wall", Shape::half_space(-Vector3::UnitX(), -1.8), Vector3::Zero());
  scene.query.separation = 0.05;
  const MotionCheck check = arm.check_motion(Configuration{1.2, -2.4}, Configuration{0.2, -0.4}, scene);
  EXPECT_NEAR(check.free_fraction, 1.2 - std::acos((1.8 - 0.15) / 2), 1e-9);
}

TEST(CheckMotion, MeetsABodyThatMoves) {
  const Robot arm = planar_arm(0, 0.1);
  Scene scene;
  scene.query.window = {9, 12};
  scene.bodies.push_back({"ball",
                          {Shape::sphere(0.1), Motion::constant_velocity({2, 1.2, 0}, Quaternion::Identity(),
                                                                         {0, -0.1, 0}, Vector3::Zero())}});
  // The arm rests, stretched along x; the ball comes down to it: 1.2 - 0.1 t = 0.2.
  const Configuration rest{0, 0};
  const MotionCheck check = arm.check_motion(rest, rest, scene);
  ASSERT_EQ(check.verdict(), Verdict::Impact);
  EXPECT_NEAR(check.toi.bracket.lo(), 10.0, 1e-8);
  scene.query.window = {8, 12};
  EXPECT_NEAR(arm.check_motion(rest, rest, scene).free_fraction, 0.5, 1e-8);
}

TEST(CheckMotion, SaysWhatStartsInContactAndWhatIsUndecided) {
  const Robot arm = planar_arm(0, 0.1);
  Scene scene = with_body("block", Shape::box({1, 1, 1}), {2, 0, 0});
  const MotionCheck start = arm.check_motion(Configuration{0, 0}, Configuration{1, 0}, scene);
  EXPECT_EQ(start.verdict(), Verdict::InitialContact);
  EXPECT_EQ(start.free_fraction, 0.0);
  EXPECT_EQ(start.contact->link_b, "block");
  scene.query.budget.iterations = 1;
  const MotionCheck stopped = arm.check_motion(Configuration{1.2, -2.0}, Configuration{0, 0}, scene);
  EXPECT_EQ(stopped.verdict(), Verdict::Undecided);
  EXPECT_FALSE(stopped.contact);
}

TEST(CheckMotion, SameBitsOnAnyNumberOfThreads) {
  const Robot arm = example_arm();
  Random random(62);
  const Scene scene = random_cell(random);
  JointPath path;
  for (int k = 0; k < 8; ++k) path.configurations.push_back(random_configuration(arm, random));
  const std::vector<MotionCheck> one = arm.check_path(path, scene, 1);
  const std::vector<MotionCheck> all = arm.check_path(path, scene);
  ASSERT_EQ(one.size(), 7u);
  for (std::size_t k = 0; k < one.size(); ++k) {
    EXPECT_EQ(one[k].verdict(), all[k].verdict());
    EXPECT_EQ(one[k].free_fraction, all[k].free_fraction);
    EXPECT_EQ(one[k].toi.bracket, all[k].toi.bracket);
  }
  // The pairs of a single part are spread over the threads.
  for (std::size_t k = 0; k + 1 < path.configurations.size(); ++k) {
    const JointPath part{{}, {path.configurations[k], path.configurations[k + 1]}, {}};
    EXPECT_EQ(arm.check_path(part, scene, 1)[0].toi.bracket, arm.check_path(part, scene, 2)[0].toi.bracket);
  }
  std::vector<double> fractions(4);
  std::vector<std::thread> threads;
  for (double& fraction : fractions)
    threads.emplace_back([&] {
      Scene part = scene;
      part.query.window = {0, 1.0 / 7};
      fraction = arm.check_motion(path.configurations[0], path.configurations[1], part).free_fraction;
    });
  for (std::thread& thread : threads) thread.join();
  for (const double fraction : fractions) EXPECT_EQ(fraction, fractions[0]);
}

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

TEST(CheckMotion, LeavesOutWhatMayTouch) {
  Robot arm = planar_arm(0.5, 0.25);
  RobotModel model = arm.model();
  model.shapes.push_back({1, Shape::sphere(0.1), {{0.5, 0, 5}}});  // far from all others
  model.ignore_adjacent = false;
  model.ignored.push_back({2, 0});
  const Configuration from{0, 0};
  const Configuration to{0, std::numbers::pi};
  EXPECT_EQ(Robot(model).check_motion(from, to).verdict(), Verdict::Free);
  const Scene scene = with_body("wall", Shape::box({0.1, 0.1, 0.1}), {0, 0, 0});
  EXPECT_EQ(Robot(model).check_motion(from, to, scene).verdict(), Verdict::Impact);
  model.ignored_bodies.emplace_back("lower", "wall");
  EXPECT_EQ(Robot(model).check_motion(from, to, scene).verdict(), Verdict::Free);
}

// Links that may touch all others are checked in the pairs that are enabled, adjacent ones too, and in no other.
TEST(CheckMotion, ChecksOfSomeLinksOnlyThePairsThatAreEnabled) {
  RobotModel model = planar_arm(0.5, 0.25).model();
  model.shapes.push_back({1, Shape::sphere(0.1)});  // around the shoulder, in the base's ball
  const Configuration from{0, 0};
  const Configuration to{0, std::numbers::pi};
  EXPECT_EQ(Robot(model).self_pairs().size(), 1u);
  model.ignored_links = {2};
  EXPECT_TRUE(Robot(model).self_pairs().empty());
  model.enabled = {{1, 2}};
  EXPECT_EQ(Robot(model).self_pairs().size(), 1u);  // adjacent
  const Scene scene = with_body("wall", Shape::box({0.1, 0.1, 0.1}), {0, 0, 0});
  EXPECT_EQ(Robot(model).check_motion(from, Configuration{0, 1}, scene).contact->link_a, "upper");
  model.enabled = {{0, 2}};
  EXPECT_EQ(Robot(model).check_motion(from, to).contact->link_b, "lower");
  model.ignored = {{2, 0}};
  EXPECT_TRUE(Robot(model).self_pairs().empty());
  model.ignored_links = {3};
  EXPECT_THROW(Robot{model}, std::invalid_argument);
}

// Free of nothing is no proof.
TEST(CheckMotion, NothingToCheckIsAnError) {
  const auto fault = [](const RobotModel& model, const Scene& scene) -> std::string {
    const Robot robot(model);
    const Configuration zero(robot.linkage().variables(), 0.0);
    const Configuration one(robot.linkage().variables(), 1.0);
    const auto fault_in = [](const auto& check) -> std::string {
      try {
        check();
      } catch (const std::invalid_argument& error) {
        return error.what();
      }
      return "no error";
    };
    const std::string fault = fault_in([&] { robot.check_motion(zero, one, scene); });
    EXPECT_EQ(fault_in([&] { robot.check_path({{}, {zero, one}, {}}, scene); }), fault);
    return fault;
  };
  const std::string start = "robot \"planar\": there is nothing to check: ";
  const Scene wall = with_body("wall", Shape::box({0.1, 0.1, 0.1}), {9, 9, 9});
  RobotModel model = planar_arm(0.5, 0.25).model();
  EXPECT_EQ(fault(model, {}), "no error");
  RobotModel bare = model;
  bare.shapes.clear();
  EXPECT_EQ(fault(bare, wall).find(start + "no link has collision geometry"), 0u) << fault(bare, wall);
  RobotModel base_only = model;
  base_only.shapes.pop_back();
  EXPECT_EQ(fault(base_only, wall).find(start + "no two links"), 0u);
  Scene moving = wall;
  moving.bodies[0].body.motion =
      Motion::constant_velocity({9, 9, 9}, Quaternion::Identity(), {1, 0, 0}, Vector3::Zero());
  EXPECT_EQ(fault(base_only, moving), "no error");
  model.ignored.push_back({0, 2});
  EXPECT_EQ(fault(model, {}).find(start + "no two links are to be kept apart, and the scene has no bodies"), 0u);
  EXPECT_EQ(fault(model, wall), "no error");
  model.ignored_bodies.emplace_back("lower", "wall");
  EXPECT_EQ(fault(model, wall).find(start + "no two links are to be kept apart, and no link from a body"), 0u);
}

}  // namespace
}  // namespace graze::testing
