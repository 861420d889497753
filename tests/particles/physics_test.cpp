// SPDX-License-Identifier: Apache-2.0
#include "particles/physics.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "particles/quad_reference.hpp"

namespace graze {
namespace {

TEST(ParticlesPhysics, EquationOfState) {
  const double discs = compressibility(fluid(400, 2, 0.3), 40000, 200000);
  EXPECT_NEAR(discs / known_compressibility(2, 0.3), 1.0, 0.01);
  const double spheres = compressibility(fluid(500, 3, 0.3), 50000, 200000);
  EXPECT_NEAR(spheres / known_compressibility(3, 0.3), 1.0, 0.01);
}

TEST(ParticlesPhysics, SpeedsBecomeMaxwells) {
  ParticleScene scene = fluid(2000, 2, 0.2);
  for (std::size_t i = 0; i < scene.particles.size(); ++i)
    scene.particles[i].velocity = Vector3(i % 2 == 0 ? 1 : -1, 0, 0);
  EXPECT_GT(chi_squared_of_velocities(scene, 20), 1000.0);
  EventSimulator simulator(scene);
  simulator.run_until(HUGE_VAL, 60000);
  EXPECT_LT(chi_squared_of_velocities(simulator.snapshot(), 20), 43.8);  // 19 degrees of freedom: one in a thousand
}

TEST(ParticlesPhysics, EnergyMomentumAndContactsKeepTheirDigits) {
  for (const int dimension : {2, 3}) {
    EventSimulator simulator(fluid(100, dimension, 0.3));
    simulator.run_until(HUGE_VAL, 200000);
    EXPECT_NEAR(simulator.energy() / simulator.totals().initial_energy, 1.0, 2e-13);
    EXPECT_LT(simulator.momentum().norm(), 1e-11);
    EXPECT_LE(simulator.totals().max_contact_error, 1e-14);
    EXPECT_GE(simulator.smallest_gap_now(), -1e-14);
  }
}

// Whatever rounding does to sums of masses or to a wall's normal, it does at every hit: that must not add up. Light
// ones are hundreds of times as fast as the scene starts.
TEST(ParticlesPhysics, EnergyIsKeptByUnequalMassesAndSlantedWalls) {
  ParticleScene scene;
  scene.upper = Vector3(12, 21, 0);
  scene.walls = {{FixedPlane{{0.96, 0.047, 0}, 2.9}, 0},
                 {FixedSegment{{9.4, 3.6, 0}, {4.3, 11.1, 0}}, 0},
                 {FixedSphere{{7.9, 16.8, 0}, 1.0}, 0}};
  double mass = 0.3;
  for (const double x : {4.5, 7.0, 9.5})
    for (const double y : {2.0, 13.5, 19.5}) {
      Particle p;
      p.position = Vector3(x, y, 0);
      p.velocity = Vector3(y - 10, x - 7, 0);
      p.mass = mass;
      scene.particles.push_back(p);
      mass *= 0.2;
    }
  EventSimulator simulator(scene);
  simulator.run_until(HUGE_VAL, 200000);
  EXPECT_NEAR(simulator.energy() / simulator.totals().initial_energy, 1.0, 2e-13);
  EXPECT_LE(simulator.totals().max_contact_error, 1e-14);
}

// Late in a run times are as sharp as early: only the epoch's number is larger.
TEST(ParticlesPhysics, ContactErrorDoesNotGrowWithTime) {
  ParticleState state = EventSimulator(fluid(100, 3, 0.3)).state();
  state.now.epoch = 1000000000;
  EventSimulator late(state);
  late.run_until(HUGE_VAL, 100000);
  EXPECT_GT(late.now(), 1e9);
  EXPECT_LE(late.totals().max_contact_error, 1e-14);
}

// Nor with the width of the box, the length of flights or the distance from the origin, which doubles would feel.
TEST(ParticlesPhysics, ContactErrorDoesNotGrowWithTheBox) {
  for (const double packing : {0.12, 0.01, 0.001}) {
    ParticleSetup setup{.count = 4000, .dimension = 2, .packing = packing};
    setup.velocities = ParticleSetup::Velocities::Maxwell;
    ParticleScene scene = make_particles(setup);
    const Vector3 away(1e4, -1e4, 0.0);
    scene.lower += away;
    scene.upper += away;
    for (Particle& p : scene.particles) p.position += away;
    EventSimulator simulator(scene);
    simulator.run_until(HUGE_VAL, 100000);
    EXPECT_LE(simulator.totals().max_contact_error, 1e-14) << packing;
  }
}

TEST(ParticlesPhysics, TimeReversalReturnsToTheStart) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const ParticleScene scene = make_particles({.count = 6, .seed = seed});
    EventSimulator forth(scene);
    forth.run_until(HUGE_VAL, 25);
    const double time = forth.now() + 1e-3;
    forth.run_until(time);
    ParticleScene turned = forth.snapshot();
    for (Particle& p : turned.particles) p.velocity = -p.velocity;
    EventSimulator back(turned);
    back.run_until(time);
    for (std::size_t i = 0; i < scene.particles.size(); ++i)
      EXPECT_LT((back.snapshot().particles[i].position - scene.particles[i].position).norm(), 1e-6) << seed;
  }
}

