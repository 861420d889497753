// SPDX-License-Identifier: Apache-2.0
// Reproducible initial states: positions at random while that is easy, otherwise on a lattice with sites left empty.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

#include <graze/particles.hpp>

#include "numeric/elementary/elementary.hpp"
#include "numeric/require.hpp"
#include "particles/neighbour_cells.hpp"
#include "particles/random.hpp"
#include "particles/scales.hpp"

namespace graze {
namespace {

using particles::NeighbourCells;
using particles::Random;

// Random insertion slows down beyond.
constexpr double kEasyPacking = 0.25;
constexpr int kMostTries = 100000;

void check(const ParticleSetup& setup) {
  require(setup.count > 0, "expected at least one particle");
  require(setup.count < (std::size_t{1} << 31U), "expected fewer than 2^31 particles");
  require(setup.dimension == 2 || setup.dimension == 3, "the dimension must be 2 or 3");
  require(setup.packing > 0.0 && setup.packing < 1.0, "the packing must be between 0 and 1");
  require(setup.smallest_radius > 0.0 && setup.smallest_radius <= setup.largest_radius &&
              std::isfinite(setup.largest_radius),
          "radii must be positive, the smallest first");
}

double volume(const Particle& p, int dimension) {
  return dimension == 2 ? std::numbers::pi * p.radius * p.radius
                        : 4.0 / 3.0 * std::numbers::pi * p.radius * p.radius * p.radius;
}

// The edge of a square or cube of this content.
double root(double content, int dimension) { return dimension == 2 ? std::sqrt(content) : portable::cbrt(content); }

void place_at_random(ParticleScene& scene, const ParticleSetup& setup, Random& random) {
  // The largest first: small ones still fit in between.
  std::vector<std::uint32_t> order(scene.particles.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t x, std::uint32_t y) {
    return scene.particles[x].radius > scene.particles[y].radius;
  });
  NeighbourCells cells(scene, 2.0 * setup.largest_radius, setup.count);
  for (const std::uint32_t i : order) {
    Particle& p = scene.particles[i];
    const double margin = setup.periodic ? 0.0 : p.radius;
    bool free = false;
    for (int tries = 0; !free; ++tries) {
      require(tries < kMostTries, "no room for so many particles: a smaller packing is needed");
      for (int d = 0; d < setup.dimension; ++d) p.position[d] = random.uniform(margin, scene.upper[d] - margin);
      free = true;
      cells.around(p.position, [&](std::uint32_t j, const Vector3& shift) {
        const Particle& q = scene.particles[j];
        const double sum = (p.radius + q.radius) * (1.0 + 1e-12);
        free = free && (q.position + shift - p.position).squaredNorm() > sum * sum;
      });
    }
    cells.add(p.position, i);
  }
}

// The sites of a hexagonal (plane) or face-centered cubic (space) lattice in a box, at least `distance` apart and as
// many as asked for at least; empty if they do not fit.
std::vector<Vector3> lattice(const ParticleScene& scene, std::size_t count, double distance, double margin) {
  const double length = scene.upper[0] - 2.0 * margin;
  const bool space = scene.dimension == 3;
  const double sites_per_cell = space ? 4.0 : 2.0;
  std::vector<Vector3> sites;
  for (auto along = static_cast<int>(root(static_cast<double>(count) / sites_per_cell, scene.dimension));; ++along) {
    // Cells along x, and rows of cells along y (hexagonal cells are sqrt(3) times as high as wide).
    const int rows = space ? along : std::max(1, static_cast<int>(std::ceil(along / std::numbers::sqrt3)));
    if (along < 1) continue;
    const Vector3 cell(length / along, length / rows, space ? length / along : 0.0);
    const double nearest = space ? cell[0] * std::numbers::sqrt2 / 2.0
                                 : std::min(cell[0], 0.5 * std::sqrt(cell[0] * cell[0] + cell[1] * cell[1]));
    if (nearest < distance * (1.0 + 1e-9)) return {};
    if (sites_per_cell * along * (space ? along : 1.0) * rows < static_cast<double>(count)) continue;
    for (int z = 0; z < (space ? along : 1); ++z)
      for (int y = 0; y < rows; ++y)
        for (int x = 0; x < along; ++x) {
          const auto add = [&](double u, double v, double w) {
            sites.push_back(Vector3((x + u) * cell[0], (y + v) * cell[1], (z + w) * cell[2]) +
                            Vector3(margin, margin, space ? margin : 0.0));
          };
          add(0.25, 0.25, space ? 0.25 : 0.0);
          add(0.75, 0.75, space ? 0.25 : 0.0);
          if (!space) continue;
          add(0.75, 0.25, 0.75);
          add(0.25, 0.75, 0.75);
        }
    return sites;
  }
}

void place_on_lattice(ParticleScene& scene, const ParticleSetup& setup, Random& random) {
  // At walls the outermost sites are a quarter of a cell inside, which is less than a radius: the lattice keeps a
  // margin.
  const double margin = setup.periodic ? 0.0 : 0.5 * setup.largest_radius;
  std::vector<Vector3> sites = lattice(scene, setup.count, 2.0 * setup.largest_radius, margin);
  if (sites.empty()) return place_at_random(scene, setup, random);
  for (std::size_t i = 0; i < setup.count; ++i) {
    std::swap(sites[i], sites[i + random.below(sites.size() - i)]);
    scene.particles[i].position = sites[i];
  }
}

void set_velocities(ParticleScene& scene, const ParticleSetup& setup, Random& random) {
  using Velocities = ParticleSetup::Velocities;
  if (setup.velocities == Velocities::Rest) return;
  Vector3 momentum = Vector3::Zero();
  double mass = 0.0;
  for (Particle& p : scene.particles) {
    for (int d = 0; d < setup.dimension; ++d)
      p.velocity[d] = setup.velocities == Velocities::Uniform ? random.uniform(-scene.upper[0], scene.upper[0])
                                                              : random.normal() / std::sqrt(p.mass);
    momentum += p.mass * p.velocity;
    mass += p.mass;
  }
  if (setup.velocities == Velocities::Maxwell && scene.particles.size() > 1)
    for (Particle& p : scene.particles) p.velocity -= momentum / mass;
}

}  // namespace

ParticleScene make_particles(const ParticleSetup& setup) {
  check(setup);
  Random random(setup.seed);
  ParticleScene scene;
  scene.dimension = setup.dimension;
  scene.particles.resize(setup.count);
  double filled = 0.0;
  for (Particle& p : scene.particles) {
    p.radius = random.uniform(setup.smallest_radius, setup.largest_radius);
    const double share = p.radius / setup.largest_radius;
    p.mass = setup.dimension == 2 ? share * share : share * share * share;
    filled += volume(p, setup.dimension);
  }
  const double edge = root(filled / setup.packing, setup.dimension);
  require(edge > 2.0 * setup.largest_radius, "the box is smaller than a particle: more particles or a smaller packing");
  require(setup.smallest_radius >= particles::kSmallestRadius * edge,
          "packing: expected radii of at least 2^-40 of the box");
  scene.lower = Vector3::Zero();
  scene.upper = Vector3(edge, edge, setup.dimension == 3 ? edge : 0.0);
  for (int d = 0; d < setup.dimension; ++d) scene.periodic[d] = setup.periodic;
  if (setup.packing <= kEasyPacking)
    place_at_random(scene, setup, random);
  else
    place_on_lattice(scene, setup, random);
  set_velocities(scene, setup, random);
  return scene;
}

}  // namespace graze
