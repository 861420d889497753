// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>
#include <thread>

#include <gtest/gtest.h>

#include <graze/distance.hpp>

#include "robot/dense_sampling.hpp"
#include "robot/planar_arm.hpp"
#include "support/trials.hpp"

namespace graze::testing {
namespace {

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
