// SPDX-License-Identifier: Apache-2.0
// What is left out before pairs are asked about is apart, pose by pose; and much is left out.
#include "robot/close_pairs.hpp"

#include <gtest/gtest.h>

#include <graze/distance.hpp>

#include "robot/dense_sampling.hpp"
#include "support/trials.hpp"

namespace graze::testing {
namespace {

constexpr double kDistance = 0.01;

// With bodies of every kind: a floor, one that moves evenly, one far away, and one with a corner on its way.
Scene busy_cell(Random& random) {
  Scene scene = random_cell(random);
  scene.bodies.push_back({"floor", {Shape::half_space(Vector3::UnitZ(), -0.2), Motion()}});
  scene.bodies.push_back({"flies",
                          {Shape::sphere(0.1), Motion::constant_velocity({-1, 0.5, 0.5}, Quaternion::Identity(),
                                                                         {2, 0, 0}, Vector3::UnitZ())}});
  scene.bodies.push_back(
      {"turns back",
       {Shape::box({0.1, 0.1, 0.1}), Motion::waypoints({0, 0.5, 1}, {{{1, 0, 1}}, {{0.5, 0, 0.6}}, {{1, 0, 1}}})}});
  return scene;
}

const ClosePair* found(const std::vector<ClosePair>& pairs, std::size_t a, std::size_t b, bool in_scene) {
  for (const ClosePair& pair : pairs)
    if (pair.a == a && pair.b == b && pair.in_scene == in_scene) return &pair;
  return nullptr;
}

class ClosePairs : public ::testing::Test {
 protected:
  std::vector<ClosePair> look(const JointTrajectory& trajectory, const Scene& scene) const {
    Robot::Data data;
    data.model = arm_.model();
    data.linkage = arm_.linkage();
    data.self_pairs.assign(arm_.self_pairs().begin(), arm_.self_pairs().end());
    for (const LinkShape& shape : data.model.shapes) {
      data.placements.push_back(ChainJoint::fixed(shape.origin));
      data.plain_placements.emplace_back(data.placements.back());
    }
    return close_pairs(data, trajectory, scene, kDistance, [](std::size_t, std::size_t) { return true; });
  }
  Pose pose_of(const std::vector<Pose>& links, std::size_t i) const {
    const LinkShape& shape = arm_.model().shapes[i];
    return links[shape.link] * Eigen::Translation3d(shape.origin.position) * shape.origin.orientation.normalized();
  }

  Robot arm_ = example_arm();
};

TEST_F(ClosePairs, WhatIsLeftOutIsApart) {
  Random random(73);
  std::size_t listed = 0, all = 0;
  for (int i = 0; i < testing::trials(20); ++i) {
    const Scene scene = busy_cell(random);
    const Configuration from = random_configuration(arm_, random);
    const Configuration to = blended(from, random_configuration(arm_, random), random.uniform(0.05, 1.0));
    const JointTrajectory trajectory = JointTrajectory::linear(arm_.linkage(), from, to, scene.query.window);
    const std::vector<ClosePair> pairs = look(trajectory, scene);
    listed += pairs.size();
    all += arm_.model().shapes.size() * scene.bodies.size() + arm_.self_pairs().size();
    for (int k = 0; k <= 24; ++k) {
      const double t = k / 24.0;
      const std::vector<Pose> links = link_poses(arm_.model(), arm_.linkage(), blended(from, to, t));
      const auto check = [&](std::size_t a, std::size_t b, bool in_scene, const Shape& shape, const Pose& pose) {
        const ClosePair* const pair = found(pairs, a, b, in_scene);
        if (pair != nullptr && pair->time.contains(t)) return;
        EXPECT_GT(distance(arm_.model().shapes[a].shape, pose_of(links, a), shape, pose).upper, kDistance - 1e-9)
            << "case " << i << " at " << t << ": " << a << ", " << b;
      };
      for (std::size_t a = 0; a < arm_.model().shapes.size(); ++a)
        for (std::size_t b = 0; b < scene.bodies.size(); ++b)
          check(a, b, true, scene.bodies[b].body.shape, scene.bodies[b].body.motion.pose(t));
      for (const BodyIds& ids : arm_.self_pairs())
        check(ids.a, ids.b, false, arm_.model().shapes[ids.b].shape, pose_of(links, ids.b));
    }
  }
  EXPECT_LT(listed, all / 2);
}

TEST_F(ClosePairs, AreInOrderOfTime) {
  Random random(74);
  int later = 0;
  for (int i = 0; i < 10; ++i) {
    const Scene scene = busy_cell(random);
    const Configuration from = random_configuration(arm_, random);
    const Configuration to = random_configuration(arm_, random);
    const std::vector<ClosePair> pairs = look(JointTrajectory::linear(arm_.linkage(), from, to), scene);
    for (std::size_t k = 1; k < pairs.size(); ++k) {
      EXPECT_LE(pairs[k - 1].time.lo(), pairs[k].time.lo());
      later += pairs[k - 1].time.lo() < pairs[k].time.lo() ? 1 : 0;
    }
  }
  EXPECT_GT(later, 10);
}

// What has no bounds, or moves without end, may be anywhere.
TEST_F(ClosePairs, KeepWhatHasNoBounds) {
  Scene scene;
  scene.bodies.push_back(
      {"tips over",
       {Shape::half_space(Vector3::UnitZ(), -100),
        Motion::constant_velocity(Vector3::Zero(), Quaternion::Identity(), Vector3::Zero(), Vector3::UnitX())}});
  const JointTrajectory trajectory = JointTrajectory::linear(arm_.linkage(), arm_.rest(), arm_.rest());
  const std::vector<ClosePair> pairs = look(trajectory, scene);
  for (std::size_t a = 0; a < arm_.model().shapes.size(); ++a) {
    ASSERT_NE(found(pairs, a, 0, true), nullptr);
    EXPECT_EQ(found(pairs, a, 0, true)->time, scene.query.window);
  }
}

}  // namespace
}  // namespace graze::testing
