// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <graze/particles.hpp>

namespace graze {

// A small scene of everything there is, by its number: unequal sizes and masses, walls of all kinds, periodic axes,
// gravity, drag, restitution.
ParticleScene random_scene(std::uint64_t number);

// The hash after so many events, or at the given time.
std::uint64_t hash_of(const ParticleScene& scene, EventMethod method, double seconds, std::uint64_t events = ~0ULL);

}  // namespace graze
