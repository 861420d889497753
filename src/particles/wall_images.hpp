// SPDX-License-Identifier: Apache-2.0
// In a periodic box every wall is there once in every box length, as particles are.
#pragma once

#include <vector>

#include <graze/particles.hpp>

namespace graze::particles {

struct WallImage {
  Wall wall;
  std::uint32_t number;  // of the wall in the scene
};

// All that particles in the box can touch: the scene's walls, in order, and then their images. The scene must be one
// that check() lets pass, but for particles that overlap.
std::vector<WallImage> wall_images(const ParticleScene& scene);

// Can its images agree with each other? Planes must not cross periodic axes; other walls must not reach further out of
// the box than it is long.
bool has_images(const Wall& wall, const ParticleScene& scene);

}  // namespace graze::particles
