// SPDX-License-Identifier: Apache-2.0
#include "simulate/smallest_gap.hpp"

#include <algorithm>

#include "simulate/neighbour_cells.hpp"

namespace graze::simulate {

GapOfPair smallest_gap(const ParticleScene& scene) {
  double largest = 0.0;
  for (const Particle& p : scene.particles) largest = std::max(largest, p.radius);
  NeighbourCells cells(scene, 2.0 * largest, scene.particles.size());
  GapOfPair closest;
  for (std::uint32_t i = 0; i < scene.particles.size(); ++i) {
    const Particle& p = scene.particles[i];
    cells.around(p.position, [&](std::uint32_t j, const Vector3& shift) {
      const Particle& q = scene.particles[j];
      const double gap = (q.position + shift - p.position).norm() / (p.radius + q.radius) - 1.0;
      if (gap < closest.gap) closest = {gap, j, i};
    });
    cells.add(p.position, i);
  }
  return closest;
}

}  // namespace graze::simulate
