// SPDX-License-Identifier: Apache-2.0
// Redon, Kheddar and Coquillart 2002: trees of oriented boxes, a separating-axis test over whole time intervals, and
// bisection in time down to the features. docs/algorithms/redon.md says how and where we depart from it.
#pragma once

#include <graze/time_of_impact.hpp>

#include "solver/pair_coherence.hpp"

namespace graze {

// The query is valid, both shapes have a surface and both motions are rigid. `cache` may be null.
Toi solve_redon(const Body& a, const Body& b, const Query& query, const RedonOptions& options, PairCoherence* cache);

}  // namespace graze
