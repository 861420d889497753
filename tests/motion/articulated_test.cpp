// SPDX-License-Identifier: Apache-2.0
// What articulated bodies have beyond what every motion promises: relative motion, tight bounds, refusals.
#include <graze/articulated.hpp>

#include <numbers>

#include <gtest/gtest.h>

#include "motion/chain/link_frames.hpp"
#include "motion/exact_motions.hpp"
#include "support/contains.hpp"

namespace graze::testing {
namespace {

// A planar arm: links of length 1 that turn about z.
Linkage planar_arm(int joints) {
  std::vector<Joint> list;
  for (int k = 0; k < joints; ++k) {
    Joint joint;
    joint.type = JointType::Continuous;
    joint.parent = static_cast<std::size_t>(k);
    joint.axis = Vector3::UnitZ();
    if (k > 0) joint.origin.position = Vector3::UnitX();
    list.push_back(joint);
  }
  return Linkage(list);
}

double width(const IntervalVector3& box) { return std::max(box[0].width(), std::max(box[1].width(), box[2].width())); }

// A position is enclosed by its range and a rest of second order: a tenth of the time, a hundredth of the rest.
TEST(Articulated, PathsAreEnclosedToSecondOrder) {
  const Linkage arm = planar_arm(3);
  const Configuration from{0.1, 0.2, 0.3};
  const Configuration to{1.1, -0.7, 0.9};
  const Motion tip = link_motion(JointTrajectory::linear(arm, from, to), 3, {{1, 0, 0}});
  double last = 0.0;
  for (double length = 0.1; length > 1e-5; length *= 0.1) {
    const IntervalVector3 over = tip.enclose({0.4, 0.4 + length}).position;
    const Vector3 start = tip.pose(0.4).translation();
    const Vector3 end = tip.pose(0.4 + length).translation();
    const double rest = width(over) - (end - start).cwiseAbs().maxCoeff();
    if (last > 0) {
      EXPECT_LE(rest, 0.015 * last + 1e-14) << length;
    }
    last = rest;
  }
}

TEST(Articulated, WhatLiesBehindTheLinkSeenFromHasNoPart) {
  const Linkage arm = planar_arm(3);
  const Configuration from{0, 0, 0.5};
  const Configuration to{100, 0, 0.7};
  const JointTrajectory trajectory = JointTrajectory::linear(arm, from, to);
  const Motion seen = link_motion(trajectory, 3, {}, 1);
  EXPECT_LE(seen.speed_bound({0, 1}).per_radius, 0.2001);
  EXPECT_NEAR(link_motion(trajectory, 3).speed_bound({0, 1}).per_radius, 100.2, 1e-6);
  const Pose expected = link_motion(trajectory, 1).pose(0.3).inverse() * link_motion(trajectory, 3).pose(0.3);
  const Vector3 point(1, 2, 3);
  EXPECT_LE((seen.pose(0.3) * point - expected * point).norm(), 1e-12);
  EXPECT_THROW(link_motion(trajectory, 1, {}, 3), std::invalid_argument);
  EXPECT_THROW(link_motion(trajectory, 4), std::invalid_argument);
}

// A tree with every kind of joint; a link of its own is where it is among all of them, to within the errors of both.
TEST(Articulated, AllLinksAtOnceAreWhereEachIs) {
  constexpr JointType kTypes[] = {JointType::Revolute, JointType::Fixed, JointType::Prismatic, JointType::Floating,
                                  JointType::Continuous};
  Random random(61);
  for (int i = 0; i < 200; ++i) {
    std::vector<Joint> joints(6);
    for (std::size_t k = 0; k < joints.size(); ++k) {
      joints[k].type = kTypes[random.below(5)];
      joints[k].parent = static_cast<std::size_t>(random.below(static_cast<int>(k) + 1));
      joints[k].origin = {random.vector(1.0), random.quaternion()};
      joints[k].axis = random.direction();
    }
    const Linkage tree(joints);
    Configuration from(tree.variables()), to(tree.variables());
    for (double& value : from) value = random.uniform(0.1, 1);
    for (double& value : to) value = random.uniform(0.1, 1);
    const JointTrajectory trajectory = JointTrajectory::linear(tree, from, to);
    const LinkFrames all(trajectory);
    const double time = random.uniform(-1, 2);
    const std::vector<PlainFrame> frames = all.at(time);
    const std::vector<Lengths> lengths = all.lengths({0, time + 2});
    for (std::size_t link = 0; link < tree.links(); ++link) {
      const Motion motion = link_motion(trajectory, link);
      const MotionInstant own = motion.instant(time, Vector3::Zero());
      const std::optional<MotionInstant> shared = frames[link].instant();
      ASSERT_TRUE(shared);
      EXPECT_LE((own.position - shared->position).norm(), own.position_error + shared->position_error);
      EXPECT_LE((own.velocity - shared->velocity).norm(), own.velocity_error + shared->velocity_error);
      EXPECT_LE((own.rotation - shared->rotation).norm(), 2 * (own.rotation_error + shared->rotation_error));
      EXPECT_LE((own.rate - shared->rate).norm(), 2 * (own.rate_error + shared->rate_error));
      EXPECT_LE(shared->position_error + shared->velocity_error + shared->rate_error, 1e-11);
      const MotionEnclosure over = motion.enclose({0, time + 2});
      for (int j = 0; j < 3; ++j) {
        EXPECT_GE(lengths[link].speed_bound().origin, over.velocity[j].mignitude());
        EXPECT_GE(lengths[link].acceleration_bound().origin, over.acceleration[j].mignitude());
      }
    }
  }
}

TEST(Articulated, FindsCommonAncestors) {
  std::vector<Joint> joints(5);
  joints[0].parent = 0;  // link 1
  joints[1].parent = 1;  // link 2
  joints[2].parent = 1;  // link 3
  joints[3].parent = 2;  // link 4
  joints[4].parent = 3;  // link 5
  const Linkage tree(joints);
  EXPECT_EQ(tree.common_ancestor(4, 5), 1u);
  EXPECT_EQ(tree.common_ancestor(4, 2), 2u);
  EXPECT_EQ(tree.common_ancestor(0, 5), 0u);
  EXPECT_EQ(tree.variables(), 0u);
}

TEST(Articulated, RefusesWhatIsNoLinkageOrTrajectory) {
  std::vector<Joint> joints(1);
  joints[0].parent = 1;
  EXPECT_THROW(Linkage{joints}, std::invalid_argument);
  joints[0].parent = 0;
  joints[0].type = JointType::Revolute;
  joints[0].axis.setZero();
  EXPECT_THROW(Linkage{joints}, std::invalid_argument);
  joints[0].axis = Vector3::UnitX();
  joints[0].mimic = Joint::Mimic{0};
  EXPECT_THROW(Linkage{joints}, std::invalid_argument);

  const Linkage arm = planar_arm(2);
  const Configuration good{0, 1};
  const Configuration bad{0, std::numeric_limits<double>::quiet_NaN()};
  EXPECT_THROW(JointTrajectory::linear(arm, good, bad), std::invalid_argument);
  EXPECT_THROW(JointTrajectory::linear(arm, good, Configuration(3)), std::invalid_argument);
  EXPECT_THROW(JointTrajectory::linear(arm, good, good, {1, 1}), std::invalid_argument);
  EXPECT_THROW(JointTrajectory::waypoints(arm, {0.0, 0.0}, {good, good}), std::invalid_argument);
  EXPECT_THROW(JointTrajectory::spline(arm, {0.0}, {good}), std::invalid_argument);
}

}  // namespace
}  // namespace graze::testing
