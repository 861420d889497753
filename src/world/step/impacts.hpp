// SPDX-License-Identifier: Apache-2.0
// Which blocked pairs are impacts, and how an impact changes the velocities of its two bodies.
#pragma once

#include "world/step/island_state.hpp"

namespace graze {

// Has the pair met so often in this step that it does not bounce again? Bounces that follow one another could go on for
// ever.
bool bounces_no_more(const IslandState& state, std::size_t a, std::size_t b);
double restitution(const IslandState& state, std::size_t a, std::size_t b);
double friction(const IslandState& state, std::size_t a, std::size_t b);

// Not where contacts at rest already keep the pair apart, unless it has others that await an impact. Pairs too close to
// be let closer, or to be told apart, stall.
bool is_impact(const IslandState& state, const BlockedPair& pair);

// New velocities of the two bodies, where they are, with restitution and friction at all their contacts at once. Logs
// the impact at time `at`.
void resolve(IslandState& state, const BlockedPair& impact, double at);

}  // namespace graze