TEST(ParticlesPhysics, AgreesWithQuadruplePrecisionAsLongAsPlainDoublesDo) {
  std::size_t simulated = 0;
  std::size_t plain = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const ParticleScene scene = make_particles({.count = 12, .seed = seed});
    const std::vector<EventIds> truth = quad_events(scene, 400);
    simulated += agreement(simulated_events(scene, 400), truth);
    plain += agreement(plain_events(scene, 400), truth);
  }
  EXPECT_GE(simulated, plain);
  EXPECT_GT(simulated, 20U * 50U);
}

TEST(ParticlesPhysics, RadialDistributionOfAFluid) {
  EventSimulator simulator(fluid(1000, 3, 0.3));
  simulator.run_until(HUGE_VAL, 20000);
  const std::vector<double> g = radial_distribution(simulator.snapshot(), 3.0, 30);
  for (std::size_t k = 0; k < 9; ++k) EXPECT_EQ(g[k], 0.0);  // nothing nearer than a diameter
  EXPECT_GT(g[10], 1.3);                                     // contact value is near 2.5
  EXPECT_NEAR(g[28], 1.0, 0.1);
}

TEST(ParticlesPhysics, DiscreteStepsMissMoreTheLongerTheyAre) {
  const ParticleScene scene = make_particles({.count = 100});
  std::uint64_t last = 0;
  for (const double dt : {0.001, 0.01, 0.1}) {
    const DiscreteTotals totals = run_discrete(scene, dt, 1.0);
    EXPECT_GE(totals.missed, last);
    last = totals.missed;
  }
  EXPECT_GT(last, 200U);
  ParticleScene falling = scene;
  falling.gravity = Vector3(0, -1, 0);
  EXPECT_THROW(run_discrete(falling, 0.1, 1.0), std::invalid_argument);
}

TEST(ParticlesPhysics, InitialStatesAreReproducibleAndRefuseTheImpossible) {
  const ParticleScene x = make_particles({.count = 200, .seed = 7});
  const ParticleScene y = make_particles({.count = 200, .seed = 7});
  for (std::size_t i = 0; i < 200; ++i) EXPECT_EQ(x.particles[i].position, y.particles[i].position);
  EXPECT_NO_THROW(check(fluid(1000, 3, 0.49)));
  EXPECT_NO_THROW(check(fluid(1000, 2, 0.7)));
  EXPECT_THROW(make_particles({.count = 100, .packing = 0.95}), std::invalid_argument);
  EXPECT_THROW(make_particles({.count = 0}), std::invalid_argument);
  EXPECT_THROW(make_particles({.count = 10, .dimension = 4}), std::invalid_argument);
}

}  // namespace
}  // namespace graze
