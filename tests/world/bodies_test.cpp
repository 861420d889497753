// SPDX-License-Identifier: Apache-2.0
// What the world does with bodies of each kind: asleep, kinematic, overlapping at the start, in one group.
#include <algorithm>

#include <gtest/gtest.h>

#include "world/small_worlds.hpp"

namespace graze {
namespace {

TEST(World, OverlappingBodiesArePulledApartAtRest) {
  World world(scene_of({floor_body(), box_body({0, 0, 0.3})}));
  ASSERT_EQ(world.initial_overlaps().size(), 1U);
  EXPECT_NEAR(world.initial_overlaps()[0].distance, 0.2, 1e-3);
  while (world.time() < 1.0) world.step(kFrame);
  EXPECT_NEAR(world.body(1).position.z(), 0.5, 1e-3);
  EXPECT_LT(world.body(1).velocity.norm(), 1e-3);
}

TEST(World, BodiesAtRestFallAsleepAndWakeWhenHit) {
  World world(scene_of({floor_body(), box_body({0, 0, 0.501})}));
  while (world.time() < 2.0) world.step(kFrame);
  EXPECT_TRUE(world.asleep(1));
  world.set_velocity(1, {1, 0, 0}, Vector3::Zero());
  EXPECT_FALSE(world.asleep(1));
  world.step(kFrame);
  EXPECT_GT(world.body(1).velocity.x(), 0.5);
}

TEST(World, SameStateSameBits) {
  std::vector<WorldBody> bodies{floor_body()};
  for (int k = 0; k < 3; ++k) bodies.push_back(box_body({0.3 * k, 0, 0.6 + 1.1 * k}));
  const WorldScene scene = scene_of(bodies);
  World world(scene);
  for (int k = 0; k < 40; ++k) world.step(kFrame);
  World other(scene);
  other.restore(world.state());
  for (int k = 0; k < 40; ++k) {
    world.step(kFrame);
    other.step(kFrame);
  }
  for (std::size_t i = 0; i < world.size(); ++i) {
    EXPECT_EQ(world.body(i).position, other.body(i).position);
    EXPECT_EQ(world.body(i).orientation.coeffs(), other.body(i).orientation.coeffs());
    EXPECT_EQ(world.body(i).velocity, other.body(i).velocity);
  }
}

TEST(World, BoxAndCapsuleComeToRestOnAHalfSpace) {
  WorldBody ground{.name = "ground", .shape = Shape::half_space(Vector3::UnitZ(), 0.0), .kind = BodyKind::Static};
  WorldBody capsule{.name = "capsule", .shape = Shape::capsule(0.2, 1.0)};
  capsule.placement.position = {3, 0, 1};
  World world(scene_of({ground, box_body({0, 0, 1}), capsule}));
  while (world.time() < 2.0) {
    world.step(kFrame);
    ASSERT_GT(smallest_gap(world), 0.0);
  }
  EXPECT_NEAR(world.body(1).position.z(), 0.5, 1e-3);
  EXPECT_LT(world.body(1).velocity.norm(), 1e-3);
  EXPECT_GT(world.body(2).position.z(), 0.2);
  EXPECT_LT(world.body(2).position.z(), 0.71);
}

WorldBody pusher(const Vector3& position, const Vector3& velocity) {
  WorldBody body = box_body(position);
  body.kind = BodyKind::Kinematic;
  body.velocity = velocity;
  return body;
}

TEST(World, KinematicBodyPushesWhatIsInItsWay) {
  World world(scene_of({floor_body(), box_body({0, 0, 0.501}), pusher({-2, 0, 0.6}, {1, 0, 0})}));
  while (world.time() < 3.0) {
    world.step(kFrame);
    ASSERT_GT(smallest_gap(world), 0.0);
  }
  EXPECT_NEAR(world.body(2).position.x(), 1.0, 1e-2);
  EXPECT_NEAR(world.body(1).position.x(), 2.0, 1e-2);
}

TEST(World, KinematicBodyStopsWhereNothingCanGiveWay) {
  WorldBody wall = box_body({1.5, 0, 0.6}, 1.0);
  wall.kind = BodyKind::Static;
  World world(scene_of({floor_body(), box_body({0, 0, 0.501}), pusher({-2, 0, 0.6}, {1, 0, 0}), wall}));
  bool held = false;
  while (world.time() < 3.0) {
    const StepReport report = world.step(kFrame);
    held = held || std::find(report.stalled.begin(), report.stalled.end(), 2U) != report.stalled.end();
    ASSERT_GT(smallest_gap(world), 0.0);
  }
  EXPECT_TRUE(held);
  EXPECT_LT(world.body(2).position.x(), -0.4);
}

TEST(World, GroupsPassEachOther) {
  WorldBody a = box_body({-2, 0, 0});
  WorldBody b = box_body({2, 0, 0});
  a.velocity = {4, 0, 0};
  a.group = b.group = 3;
  World world(scene_of({a, b}, Vector3::Zero()));
  while (world.time() < 2.0) world.step(kFrame);
  EXPECT_NEAR(world.body(0).position.x(), 6.0, 1e-9);
}

}  // namespace
}  // namespace graze
