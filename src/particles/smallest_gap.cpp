// SPDX-License-Identifier: Apache-2.0
#include "particles/smallest_gap.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "particles/neighbour_cells.hpp"

namespace graze::particles {

GapOfPair smallest_gap(const ParticleScene& scene) {
  double largest = 0.0;
  for (const Particle& p : scene.particles) largest = std::max(largest, p.radius);
  NeighbourCells cells(scene, 2.0 * largest, scene.particles.size());
  // In the order of the cells, so that neighbours are near in memory too.
  std::vector<std::pair<std::size_t, std::uint32_t>> order(scene.particles.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = {cells.cell_at(scene.particles[i].position), i};
  std::sort(order.begin(), order.end());
  std::vector<Particle> sorted(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) sorted[k] = scene.particles[order[k].second];
  GapOfPair closest;
  for (std::uint32_t i = 0; i < sorted.size(); ++i) {
    const Particle& p = sorted[i];
    cells.around(p.position, [&](std::uint32_t j, const Vector3& shift) {
      const Particle& q = sorted[j];
      const double sum = p.radius + q.radius;
      const double square = (q.position + shift - p.position).squaredNorm();
      const double least = sum * (1.0 + closest.gap);
      if (square >= least * least) return;
      closest = {std::sqrt(square) / sum - 1.0, order[j].second, order[i].second};
    });
    cells.add(p.position, i);
  }
  if (closest.first > closest.second) std::swap(closest.first, closest.second);
  return closest;
}

}  // namespace graze::particles
