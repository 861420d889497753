// SPDX-License-Identifier: Apache-2.0
// Constants chosen from a scene.
#pragma once

#include <graze/particles.hpp>

namespace graze::simulate {

// The exponent of the grain: the power of two by which no edge of the box is longer than kMostGrains.
int choose_grain_exponent(const ParticleScene& scene);

// The exponent of the tick: a power of two near 2^-50 of the time in which a typical particle flies the smallest
// diameter. So a tick's flight is of the size of a diameter's rounding error, and an epoch is some thousand of those
// times.
int choose_tick_exponent(const ParticleScene& scene);

// The contact time of the TC model: the scene's, or if that is zero and something is inelastic or falls, a hundredth of
// the time in which a typical particle flies (and of that in which one falls) the smallest radius. Zero otherwise.
double choose_contact_time(const ParticleScene& scene);

}  // namespace graze::simulate
