// SPDX-License-Identifier: Apache-2.0
// Constants chosen from a scene.
#pragma once

#include <graze/particles.hpp>

namespace graze::particles {

// Of the box's edges: positions are whole numbers of grains, some 2^-60 of the longest.
inline constexpr double kSmallestRadius = 0x1p-40;

// The exponent of the grain: the power of two by which no edge of the box is longer than kMostGrains.
int choose_grain_exponent(const ParticleScene& scene);

// The exponent of the tick: a power of two near 2^-51 of the time in which a typical particle, or the lightest once
// collisions have shared out the energy, flies the smallest diameter. So a tick's flight is of the size of a diameter's
// rounding error, and an epoch is some five hundred of those times.
int choose_tick_exponent(const ParticleScene& scene);

// The contact time of the TC model: the scene's, or if that is zero and something is inelastic or falls, a hundredth of
// the time in which a typical particle flies (and of that in which one falls) the smallest radius. Zero otherwise.
double choose_contact_time(const ParticleScene& scene);

}  // namespace graze::particles
