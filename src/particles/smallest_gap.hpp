// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <graze/particles.hpp>

namespace graze::particles {

// distance / sum of radii - 1 of the closest pair of a scene by that measure; 1 if all are further apart.
struct GapOfPair {
  double gap = 1.0;
  std::uint32_t first = 0, second = 0;
};
GapOfPair smallest_gap(const ParticleScene& scene);

}  // namespace graze::particles
