// SPDX-License-Identifier: Apache-2.0
// What the world does against what textbooks say.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "world/small_worlds.hpp"

namespace graze {
namespace {

TEST(World, BallBouncesToRestitutionSquaredTimesTheHeight) {
  for (const double e : {0.5, 0.8, 1.0}) {
    WorldBody ball{.name = "ball", .shape = Shape::sphere(0.1)};
    ball.placement.position = {0, 0, 1.1};
    ball.restitution = e;
    World world(scene_of({floor_body(), ball}));
    int impacts = 0;
    world.on_impact = [&](const WorldImpact&) { ++impacts; };
    double highest = 0.0;
    while (world.time() < 3.0 && impacts < 2) {
      world.step(kFrame);
      if (impacts == 1) highest = std::max(highest, world.body(1).position.z() - 0.1);
    }
    EXPECT_NEAR(highest, e * e, 3e-3) << "restitution " << e;
  }
}

// A slope of 0.5 by turning gravity.
double slide_distance(double friction, double seconds) {
  const Vector3 gravity = 10.0 * Vector3(1, 0, -2).normalized();
  std::vector<WorldBody> bodies{floor_body(), box_body({0, 0, 0.5 + 1e-5})};
  for (WorldBody& body : bodies) body.friction = friction;
  World world(scene_of(bodies, gravity));
  const double start = world.body(1).position.x();
  while (world.time() < seconds - 1e-9) world.step(kFrame);
  return world.body(1).position.x() - start;
}

TEST(World, BlockHoldsOnASlopeAsSteepAsItsFriction) { EXPECT_LT(std::abs(slide_distance(0.5, 2.0)), 1e-4); }

TEST(World, BlockSlidesOnASteeperSlopeWithTheTextbookAcceleration) {
  const double normal = 20.0 / std::sqrt(5.0);
  for (const double friction : {0.49, 0.2}) {
    const double acceleration = 10.0 / std::sqrt(5.0) - friction * normal;
    const double seconds = 2.0;
    EXPECT_NEAR(slide_distance(friction, seconds) / (0.5 * acceleration * seconds * seconds), 1.0, 0.02);
  }
}

TEST(World, NewtonsCradlePassesTheSwingOn) {
  std::vector<WorldBody> balls;
  for (int k = 0; k < 5; ++k) {
    WorldBody ball{.name = "ball", .shape = Shape::sphere(0.5)};
    ball.placement.position = {k == 0 ? -2.0 : 1.00001 * k, 0, 0};
    ball.restitution = 1.0;
    ball.friction = 0.0;
    if (k == 0) ball.velocity = {1, 0, 0};
    balls.push_back(ball);
  }
  World world(scene_of(balls, Vector3::Zero()));
  while (world.time() < 3.0) world.step(kFrame);
  for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(world.body(k).velocity.x(), k == 4 ? 1.0 : 0.0, 1e-6) << k;
  EXPECT_NEAR(world.energy(), 0.5 * 1000 * 4.0 / 3.0 * std::numbers::pi / 8, 1e-4);
}

TEST(World, DzhanibekovFlipsKeepEnergyAndAngularMomentum) {
  WorldBody nut = box_body(Vector3::Zero());
  nut.shape = Shape::box({3, 1, 2});
  nut.angular_velocity = {1e-3, 1e-3, 3};  // about the middle axis
  World world(scene_of({nut}, Vector3::Zero()));
  const double energy = world.energy();
  const Vector3 momentum = world.angular_momentum();
  bool flipped = false;
  while (world.time() < 60.0) {
    world.step(kFrame);
    flipped = flipped || (world.body(0).orientation * Vector3::UnitZ()).z() < -0.9;
    ASSERT_NEAR(world.energy() / energy, 1.0, 1e-3);
    ASSERT_LT((world.angular_momentum() - momentum).norm(), 1e-3 * momentum.norm());
  }
  EXPECT_TRUE(flipped);
}

// Seven radians a step, and about to flip over: what seems steady at the start of a step is not.
TEST(World, FastFlipsKeepEnergyAndAngularMomentum) {
  WorldBody nut = box_body(Vector3::Zero());
  nut.shape = Shape::box({3, 1, 2});
  nut.angular_velocity = {1, 8, 442};
  World world(scene_of({nut}, Vector3::Zero()));
  const double energy = world.energy();
  const Vector3 momentum = world.angular_momentum();
  double steadiest = 1.0;
  while (world.time() < 2.0) {
    world.step(kFrame);
    const Vector3 axis = world.body(0).orientation.conjugate() * world.body(0).angular_velocity.normalized();
    steadiest = std::min(steadiest, std::abs(axis.z()));
    ASSERT_NEAR(world.energy() / energy, 1.0, 1e-3);
    ASSERT_LT((world.angular_momentum() - momentum).norm(), 1e-9 * momentum.norm());
  }
  EXPECT_LT(steadiest, 0.7);
}

TEST(World, StackStays) {
  std::vector<WorldBody> bodies{floor_body()};
  for (int k = 0; k < 5; ++k) bodies.push_back(box_body({0, 0, 0.5 + 1.00001 * k}));
  WorldScene scene = scene_of(bodies);
  scene.options.sleeping = false;
  World world(scene);
  std::vector<Vector3> start;
  for (std::size_t i = 0; i < world.size(); ++i) start.push_back(world.body(i).position);
  while (world.time() < 2.0) {
    world.step(kFrame);
    ASSERT_GT(smallest_gap(world), 0.0);
  }
  for (std::size_t i = 1; i < world.size(); ++i)
    EXPECT_LT((world.body(i).position - start[i]).norm(), 1e-4) << "box " << i;
}

TEST(World, EnergyNeverGrowsInAPassiveScene) {
  std::vector<WorldBody> bodies{floor_body()};
  for (int k = 0; k < 6; ++k) {
    WorldBody body = box_body({0.3 * (k % 3), 0.2 * (k % 2), 1.0 + 1.5 * k}, 0.8);
    body.angular_velocity = {0.5 * k, 1.0, -0.7 * k};
    body.velocity = {0.1 * k, -0.2 * k, -1.0};
    body.restitution = 0.4;
    bodies.push_back(body);
  }
  World world(scene_of(bodies));
  double energy = world.energy();
  const double start = energy;
  while (world.time() < 4.0) {
    world.step(kFrame);
    ASSERT_LT(world.energy(), energy + 1e-9 * start) << world.time();
    energy = world.energy();
    ASSERT_GT(smallest_gap(world), 0.0) << world.time();
  }
  EXPECT_LT(energy, start);
}

// Tens of radians a frame; the impact of two others, close by, ends the stretch halfway.
TEST(World, FastSpinCutShortGivesNoEnergy) {
  WorldBody capsule{.name = "capsule", .shape = Shape::capsule(0.3, 1.0)};
  WorldBody ball{.name = "ball", .shape = Shape::sphere(0.05)};
  ball.restitution = 1.0;
  for (int k = 0; k < 20; ++k) {
    capsule.angular_velocity = {130.0 + 50 * k, -1270, -300};
    std::vector<WorldBody> bodies{capsule, ball, ball};
    for (const std::size_t i : {1U, 2U}) {
      const double side = i == 1 ? -1.0 : 1.0;
      bodies[i].placement.position = {0.72, 0.72, 0.72 + 0.1 * side};
      bodies[i].velocity = {0, 0, -(5.0 + k) * side};
    }
    World world(scene_of(bodies, Vector3::Zero()));
    const double start = world.energy();
    const StepReport report = world.step(kFrame);
    EXPECT_EQ(report.islands, 1U);
    EXPECT_EQ(report.impacts, 1U);
    EXPECT_LT(world.energy(), start * (1 + 1e-3)) << k;
  }
}

// A straight wire falls, and comes to lie on the floor; so does a point.
TEST(World, WiresAndPointsFallToTheFloor) {
  const auto body = [](std::vector<Vector3> ends) {
    const std::uint32_t last = static_cast<std::uint32_t>(ends.size()) - 1;
    return WorldBody{.name = "wire", .shape = Shape::mesh({std::move(ends), {{0, last, last}}})};
  };
  WorldBody wire = body({{-0.5, 0, 0}, {0.5, 0, 0.2}});
  wire.placement.position = {0, 0, 1};
  WorldBody point = body({{0, 0, 0}});
  point.placement.position = {0, 1, 1};
  World world(scene_of({floor_body(), wire, point}));
  while (world.time() < 3.0) {
    world.step(kFrame);
    ASSERT_GT(smallest_gap(world), 0.0);
  }
  EXPECT_LT(world.body(1).position.z(), 0.02);
  EXPECT_LT(world.body(2).position.z(), 0.02);
  EXPECT_LT((world.body(1).orientation * Vector3(1, 0, 0.2)).z(), 0.02);
}

TEST(World, FastBodyNeverTunnelsThroughPaper) {
  WorldBody paper{.name = "paper", .shape = Shape::mesh({{{0, -1, -1}, {0, 1, -1}, {0, 0, 1}}, {{0, 1, 2}}})};
  paper.kind = BodyKind::Static;
  WorldBody bullet = box_body({-5, 0, 0}, 0.1);
  bullet.velocity = {1e4, 0, 0};
  bullet.angular_velocity = {30, 200, 70};
  World world(scene_of({paper, bullet}, Vector3::Zero()));
  while (world.time() < 0.5) {
    world.step(kFrame);
    ASSERT_LT(world.body(1).position.x(), 0.0);
    ASSERT_GT(smallest_gap(world), 0.0);
  }
}

}  // namespace
}  // namespace graze
