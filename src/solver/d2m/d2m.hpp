// SPDX-License-Identifier: Apache-2.0
// D2M, the differentiate-twice method (Buddingh' 2017): Traverse-Tree-Pair on sphere trees, vertex/face and edge/edge
// root finding in the leaves, a step back from the root. docs/algorithms/d2m.md says how and where we depart from it.
#pragma once

#include <graze/time_of_impact.hpp>

#include "solver/pair_coherence.hpp"

namespace graze {

// The query is valid and both shapes are meshes. `cache` may be null.
Toi solve_d2m(const Body& a, const Body& b, const Query& query, const D2mOptions& options, PairCoherence* cache);

}  // namespace graze
