// SPDX-License-Identifier: Apache-2.0
// All methods give the same events, bit for bit.
#include <gtest/gtest.h>

#include "particles/random_scene.hpp"

namespace graze {
namespace {

void expect_equal_hashes(const ParticleScene& scene, double seconds, std::uint64_t events) {
  const std::uint64_t expected = hash_of(scene, EventMethod::AllPairs, seconds, events);
  for (const EventMethod method : kEventMethods)
    EXPECT_EQ(hash_of(scene, method, seconds, events), expected) << to_string(method);
}

TEST(Particles, MethodsAgreeOnRandomScenes) {
  for (std::uint64_t number = 0; number < 100; ++number) {
    SCOPED_TRACE(number);
    expect_equal_hashes(random_scene(number), 20.0, 250);
  }
}

TEST(Particles, MethodsAgreeOnTheSeedsScene) { expect_equal_hashes(make_particles({.count = 64}), 2.0, ~0ULL); }

TEST(Particles, MethodsAgreeInDensePeriodicFluids) {
  for (const int dimension : {2, 3}) {
    ParticleSetup setup{.count = 60, .dimension = dimension, .packing = 0.4, .periodic = true};
    setup.smallest_radius = setup.largest_radius = 0.5;
    setup.velocities = ParticleSetup::Velocities::Maxwell;
    expect_equal_hashes(make_particles(setup), 1e9, 1000);
  }
}

// A square lattice on which every particle meets its four neighbours at the very same times.
TEST(Particles, MethodsAgreeOnALatticeOfSimultaneousCollisions) {
  ParticleScene scene;
  scene.upper = Vector3(8, 8, 0);
  for (int x = 0; x < 8; ++x)
    for (int y = 0; y < 8; ++y) {
      Particle p;
      p.position = Vector3(x + 0.5, y + 0.5, 0);
      p.velocity = Vector3((x + y) % 2 == 0 ? 1 : -1, 0, 0);
      p.radius = 0.25;
      scene.particles.push_back(p);
    }
  expect_equal_hashes(scene, 10.0, 3000);
  scene.periodic = {true, true, false};
  expect_equal_hashes(scene, 10.0, 3000);
}

// Across the ends of epochs, where all clocks are moved. An epoch is some thousand times of flight through a diameter.
TEST(Particles, MethodsAgreeOverManyEpochs) {
  ParticleScene scene = make_particles({.count = 5});
  for (Particle& p : scene.particles) p.radius *= 0.01;
  EventSimulator simulator(scene);
  simulator.run_until(500.0);
  EXPECT_GT(simulator.state().now.epoch, 3U);
  expect_equal_hashes(scene, 500.0, ~0ULL);
}

TEST(Particles, ConstantsOfTheBvhDoNotChangeTheEvents) {
  const ParticleScene scene = make_particles({.count = 30});
  const std::uint64_t expected = hash_of(scene, EventMethod::Grid, 1.0);
  for (const double increase : {1.3, 4.0, 100.0}) {
    EventSimulator simulator(scene,
                             {.method = EventMethod::AdaptiveBvh, .bvh_increase = increase, .bvh_decrease = 0.9});
    simulator.run_until(1.0);
    EXPECT_EQ(simulator.totals().hash, expected);
  }
  EXPECT_THROW(EventSimulator(scene, {.bvh_increase = 1.0}), std::invalid_argument);
}

}  // namespace
}  // namespace graze
