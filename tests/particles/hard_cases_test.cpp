// SPDX-License-Identifier: Apache-2.0
// Cases with stated rules: docs/algorithms/particles.md.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "particles/random_scene.hpp"
#include "support/random.hpp"

namespace graze {
namespace {

ParticleScene table(double width, double height) {
  ParticleScene scene;
  scene.upper = Vector3(width, height, 0);
  return scene;
}

Particle disc(double x, double y, double vx, double vy, double radius = 0.5) {
  Particle p;
  p.position = Vector3(x, y, 0);
  p.velocity = Vector3(vx, vy, 0);
  p.radius = radius;
  return p;
}

TEST(ParticlesHard, TwoBodiesByTheFormula) {
  ParticleScene scene = table(100, 10);
  scene.particles = {disc(10, 5, 2, 0), disc(20, 5, -1, 0)};
  scene.particles[1].mass = 3.0;
  EventSimulator simulator(scene);
  ASSERT_EQ(simulator.run_until(4.0), 1U);  // they touch at t = 9 / 3
  const ParticleScene now = simulator.snapshot();
  EXPECT_NEAR(now.particles[0].velocity[0], (2.0 * (1.0 - 3.0) + 2.0 * 3.0 * -1.0) / 4.0, 1e-15);
  EXPECT_NEAR(now.particles[1].velocity[0], (-1.0 * (3.0 - 1.0) + 2.0 * 1.0 * 2.0) / 4.0, 1e-15);
  EXPECT_NEAR(now.particles[0].position[0], 16.0 - 2.5 * 1.0, 1e-13);
}

TEST(ParticlesHard, GrazingIsAMissAndLessIsAHit) {
  for (const double offset : {1.0, std::nextafter(1.0, 2.0), 1.0 + 1e-9}) {
    ParticleScene scene = table(100, 10);
    scene.particles = {disc(10, 4, 1, 0), disc(20, 4 + offset, -1, 0)};
    EXPECT_EQ(EventSimulator(scene).run_until(9.0), 0U) << offset;
  }
  ParticleScene scene = table(100, 10);
  scene.particles = {disc(10, 4, 1, 0), disc(20, 5 - 1e-15, -1, 0)};
  EXPECT_GE(EventSimulator(scene).run_until(8.0), 1U);
}

TEST(ParticlesHard, NewtonsCradle) {
  ParticleScene scene = table(100, 10);
  scene.particles.push_back(disc(10, 5, 1, 0));
  for (int k = 0; k < 5; ++k) scene.particles.push_back(disc(20 + k, 5, 0, 0));  // touching
  for (const EventMethod method : kEventMethods) {
    EventSimulator simulator(scene, {.method = method});
    EXPECT_EQ(simulator.run_until(15.0), 5U);
    const ParticleScene now = simulator.snapshot();
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(now.particles[i].velocity, Vector3::Zero()) << i;
    EXPECT_EQ(now.particles[5].velocity, Vector3(1, 0, 0));
  }
}

TEST(ParticlesHard, OpeningBreakOfARack) {
  ParticleScene scene = table(40, 20);
  scene.particles.push_back(disc(5, 10, 10, 0));
  const double row = std::sqrt(3.0) / 2.0 * (1.0 + 1e-15);
  for (int r = 0; r < 5; ++r)
    for (int k = 0; k <= r; ++k) scene.particles.push_back(disc(20 + r * row, 10 + k - 0.5 * r, 0, 0));
  const std::uint64_t expected = hash_of(scene, EventMethod::AllPairs, 5.0);
  for (const EventMethod method : kEventMethods) EXPECT_EQ(hash_of(scene, method, 5.0), expected);
  EventSimulator simulator(scene);
  simulator.run_until(5.0);
  EXPECT_NEAR(simulator.energy(), 50.0, 1e-12);
  EXPECT_GT(simulator.smallest_gap_now(), -1e-13);
}

TEST(ParticlesHard, CornerOfTheBoxSendsBack) {
  ParticleScene scene = table(10, 10);
  scene.particles = {disc(5, 5, 1, 1)};
  EventSimulator simulator(scene);
  EXPECT_EQ(simulator.run_until(5.0), 2U);
  EXPECT_EQ(simulator.snapshot().particles[0].velocity, Vector3(-1, -1, 0));
}

TEST(ParticlesHard, EndOfASegmentIsACorner) {
  ParticleScene scene = table(20, 20);
  scene.walls = {{FixedSegment{Vector3(10, 5, 0), Vector3(10, 10, 0)}, 0}};
  scene.particles = {disc(2, 10, 1, 0), disc(10, 3, 0, 0.2)};  // head on, from the left and from below
  EventSimulator simulator(scene);
  EXPECT_EQ(simulator.run_until(8.0), 2U);
  const ParticleScene now = simulator.snapshot();
  EXPECT_NEAR(now.particles[0].velocity[0], -1.0, 1e-12);
  EXPECT_NEAR(now.particles[1].velocity[1], -0.2, 1e-12);
  scene.particles = {disc(2, 10 + std::sqrt(0.125), 1, 0)};  // at 45 degrees: turned by a right angle
  EventSimulator slanted(scene);
  EXPECT_EQ(slanted.run_until(9.0), 1U);
  EXPECT_NEAR((slanted.snapshot().particles[0].velocity - Vector3(0, 1, 0)).norm(), 0.0, 1e-9);
}

TEST(ParticlesHard, CornersOfABoxInSpace) {
  ParticleScene scene;
  scene.dimension = 3;
  scene.upper = Vector3(20, 20, 20);
  scene.walls = {{FixedBox{Vector3(8, 8, 8), Vector3(12, 12, 12)}, 0}};
  Particle p;
  p.position = Vector3(4, 4, 4);
  p.velocity = Vector3(1, 1, 1);
  scene.particles = {p};
  EventSimulator simulator(scene);
  EXPECT_EQ(simulator.run_until(4.0), 1U);
  EXPECT_NEAR((simulator.snapshot().particles[0].velocity + Vector3(1, 1, 1)).norm(), 0.0, 1e-12);
}

TEST(ParticlesHard, ParticlesAtRestStayAtRest) {
  ParticleScene scene = table(10, 10);
  scene.particles = {disc(3, 3, 0, 0), disc(6, 6, 0, 0)};
  EventSimulator simulator(scene);
  EXPECT_EQ(simulator.run_until(1e6), 0U);
  EXPECT_EQ(simulator.snapshot().particles[0].position, Vector3(3, 3, 0));
  EXPECT_EQ(simulator.run_until(HUGE_VAL), 0U);  // nothing will ever happen: no endless loop
}

// Three discs in a row, very inelastic: without a model, endlessly many collisions in finite time.
TEST(ParticlesHard, InelasticCollapseEnds) {
  ParticleScene scene = table(100, 10);
  scene.restitution = {0.05};
  scene.particles = {disc(10, 5, 1, 0), disc(12, 5, 0, 0), disc(14, 5, -1, 0)};
  EventSimulator simulator(scene);
  simulator.run_until(20.0, 1000000);
  EXPECT_EQ(simulator.now(), 20.0);
  EXPECT_GT(simulator.totals().collapsed, 0U);
  EXPECT_GT(simulator.smallest_gap_now(), -1e-13);
}

TEST(ParticlesHard, RestsUnderGravity) {
  ParticleScene scene = table(10, 10);
  scene.gravity = Vector3(0, -10, 0);
  scene.restitution = {0.5};
  scene.particles = {disc(5, 5, 0.1, 0), disc(2, 0.5, 0, 0)};  // one falls, one lies on the floor
  EventSimulator simulator(scene);
  simulator.run_until(20.0, 10000000);
  ASSERT_EQ(simulator.now(), 20.0);
  for (const Particle& p : simulator.snapshot().particles) {
    EXPECT_GE(p.position[1], 0.5 - 1e-12);
    EXPECT_LE(p.position[1], 0.5 + 1e-3);
  }
}

TEST(ParticlesHard, FallsAndBouncesByTheFormula) {
  ParticleScene scene = table(10, 10);
  scene.gravity = Vector3(0, -8, 0);
  scene.particles = {disc(5, 4.5, 0, 0)};  // falls 4 in one unit of time, bounces back up in another
  for (const EventMethod method : kEventMethods) {
    EventSimulator simulator(scene, {.method = method});
    simulator.run_until(2.0);
    EXPECT_NEAR(simulator.snapshot().particles[0].position[1], 4.5, 1e-12);
    EXPECT_EQ(simulator.totals().wall_collisions, 1U);
  }
}

TEST(ParticlesHard, DragStopsShortOfAWall) {
  ParticleScene scene = table(10, 10);
  scene.drag = 0.5;
  scene.particles = {disc(2, 5, 1, 0), disc(2, 8, 4, 0)};  // would go 2 and 8 in all
  EventSimulator simulator(scene);
  simulator.run_until(100.0);
  EXPECT_EQ(simulator.totals().wall_collisions, 1U);
  EXPECT_NEAR(simulator.snapshot().particles[0].position[0], 4.0, 1e-12);
  EXPECT_NEAR(simulator.snapshot().particles[1].position[0], 9.5 - 0.5, 1e-12);
}

TEST(ParticlesHard, InsideAndOutsideOfAShell) {
  ParticleScene scene = table(20, 20);
  scene.walls = {{FixedSphere{Vector3(10, 10, 0), 5.0}, 0}};
  scene.particles = {disc(10, 10, 1, 0), disc(2, 10, 1, 0)};
  EventSimulator simulator(scene);
  EXPECT_EQ(simulator.run_until(5.0), 2U);
  EXPECT_NEAR(simulator.snapshot().particles[0].velocity[0], -1.0, 1e-13);
  EXPECT_NEAR(simulator.snapshot().particles[1].velocity[0], -1.0, 1e-13);
}

TEST(ParticlesHard, GlidingAlongAShellEnds) {
  ParticleScene scene = table(20, 20);
  scene.walls = {{FixedSphere{Vector3(10, 10, 0), 5.0}, 0}};
  scene.particles = {disc(10, 5.5, 1, 0)};  // touching, along the tangent
  EventSimulator simulator(scene);
  simulator.run_until(1e-3, 10000000);
  EXPECT_NEAR(simulator.now(), 1e-3, 1e-12);
  EXPECT_NEAR(simulator.energy(), 0.5, 1e-9);
}

// A wall is met through a periodic face as in the middle of the box: a particle among walls in one box, and in another
// in which everything is moved on by half of it.
TEST(ParticlesHard, WallsOfPeriodicBoxesHaveImages) {
  std::uint64_t hits = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    testing::Random random(seed);
    ParticleScene scene = table(10, 10);
    scene.periodic = {true, seed % 2 == 0, false};
    const double x = random.uniform(0.0, 10.0);
    const double y = random.uniform(2.5, 7.5);
    const auto walls_at = [&](double shift) {
      const Vector3 at(std::fmod(x + shift, 10.0), y, 0);
      scene.walls = {{FixedSegment{at, at + Vector3(0.7, -0.8, 0)}, 0},
                     {FixedBox{at + Vector3(-1.5, 1, 0), at + Vector3(1.5, 1.5, 0)}, 0},
                     {FixedSphere{at + Vector3(0, -2, 0), 0.4}, 0}};
      scene.particles = {disc(std::fmod(x + shift + 5, 10.0), y, 1.3, 0.37, 0.3)};
      return EventSimulator(scene);
    };
    EventSimulator one = walls_at(0.0);
    EventSimulator other = walls_at(5.0);
    one.run_until(15.0);
    other.run_until(15.0);
    EXPECT_EQ(one.totals().wall_collisions, other.totals().wall_collisions) << seed;
    EXPECT_LT((one.snapshot().particles[0].velocity - other.snapshot().particles[0].velocity).norm(), 1e-6) << seed;
    hits += one.totals().wall_collisions;
  }
  EXPECT_GT(hits, 100U);
  ParticleScene scene = table(10, 10);
  scene.periodic = {true, false, false};
  scene.walls = {{FixedPlane{{1, 0, 0}, 2.0}, 0}};
  EXPECT_THROW(check(scene), std::invalid_argument);
  scene.walls = {{FixedPlane{{0, 1, 0}, 2.0}, 0}, {FixedSphere{{25, 5, 0}, 1.0}, 0}};
  EXPECT_THROW(check(scene), std::invalid_argument);
}

TEST(ParticlesHard, RestitutionIsPerPairOfMaterials) {
  ParticleScene scene = table(100, 10);
  scene.restitution = {1.0, 0.5, 0.5, 0.25};
  scene.particles = {disc(10, 5, 1, 0), disc(20, 5, -1, 0)};
  scene.particles[0].material = 1;
  EventSimulator simulator(scene);
  ASSERT_EQ(simulator.run_until(5.0), 1U);
  EXPECT_NEAR(simulator.snapshot().particles[0].velocity[0], -0.5, 1e-15);
}

TEST(ParticlesHard, BadScenesAreRefused) {
  const auto refused = [](auto&& spoil) {
    ParticleScene scene = table(10, 10);
    scene.particles = {disc(3, 3, 1, 0), disc(6, 6, 0, 1)};
    spoil(scene);
    EXPECT_THROW(EventSimulator{scene}, std::invalid_argument);
  };
  refused([](ParticleScene& s) { s.particles[1].position = Vector3(3.9, 3, 0); });
  refused([](ParticleScene& s) { s.particles[1].position = Vector3(9.9, 3, 0); });
  refused([](ParticleScene& s) { s.particles[1].position[2] = 1.0; });
  refused([](ParticleScene& s) { s.particles[1].velocity[0] = NAN; });
  refused([](ParticleScene& s) { s.particles[1].radius = 0.0; });
  refused([](ParticleScene& s) { s.particles[1].mass = -1.0; });
  refused([](ParticleScene& s) { s.particles[1].material = 1; });
  refused([](ParticleScene& s) { s.restitution = {1.0, 0.5}; });
  refused([](ParticleScene& s) { s.restitution = {1.5}; });
  refused([](ParticleScene& s) { s.walls = {{FixedSphere{Vector3(6, 6, 0), 0.1}, 0}}; });
  refused([](ParticleScene& s) { s.dimension = 4; });
  refused([](ParticleScene& s) { s.drag = -1.0; });
  // Numbers whose fourth powers are no doubles, and particles that are hardly larger than a grain.
  refused([](ParticleScene& s) { s.particles[1].velocity[0] = 1e80; });
  refused([](ParticleScene& s) { s.particles[1].mass = 1e308; });
  refused([](ParticleScene& s) { s.gravity[1] = -1e300; });
  refused([](ParticleScene& s) { s.upper[0] = 1e13; });
}

}  // namespace
}  // namespace graze
