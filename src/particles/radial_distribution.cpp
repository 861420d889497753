// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>
#include <stdexcept>

#include <graze/particles.hpp>

#include "particles/neighbour_cells.hpp"

namespace graze {
namespace {

// Is a ball of this radius about the place inside the box, as far as the box has walls?
bool clear_of_walls(const ParticleScene& scene, const Vector3& place, double range) {
  for (int d = 0; d < scene.dimension; ++d) {
    const bool inside = place[d] - range >= scene.lower[d] && place[d] + range <= scene.upper[d];
    if (!scene.periodic[d] && !inside) return false;
  }
  return true;
}

}  // namespace

std::vector<double> radial_distribution(const ParticleScene& scene, double range, int bins) {
  if (bins < 1 || !(range > 0.0)) throw std::invalid_argument("radial_distribution: expected a range and bins");
  double volume = 1.0;
  for (int d = 0; d < scene.dimension; ++d) {
    const double length = scene.upper[d] - scene.lower[d];
    volume *= length;
    if (2.0 * range > length)
      throw std::invalid_argument("radial_distribution: expected a range of half the box at most");
  }
  particles::NeighbourCells cells(scene, range, scene.particles.size());
  for (std::uint32_t i = 0; i < scene.particles.size(); ++i) cells.add(scene.particles[i].position, i);
  std::vector<double> counts(static_cast<std::size_t>(bins), 0.0);
  double origins = 0.0;
  for (std::uint32_t i = 0; i < scene.particles.size(); ++i) {
    const Vector3& place = scene.particles[i].position;
    if (!clear_of_walls(scene, place, range)) continue;
    origins += 1.0;
    cells.around(place, [&](std::uint32_t j, const Vector3& shift) {
      const double distance = (scene.particles[j].position + shift - place).norm();
      if (j != i && distance < range) counts[static_cast<std::size_t>(distance / range * bins)] += 1.0;
    });
  }
  const double density = static_cast<double>(scene.particles.size()) / volume;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const double inner = range * static_cast<double>(k) / bins;
    const double outer = range * static_cast<double>(k + 1) / bins;
    const double shell = scene.dimension == 2
                             ? std::numbers::pi * (outer * outer - inner * inner)
                             : 4.0 / 3.0 * std::numbers::pi * (outer * outer * outer - inner * inner * inner);
    if (origins > 0.0) counts[k] /= origins * density * shell;
  }
  return counts;
}

}  // namespace graze
