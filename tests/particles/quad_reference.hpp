// SPDX-License-Identifier: Apache-2.0
// The same billiards again, by the plainest code there is: all particles are moved to every event, and the collision
// equation is solved by b^2 - a c. In double it is what most people would write; in quadruple precision it is the truth
// for as many events as its digits last.
#pragma once

#include <utility>
#include <vector>

#include <graze/particles.hpp>

namespace graze {

using EventIds = std::pair<std::uint32_t, std::uint32_t>;

// The particles (or particle and wall, counted from the number of particles) of the first events in a walled box.
std::vector<EventIds> plain_events(const ParticleScene& scene, std::size_t count);
std::vector<EventIds> quad_events(const ParticleScene& scene, std::size_t count);
std::vector<EventIds> simulated_events(const ParticleScene& scene, std::size_t count);

// How many events are the same from the start.
std::size_t agreement(const std::vector<EventIds>& x, const std::vector<EventIds>& y);

}  // namespace graze
