// SPDX-License-Identifier: Apache-2.0
// Conservative advancement on convex solids. docs/algorithms/conservative_advancement.md says how and why.
#pragma once

#include <graze/time_of_impact.hpp>

namespace graze {

// The query is valid; both shapes are convex solids, or one is a half-space and the other a convex solid or a mesh;
// both motions are rigid.
Toi solve_conservative_advancement(const Body& a, const Body& b, const Query& query,
                                   const ConservativeAdvancementOptions& options);

}  // namespace graze
