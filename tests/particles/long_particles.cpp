// SPDX-License-Identifier: Apache-2.0
// Long runs: equations of state at two densities each, contact errors over ten million collisions early and late,
// in a narrow and a wide box, energy drift, no overlap, methods on thousands of random scenes. usage: long_particles
// [COLLISIONS [SCENES]]
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "particles/physics.hpp"
#include "particles/random_scene.hpp"

namespace graze {
namespace {

int failures = 0;

void report(bool good, const char* what, double value) {
  std::printf("%-6s %s: %.6g\n", good ? "ok" : "FAILED", what, value);
  std::fflush(stdout);
  if (!good) ++failures;
}

void equations_of_state(std::uint64_t collisions) {
  const struct {
    int dimension;
    double packing;
    const char* name;
  } cases[] = {{2, 0.2, "Z of discs at 0.2 over Henderson's"},
               {2, 0.45, "Z of discs at 0.45 over Henderson's"},
               {3, 0.2, "Z of spheres at 0.2 over Carnahan's and Starling's"},
               {3, 0.45, "Z of spheres at 0.45 over Carnahan's and Starling's"}};
  for (const auto& c : cases) {
    const double z = compressibility(fluid(2000, c.dimension, c.packing), collisions / 10, collisions / 5);
    const double ratio = z / known_compressibility(c.dimension, c.packing);
    report(std::abs(ratio - 1.0) < 0.01, c.name, ratio);
  }
}

// Gaps in audits are measured in positions as doubles, which feel the width of the box.
void accuracy(const ParticleScene& scene, std::uint64_t collisions, std::uint64_t epoch) {
  const double rounding = std::max(1e-14, 0x1p-51 * scene.upper.maxCoeff());
  ParticleState state = EventSimulator(scene).state();
  state.now.epoch = epoch;
  EventSimulator simulator(state);
  double worst_gap = 0.0;
  while (simulator.totals().pair_collisions < collisions) {
    simulator.run_until(HUGE_VAL, collisions / 20);
    worst_gap = std::min(worst_gap, simulator.smallest_gap_now());
  }
  std::printf("       from epoch %llu: %llu collisions, until time %.4g\n", static_cast<unsigned long long>(epoch),
              static_cast<unsigned long long>(simulator.totals().pair_collisions), simulator.now());
  const double drift = std::abs(simulator.energy() / simulator.totals().initial_energy - 1.0);
  report(drift <= 1e-12 * std::max(1.0, 1e-6 * static_cast<double>(simulator.totals().events)), "energy drift", drift);
  report(simulator.totals().max_contact_error <= 1e-14, "contact error", simulator.totals().max_contact_error);
  report(worst_gap >= -rounding, "smallest gap in audits", worst_gap);
}

void methods(std::uint64_t scenes) {
  std::uint64_t different = 0;
  for (std::uint64_t number = 1000; number < 1000 + scenes; ++number) {
    const ParticleScene scene = random_scene(number);
    const std::uint64_t expected = hash_of(scene, EventMethod::AllPairs, 20.0, 1000);
    for (const EventMethod method : kEventMethods)
      if (hash_of(scene, method, 20.0, 1000) != expected) {
        std::printf("       scene %llu differs by %s\n", static_cast<unsigned long long>(number),
                    to_string(method).data());
        ++different;
      }
  }
  report(different == 0, "random scenes in which methods differ", static_cast<double>(different));
}

}  // namespace
}  // namespace graze

int main(int argc, char** argv) {
  const std::uint64_t collisions = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10000000;
  const std::uint64_t scenes = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1000;
  graze::equations_of_state(collisions);
  for (const std::uint64_t epoch : {std::uint64_t{0}, std::uint64_t{1000000000}}) {
    graze::accuracy(graze::fluid(500, 3, 0.4), collisions, epoch);
    graze::accuracy(graze::make_particles({.count = 2048}), collisions, epoch);
  }
  graze::methods(scenes);
  return graze::failures == 0 ? 0 : 1;
}
