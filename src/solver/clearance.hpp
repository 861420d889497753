// SPDX-License-Identifier: Apache-2.0
// Coherence: how far apart two bodies were at some instant answers later queries in which they cannot have come that
// far.
#pragma once

#include <graze/time_of_impact.hpp>

#include "solver/meter.hpp"

namespace graze {

// Surely free, because the bodies were so far apart in the cache's last look, and have moved so little since, that
// they keep a wide margin to the separation all the time? Both shapes are meshes or convex solids.
bool still_clear(const Body& a, const Body& b, const Query& query, PairCache& cache);

// After a query found to be free: looks how far apart the bodies are at its end, if looks have been paying.
void look_for_clearance(const Body& a, const Body& b, const Query& query, PairCache& cache, Meter& meter);

}  // namespace graze
