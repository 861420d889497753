// SPDX-License-Identifier: Apache-2.0
// Directional advancement, our own method: pairs of boxes and of convex leaves wait in a queue, ordered by the time up
// to which each is proved apart along some direction; the first in the queue is examined again, closer and later,
// until one is in contact. docs/algorithms/directional.md gives the bounds and why they hold.
#pragma once

#include <span>

#include <graze/time_of_impact.hpp>

#include "solver/pair_coherence.hpp"

namespace graze {

// The query is valid; each shape is a mesh or a convex solid; both motions are rigid. `cache` may be null.
Toi solve_directional(const Body& a, const Body& b, const Query& query, PairCoherence* cache);
// The same answer for two surfaces of which only these pairs of leaf nodes can come as close as matters during the
// window, if that is one slice.
Toi solve_directional_near(const Body& a, const Body& b, const Query& query, std::span<const NodePair> near);
// Do the bodies turn so little that the window is searched in one go?
bool is_one_slice(const Body& a, const Body& b, const Interval& window);

}  // namespace graze
