// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include <graze/particles.hpp>

#include "numeric/require.hpp"
#include "particles/neighbour_cells.hpp"
#include "particles/scales.hpp"
#include "particles/smallest_gap.hpp"
#include "particles/wall_images.hpp"
#include "particles/wall_time.hpp"

namespace graze {
namespace {

// Overlaps up to this share of the radii pass for rounding: a scene computed by its maker, or saved at a contact.
constexpr double kRounding = 1e-9;

// Fourth powers of lengths and speeds are computed with: those of larger and smaller numbers are no doubles.
constexpr double kLargest = 1e60, kSmallest = 1e-60;

bool is_size(double x) { return x >= kSmallest && x <= kLargest; }
bool in_range(const Vector3& x) { return (x.array().abs() <= kLargest).all(); }
bool flat(const Vector3& x, int dimension) { return in_range(x) && (dimension == 3 || x[2] == 0.0); }

void check_box(const ParticleScene& scene) {
  require(scene.dimension == 2 || scene.dimension == 3, "dimension: expected 2 or 3");
  require(flat(scene.gravity, scene.dimension),
          "gravity: expected numbers of at most 1e60, and none along z in the plane");
  require(scene.drag >= 0.0 && scene.drag <= kLargest, "drag: expected a number from 0 to 1e60");
  require(scene.contact_time >= 0.0 && std::isfinite(scene.contact_time),
          "contact_time: expected a number that is not negative");
  require(in_range(scene.lower) && in_range(scene.upper), "box: expected numbers of at most 1e60");
  for (int d = 0; d < scene.dimension; ++d)
    require(scene.upper[d] - scene.lower[d] >= kSmallest,
            "box: expected each lower bound below the upper, by at least 1e-60");
  require(scene.particles.size() < (std::size_t{1} << 31U), "expected fewer than 2^31 particles");
}

std::size_t check_restitution(const ParticleScene& scene) {
  std::size_t materials = 1;
  while (materials * materials < scene.restitution.size()) ++materials;
  require(materials * materials == scene.restitution.size(), "restitution: expected a square table");
  for (std::size_t i = 0; i < materials; ++i)
    for (std::size_t j = 0; j < materials; ++j) {
      const double e = scene.restitution[i * materials + j];
      require(e >= 0.0 && e <= 1.0, "restitution: expected numbers from 0 to 1");
      require(e == scene.restitution[j * materials + i], "restitution: expected a symmetric table");
    }
  return materials;
}

void check_wall(const Wall& wall, const std::string& name, int dimension) {
  if (const auto* segment = std::get_if<FixedSegment>(&wall.shape)) {
    require(dimension == 2, name + ": segments are for the plane");
    require(flat(segment->start, 2) && flat(segment->end, 2), name + ": expected finite ends in the plane");
    require((segment->end - segment->start).norm() > 0.0, name + ": expected two different ends");
  } else if (const auto* plane = std::get_if<FixedPlane>(&wall.shape)) {
    require(flat(plane->normal, dimension) && plane->normal.norm() > 0.0, name + ": expected a normal of some length");
    require(std::abs(plane->offset) <= kLargest, name + ": expected an offset of at most 1e60");
  } else if (const auto* box = std::get_if<FixedBox>(&wall.shape)) {
    for (int d = 0; d < dimension; ++d)
      require(
          std::abs(box->lower[d]) <= kLargest && std::abs(box->upper[d]) <= kLargest && box->lower[d] < box->upper[d],
          name + ": expected each lower bound below the upper, both of at most 1e60");
  } else {
    const auto& sphere = std::get<FixedSphere>(wall.shape);
    require(flat(sphere.center, dimension), name + ": expected a finite center");
    require(is_size(sphere.radius), name + ": expected a positive radius, from 1e-60 to 1e60");
  }
}

template <int D>
void check_particle(const ParticleScene& scene, const std::vector<particles::WallImage>& walls, std::size_t i) {
  const Particle& p = scene.particles[i];
  const std::string name = "particle " + std::to_string(i);
  particles::Vec<D> r;
  for (int d = 0; d < D; ++d) {
    r[d] = p.position[d];
    const double margin = scene.periodic[d] ? 0.0 : p.radius;
    const double slack = kRounding * (p.radius + std::abs(scene.lower[d]) + std::abs(scene.upper[d]));
    require(r[d] >= scene.lower[d] + margin - slack && r[d] <= scene.upper[d] - margin + slack,
            name + ": expected it inside the box");
    require(scene.upper[d] - scene.lower[d] > 2.0 * p.radius, name + ": expected it smaller than the box");
    require(p.radius >= particles::kSmallestRadius * (scene.upper[d] - scene.lower[d]),
            name + ": expected a radius of at least 2^-40 of the box");
  }
  for (const particles::WallImage& image : walls)
    require(particles::wall_distance<D>(r, image.wall) >= p.radius * (1.0 - kRounding),
            name + ": overlaps wall " + std::to_string(image.number));
}

void check_numbers(const Particle& p, const std::string& name, int dimension, std::size_t materials) {
  require(flat(p.position, dimension) && flat(p.velocity, dimension),
          name + ": expected a position and a velocity of numbers of at most 1e60, and z = 0 in the plane");
  require(is_size(p.radius), name + ": expected a positive radius, from 1e-60 to 1e60");
  require(is_size(p.mass), name + ": expected a positive mass, from 1e-60 to 1e60");
  require(p.material < materials, name + ": its material has no row in the table of restitution");
}

}  // namespace

void check(const ParticleScene& scene) {
  check_box(scene);
  const std::size_t materials = check_restitution(scene);
  for (std::size_t k = 0; k < scene.walls.size(); ++k) {
    const std::string name = "wall " + std::to_string(k);
    check_wall(scene.walls[k], name, scene.dimension);
    require(scene.walls[k].material < materials, name + ": its material has no row in the table of restitution");
    require(particles::has_images(scene.walls[k], scene),
            name +
                ": expected no plane across a periodic axis, and no wall further out of the box along one than the "
                "box is long");
  }
  const std::vector<particles::WallImage> walls = particles::wall_images(scene);
  for (std::size_t i = 0; i < scene.particles.size(); ++i) {
    check_numbers(scene.particles[i], "particle " + std::to_string(i), scene.dimension, materials);
    scene.dimension == 2 ? check_particle<2>(scene, walls, i) : check_particle<3>(scene, walls, i);
  }
  const particles::GapOfPair closest = particles::smallest_gap(scene);
  require(closest.gap >= -kRounding, "particles " + std::to_string(closest.first) + " and " +
                                         std::to_string(closest.second) + ": expected them not to overlap");
}

}  // namespace graze
