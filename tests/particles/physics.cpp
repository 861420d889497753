// SPDX-License-Identifier: Apache-2.0
#include "particles/physics.hpp"

#include <algorithm>
#include <cmath>

namespace graze {

ParticleScene fluid(std::size_t count, int dimension, double packing, std::uint64_t seed) {
  ParticleSetup setup{.count = count, .dimension = dimension, .packing = packing, .periodic = true};
  setup.smallest_radius = setup.largest_radius = 0.5;
  setup.velocities = ParticleSetup::Velocities::Maxwell;
  setup.seed = seed;
  return make_particles(setup);
}

double compressibility(const ParticleScene& scene, std::uint64_t settle, std::uint64_t events) {
  EventSimulator simulator(scene);
  simulator.run_until(HUGE_VAL, settle);
  const double start = simulator.now();
  const double virial = simulator.totals().virial;
  simulator.run_until(HUGE_VAL, events);
  return 1.0 + (simulator.totals().virial - virial) / (2.0 * simulator.energy() * (simulator.now() - start));
}

double known_compressibility(int dimension, double packing) {
  if (dimension == 2) return (1.0 + packing * packing / 8.0) / std::pow(1.0 - packing, 2);
  return (1.0 + packing + packing * packing - std::pow(packing, 3)) / std::pow(1.0 - packing, 3);
}

double chi_squared_of_velocities(const ParticleScene& scene, int bins) {
  double square = 0.0;
  double count = 0.0;
  for (const Particle& p : scene.particles) {
    square += p.mass * p.velocity.squaredNorm();
    count += scene.dimension;
  }
  std::vector<double> found(static_cast<std::size_t>(bins), 0.0);
  for (const Particle& p : scene.particles)
    for (int d = 0; d < scene.dimension; ++d) {
      const double z = p.velocity[d] * std::sqrt(p.mass * count / square);
      const double share = 0.5 * std::erfc(-z / std::sqrt(2.0));
      ++found[static_cast<std::size_t>(std::min(share * bins, bins - 1.0))];
    }
  double sum = 0.0;
  for (const double n : found) sum += std::pow(n - count / bins, 2) / (count / bins);
  return sum;
}

}  // namespace graze
