// SPDX-License-Identifier: Apache-2.0
// What can move has to go on moving, and as it should.
#include <gtest/gtest.h>

#include <graze/mesh.hpp>
#include <graze/world.hpp>

#include "support/random_world.hpp"

namespace graze {
namespace {

constexpr double kFrame = 0.01;

WorldBody body_of(const TriangleMesh& mesh, const Vector3& position, BodyKind kind = BodyKind::Dynamic) {
  WorldBody body{.name = "body", .shape = Shape::mesh(mesh)};
  body.kind = kind;
  body.placement.position = position;
  body.friction = 0.0;
  return body;
}

// The walls are nearer than the distance that bodies keep where they slide.
TEST(Moving, CubeSlidesThroughATunnelHardlyWiderThanItself) {
  constexpr double kClearance = 1e-4;
  WorldScene scene;
  scene.bodies.push_back(body_of(make_box({1, 1, 1}), {0, 0, -4.5}));
  scene.bodies.back().velocity = {0, 0, 10};
  const double away = 1.0 + kClearance;
  for (const double side : {-1.0, 1.0}) {
    scene.bodies.push_back(body_of(make_box({1, 9, 10}), {side * away, 0, 0}, BodyKind::Static));
    scene.bodies.push_back(body_of(make_box({1, 1, 10}), {0, side * away, 0}, BodyKind::Static));
  }
  World world(scene);
  const double energy = world.energy();
  for (int frame = 0; frame < 100; ++frame) EXPECT_TRUE(world.step(kFrame).stalled.empty()) << frame;
  EXPECT_NEAR(world.body(0).position.z(), 5.5, 1e-6);
  EXPECT_NEAR(world.energy(), energy, 1e-6 * energy);
}

TEST(Moving, MeshesOfBallsBounceElastically) {
  for (const double offset : {0.0, 0.1, 0.3}) {
    WorldScene scene;
    for (const double x : {-1.5, 1.5}) {
      scene.bodies.push_back(body_of(make_icosphere(0.5, 2), {x, x > 0 ? offset : 0.0, 0.01}));
      scene.bodies.back().restitution = 1.0;
    }
    scene.bodies[0].velocity = {3, 0, 0};
    World world(scene);
    const double energy = world.energy();
    std::uint64_t impacts = 0;
    for (int frame = 0; frame < 150; ++frame) impacts += world.step(kFrame).impacts;
    EXPECT_GT(impacts, 0U);
    EXPECT_NEAR(world.energy(), energy, 1e-6 * energy);
    EXPECT_LT(world.body(0).velocity.x(), world.body(1).velocity.x() - 1.0) << offset;
  }
}

// Without friction nothing but the normals of their contacts keeps cubes on each other that have fallen there.
TEST(Moving, CubesFallOnEachOtherAndStand) {
  WorldScene scene;
  scene.options.gravity = {0, 0, -9.81};
  scene.bodies.push_back(body_of(make_box({20, 20, 1}), {0, 0, -0.5}, BodyKind::Static));
  for (int k = 0; k < 5; ++k) {
    scene.bodies.push_back(body_of(make_box({1, 1, 1}), {0, 0, 0.6 + 1.1 * k}));
    scene.bodies.back().placement.orientation = Eigen::AngleAxisd(0.26 * k, Vector3::UnitZ());
  }
  World world(scene);
  for (int frame = 0; frame < 1000; ++frame) world.step(kFrame);
  for (std::size_t i = 1; i < world.size(); ++i) {
    EXPECT_LT(world.body(i).position.head<2>().norm(), 1e-3) << i;
    EXPECT_NEAR(world.body(i).position.z(), static_cast<double>(i) - 0.5, 1e-2) << i;
  }
}

// A chain between two fixed ones, straight and taut at a spacing of 0.8.
std::size_t links_held(int links, double spacing, int frames) {
  WorldScene scene;
  scene.options.gravity = {0, 0, -9.81};
  for (int k = 0; k < links; ++k) {
    const bool end = k == 0 || k == links - 1;
    scene.bodies.push_back(
        body_of(make_torus(0.5, 0.1, 16, 8), {spacing * k, 0, 0}, end ? BodyKind::Static : BodyKind::Dynamic));
    if (k % 2 == 1) scene.bodies.back().placement.orientation = Eigen::AngleAxisd(1.5707963, Vector3::UnitX());
  }
  World world(scene);
  std::size_t held = 0;
  for (int frame = 0; frame < frames; ++frame) held += world.step(kFrame).stalled.size();
  return held;
}

// Links hold each other at many places, where they are neither convex nor flat. A chain falls, is taut, and swings on.
TEST(Moving, TautChainSwingsOn) { EXPECT_LT(links_held(9, 0.75, 150), 50U); }

// What is taut at one end is felt at the other, and a small way along it takes a large one across.
TEST(Moving, LongTautChainSwingsOn) { EXPECT_LT(links_held(41, 0.79, 100), 40U); }

// Worlds in which bodies hung in the air for up to two seconds: on one corner, bouncing with another; a capsule along
// an edge; shapes that spin on a ball, too close to be followed. In the last two, bodies that turned fast gained
// energy.
TEST(Moving, NobodyStandsStillForLongOrGainsEnergy) {
  constexpr int kFrames = 120;
  constexpr double kGain = 1e-6;
  constexpr int kLong = 8;
  for (const std::uint64_t seed :
       {8000036, 15000012, 15000015, 15000092, 15000144, 16000326, 17000093, 17000303, 8000318, 18000063}) {
    testing::Random random(seed);
    World world(testing::random_world(random));
    std::vector<int> held(world.size(), 0);
    double energy = world.energy();
    const double start = std::abs(energy);
    for (int frame = 0; frame < kFrames; ++frame) {
      const StepReport report = world.step(1.0 / 64);
      std::vector<int> now(world.size(), 0);
      for (const std::size_t body : report.stalled) now[body] = held[body] + 1;
      held = now;
      for (std::size_t body = 0; body < held.size(); ++body)
        ASSERT_LT(held[body], kLong) << "seed " << seed << " body " << body << " frame " << frame;
      ASSERT_LT(world.energy(), energy + kGain * start) << "seed " << seed << " frame " << frame;
      energy = world.energy();
    }
  }
}

}  // namespace
}  // namespace graze
