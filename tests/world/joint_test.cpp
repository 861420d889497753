// SPDX-License-Identifier: Apache-2.0
// Joints against what textbooks say.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <graze/world.hpp>

namespace graze {
namespace {

constexpr double kFrame = 1.0 / 64.0;
constexpr double kGravity = 10.0;

WorldBody body_at(const Vector3& position, Shape shape, BodyKind kind = BodyKind::Dynamic) {
  WorldBody body{.name = "body", .shape = std::move(shape)};
  body.kind = kind;
  body.placement.position = position;
  return body;
}

WorldScene hanging() {
  WorldScene scene;
  scene.options.gravity = {0, 0, -kGravity};
  scene.options.sleeping = false;
  scene.bodies.push_back(body_at(Vector3::Zero(), Shape::box({0.1, 0.1, 0.1}), BodyKind::Static));
  return scene;
}

Vector3 anchor_of(const World& world, std::size_t i, const Vector3& local) {
  return world.body(i).position + world.body(i).orientation * local;
}

// A small ball on a rod of length one, a little aside.
WorldScene pendulum(double angle) {
  WorldScene scene = hanging();
  const Vector3 at(std::sin(angle), 0, -std::cos(angle));
  scene.bodies.push_back(body_at(at, Shape::sphere(0.05)));
  scene.joints.push_back({.kind = JointKind::Ball, .a = 0, .b = 1});
  return scene;
}

TEST(Joints, PendulumHasTheTextbookPeriod) {
  World world(pendulum(0.1));
  double last = world.body(1).position.x();
  std::vector<double> crossings;
  while (world.time() < 10.0) {
    world.step(kFrame);
    const double x = world.body(1).position.x();
    if ((x < 0) != (last < 0)) crossings.push_back(world.time() - kFrame * x / (x - last));
    last = x;
  }
  ASSERT_GE(crossings.size(), 5U);
  const double period = 2 * (crossings.back() - crossings.front()) / static_cast<double>(crossings.size() - 1);
  const double inertia = 1 + 0.4 * 0.05 * 0.05;  // of the ball about the anchor
  const double expected = 2 * std::numbers::pi * std::sqrt(inertia / kGravity) * (1 + 0.1 * 0.1 / 16);
  EXPECT_NEAR(period / expected, 1.0, 5e-3);
}

TEST(Joints, PendulumKeepsItsEnergyAndItsLength) {
  World world(pendulum(1.5));
  const double mass = mass_properties(Shape::sphere(0.05), 1000.0).mass;
  const double bottom = -mass * kGravity;
  const double start = world.energy() - bottom;
  while (world.time() < 20.0) {
    world.step(kFrame);
    ASSERT_LT(world.energy() - bottom, start * 1.01) << world.time();
    ASSERT_NEAR(world.body(1).position.norm(), 1.0, 1e-3) << world.time();
  }
  EXPECT_GT(world.energy() - bottom, 0.9 * start);
}

TEST(Joints, ChainOfTwentyHangs) {
  WorldScene scene = hanging();
  for (int k = 0; k < 20; ++k) {
    WorldBody link = body_at({0, 0, -0.2 * k - 0.1}, Shape::box({0.05, 0.05, 0.18}));
    link.linear_damping = link.angular_damping = 1.0;
    link.group = 1;
    scene.bodies.push_back(std::move(link));
    scene.joints.push_back({.kind = JointKind::Ball,
                            .a = static_cast<std::size_t>(k),
                            .b = static_cast<std::size_t>(k) + 1,
                            .anchor = {0, 0, -0.2 * k}});
  }
  scene.bodies.back().velocity = {1, 0, 0};
  World world(scene);
  double energy = world.energy();
  while (world.time() < 4.0) {
    world.step(kFrame);
    ASSERT_LT(world.energy(), energy + 1.0) << world.time();
    energy = world.energy();
    for (std::size_t k = 2; k <= 20; ++k) {
      const Vector3 apart = anchor_of(world, k, {0, 0, 0.1}) - anchor_of(world, k - 1, {0, 0, -0.1});
      ASSERT_LT(apart.norm(), 5e-3) << "link " << k << " at " << world.time();
    }
  }
  EXPECT_NEAR(world.body(20).position.z(), -3.9, 0.05);
  EXPECT_LT(world.body(20).velocity.norm(), 0.5);
}

TEST(Joints, HingeKeepsItsAxis) {
  WorldScene scene = hanging();
  WorldBody door = body_at({0.5, 0, 0}, Shape::box({0.9, 0.1, 1.0}));
  door.angular_velocity = {0, 0, 3};
  door.velocity = {0, 1.5, 0};
  scene.bodies.push_back(door);
  scene.joints.push_back({.kind = JointKind::Hinge, .a = 0, .b = 1, .axis = {0, 0, 2}});
  World world(scene);
  const double energy = world.energy();
  double turned = 0.0;
  Vector3 last = Vector3::UnitX();
  while (world.time() < 5.0) {
    world.step(kFrame);
    const Vector3 across = world.body(1).orientation * Vector3::UnitX();
    turned += std::atan2(last.cross(across).z(), last.dot(across));
    last = across;
    ASSERT_LT((world.body(1).orientation * Vector3::UnitZ() - Vector3::UnitZ()).norm(), 1e-3) << world.time();
    ASSERT_LT(anchor_of(world, 1, {-0.5, 0, 0}).norm(), 1e-3) << world.time();
  }
  EXPECT_NEAR(turned / 15.0, 1.0, 0.02);
  EXPECT_NEAR(world.energy() / energy, 1.0, 0.02);
}

TEST(Joints, FixedPairKeepsItsRelativePose) {
  WorldScene scene;
  scene.options.gravity = {0, 0, -kGravity};
  scene.bodies.push_back(body_at({0, 0, 0}, Shape::box({1, 0.2, 0.2})));
  scene.bodies.push_back(body_at({0.5, 0, 0.5}, Shape::box({0.2, 0.2, 1})));
  scene.bodies[0].angular_velocity = {1, 2, 3};
  scene.bodies[1].placement.orientation = Eigen::AngleAxisd(0.3, Vector3::UnitZ());
  scene.joints.push_back({.kind = JointKind::Fixed, .a = 0, .b = 1, .anchor = {0.5, 0, 0}});
  World world(scene);
  const auto b_in_a = [&] { return Quaternion(world.body(0).orientation.conjugate() * world.body(1).orientation); };
  const auto offset = [&] {
    return Vector3(world.body(0).orientation.conjugate() * (world.body(1).position - world.body(0).position));
  };
  const Quaternion turn = b_in_a();
  const Vector3 apart = offset();
  while (world.time() < 5.0) {
    world.step(kFrame);
    ASSERT_LT(b_in_a().angularDistance(turn), 1e-3) << world.time();
    ASSERT_LT((offset() - apart).norm(), 1e-3) << world.time();
  }
}

TEST(Joints, SameStateSameBits) {
  WorldScene scene = pendulum(1.0);
  scene.bodies.push_back(body_at({1.2, 0, -1.2}, Shape::box({0.3, 0.2, 0.1})));
  scene.joints.push_back({.kind = JointKind::Hinge, .a = 1, .b = 2, .anchor = {1, 0, -1}, .axis = Vector3::UnitY()});
  World world(scene);
  for (int k = 0; k < 30; ++k) world.step(kFrame);
  World other(scene);
  other.restore(world.state());
  for (int k = 0; k < 30; ++k) {
    world.step(kFrame);
    other.step(kFrame);
  }
  for (std::size_t i = 0; i < world.size(); ++i) {
    EXPECT_EQ(world.body(i).position, other.body(i).position);
    EXPECT_EQ(world.body(i).velocity, other.body(i).velocity);
  }
}

TEST(Joints, JoinedBodiesPassEachOtherUnlessTheyAreToCollide) {
  WorldScene scene = pendulum(0.5);
  EXPECT_FALSE(World(scene).can_collide(0, 1));
  scene.joints[0].collide = true;
  EXPECT_TRUE(World(scene).can_collide(0, 1));
}

TEST(Joints, MistakesAreNamed) {
  WorldScene scene = pendulum(0.5);
  scene.joints[0].name = "string";
  scene.joints[0].b = 7;
  try {
    const World world(scene);
    FAIL();
  } catch (const std::invalid_argument& fault) {
    EXPECT_NE(std::string(fault.what()).find("string"), std::string::npos);
  }
}

}  // namespace
}  // namespace graze
