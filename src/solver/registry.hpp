// SPDX-License-Identifier: Apache-2.0
// The one place that knows which solvers there are: names, guarantees, what they take, and the call of each.
#pragma once

#include <graze/time_of_impact.hpp>

#include "solver/pair_coherence.hpp"

namespace graze {

// The query is valid. A pair the solver does not take gives Unsupported. `cache` may be null.
Toi run_solver(const Solver& solver, const Body& a, const Body& b, const Query& query, PairCoherence* cache);

}  // namespace graze
