// SPDX-License-Identifier: Apache-2.0
#include "particles/wall_images.hpp"

#include <algorithm>

namespace graze::particles {
namespace {

struct Bounds {
  Vector3 lower, upper;
};

// Of walls that have some.
Bounds bounds_of(const Wall& wall) {
  if (const auto* segment = std::get_if<FixedSegment>(&wall.shape))
    return {segment->start.cwiseMin(segment->end), segment->start.cwiseMax(segment->end)};
  if (const auto* box = std::get_if<FixedBox>(&wall.shape)) return {box->lower, box->upper};
  const auto& sphere = std::get<FixedSphere>(wall.shape);
  const Vector3 radius = Vector3::Constant(sphere.radius);
  return {sphere.center - radius, sphere.center + radius};
}

Wall shifted(const Wall& wall, const Vector3& by) {
  Wall image = wall;
  if (auto* segment = std::get_if<FixedSegment>(&image.shape)) {
    segment->start += by;
    segment->end += by;
  } else if (auto* box = std::get_if<FixedBox>(&image.shape)) {
    box->lower += by;
    box->upper += by;
  } else {
    std::get<FixedSphere>(image.shape).center += by;
  }
  return image;
}

// Calls visit(shift) for whole numbers of box lengths along the periodic axes, none left out that could bring a wall
// with images near the box.
template <class Visit>
void for_each_shift(const ParticleScene& scene, const Visit& visit) {
  constexpr int kMost = 2;
  const auto most = [&](int d) {
    return d < scene.dimension && scene.periodic[static_cast<std::size_t>(d)] ? kMost : 0;
  };
  for (int x = -most(0); x <= most(0); ++x)
    for (int y = -most(1); y <= most(1); ++y)
      for (int z = -most(2); z <= most(2); ++z)
        if (x != 0 || y != 0 || z != 0) visit(Vector3(x, y, z).cwiseProduct(scene.upper - scene.lower));
}

// Within reach of a particle whose center is in the box. A little more does no harm.
bool near_box(const Wall& wall, const ParticleScene& scene, double reach) {
  const Bounds bounds = bounds_of(wall);
  for (int d = 0; d < scene.dimension; ++d) {
    const double most = reach + 1e-6 * (scene.upper[d] - scene.lower[d]);
    if (bounds.lower[d] - most > scene.upper[d] || bounds.upper[d] + most < scene.lower[d]) return false;
  }
  return true;
}

}  // namespace

bool has_images(const Wall& wall, const ParticleScene& scene) {
  for (int d = 0; d < scene.dimension; ++d) {
    if (!scene.periodic[static_cast<std::size_t>(d)]) continue;
    if (const auto* plane = std::get_if<FixedPlane>(&wall.shape)) {
      if (plane->normal[d] != 0.0) return false;
      continue;
    }
    const Bounds bounds = bounds_of(wall);
    const double edge = scene.upper[d] - scene.lower[d];
    if (bounds.lower[d] < scene.lower[d] - edge || bounds.upper[d] > scene.upper[d] + edge) return false;
  }
  return true;
}

std::vector<WallImage> wall_images(const ParticleScene& scene) {
  double largest = 0.0;
  for (const Particle& p : scene.particles) largest = std::max(largest, p.radius);
  std::vector<WallImage> images;
  for (std::uint32_t k = 0; k < scene.walls.size(); ++k) images.push_back({scene.walls[k], k});
  for (std::uint32_t k = 0; k < scene.walls.size(); ++k) {
    // A plane is its own image.
    if (std::holds_alternative<FixedPlane>(scene.walls[k].shape)) continue;
    for_each_shift(scene, [&](const Vector3& shift) {
      const Wall image = shifted(scene.walls[k], shift);
      if (near_box(image, scene, largest)) images.push_back({image, k});
    });
  }
  return images;
}

}  // namespace graze::particles
