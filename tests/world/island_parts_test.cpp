// SPDX-License-Identifier: Apache-2.0
// The parts of an island's step, each by itself: contact set and motion planner.
#include <gtest/gtest.h>

#include "world/step/contact_set.hpp"
#include "world/step/motion_planner.hpp"

namespace graze::testing {
namespace {

constexpr double kGap = 1e-3;
constexpr double kStep = 0.01;

// A cube of edge 1 above the middle of a large static box, whose top is at z = 0.
class CubeAboveFloor {
 public:
  explicit CubeAboveFloor(double height) : caches_(2) {
    options_.gravity = {0, 0, -10};
    WorldBody floor{.shape = Shape::box(Vector3(20, 20, 2))};
    floor.kind = BodyKind::Static;
    bodies_.emplace_back(floor, shapes_);
    bodies_.emplace_back(WorldBody{.shape = Shape::box(Vector3(1, 1, 1))}, shapes_);
    bodies_[0].state.position = {0, 0, -1};
    bodies_[1].state.position = {0, 0, 0.5 + height};
    for (const RigidBody& body : bodies_) manifolds_.learn(body.shape);
  }

  RigidBody& cube() { return bodies_[1]; }
  IslandState state() const { return {setting_, {{0, 1}, {}}, bodies_, {}}; }
  PairCaches& caches() { return caches_; }

 private:
  WorldOptions options_;
  SharedShapes shapes_;
  std::vector<RigidBody> bodies_;
  ManifoldFinder manifolds_;
  WarmImpulses warm_;
  PairCaches caches_;
  StepSetting setting_{options_,   kGap,  0.0,    kStep, [](std::size_t, std::size_t) { return true; },
                       manifolds_, warm_, caches_};
};

TEST(MotionPlanner, FreeFallIsTheChordOfTheParabola) {
  CubeAboveFloor scene(5.0);
  scene.cube().state.velocity = {1, 0, 2};
  IslandState state = scene.state();
  const std::vector<BodyPlan> plans = MotionPlanner(state).make_plans(kStep, false);
  EXPECT_FALSE(plans[0].moves);
  EXPECT_TRUE(plans[1].moves);
  EXPECT_FALSE(plans[1].supported);
  EXPECT_NEAR((plans[1].velocity - Vector3(1, 0, 2 - 0.5 * 10 * kStep)).norm(), 0.0, 1e-15);
  EXPECT_NEAR((plans[1].velocity_change - Vector3(0, 0, -10 * kStep)).norm(), 0.0, 1e-15);
}

TEST(ContactSet, CubeAtRestHasItsFourLowerCorners) {
  CubeAboveFloor scene(kGap);
  IslandState state = scene.state();
  Certifier certifier(scene.caches(), state.ids);
  ContactSet(state, certifier).find(kStep);
  ASSERT_EQ(state.contacts.size(), 4U);
  for (const IslandContact& contact : state.contacts) {
    EXPECT_NEAR(contact.point.gap, kGap, 1e-12);
    EXPECT_NEAR(contact.solver.normal.z(), 1.0, 1e-12);
    EXPECT_NEAR(std::abs(contact.point.point_b.x()), 0.5, 1e-12);
    EXPECT_NEAR(std::abs(contact.point.point_b.y()), 0.5, 1e-12);
  }
}

TEST(ContactSet, CubeOutOfReachHasNone) {
  CubeAboveFloor scene(tuning::kContactReach * kGap * 1.01);
  IslandState state = scene.state();
  Certifier certifier(scene.caches(), state.ids);
  ContactSet(state, certifier).find(kStep);
  EXPECT_TRUE(state.contacts.empty());
}

// With the contacts of the floor, the plan of a cube at rest does not fall.
TEST(MotionPlanner, CubeAtRestIsSupported) {
  CubeAboveFloor scene(kGap);
  IslandState state = scene.state();
  Certifier certifier(scene.caches(), state.ids);
  ContactSet(state, certifier).find(kStep);
  const std::vector<BodyPlan> plans = MotionPlanner(state).make_plans(kStep, false);
  EXPECT_TRUE(plans[1].supported);
  EXPECT_NEAR(plans[1].velocity.norm(), 0.0, 1e-3 * kGap / kStep);
}

}  // namespace
}  // namespace graze::testing
