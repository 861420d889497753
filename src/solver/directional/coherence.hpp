// SPDX-License-Identifier: Apache-2.0
// Coherence: successive queries on bodies that move little in between.
//
// A snapshot is taken at an instant: pairs of nodes that between them hold all pairs of leaves, with how far apart
// each was. In a later query, pairs whose gap is more than what any point can have moved since are apart all the time;
// the few others are tested again; and what cannot be told apart then, a few leaves, is searched, on their paths
// from the roots alone. A search finds for each pair what it finds for it among all others (see linearization_time() of
// DirectionalSearch), so the answer has the same bits.
#pragma once

#include <graze/time_of_impact.hpp>

#include "solver/directional/search.hpp"
#include "solver/pair_coherence.hpp"

namespace graze {

// The answer with the help of the cache's snapshot, if that helps. If the window is more than one slice, it helps only
// if all of its pairs are apart.
std::optional<Toi> search_from_snapshot(const LeafyBody& a, const LeafyBody& b, const Query& query, bool one_slice,
                                        PairCoherence& cache, Meter& meter);
// More work than this and a search without the cache is as good.
Meter snapshot_budget();

// After a search: takes a new snapshot, if snapshots have been paying.
void renew_snapshot(const LeafyBody& a, const LeafyBody& b, const Query& query, const Toi& toi,
                    const NodePair& touching, PairCoherence& cache, Meter& meter);

}  // namespace graze
