// SPDX-License-Identifier: Apache-2.0
// Controlled conservative advancement on meshes (Tang, Kim, Manocha 2009). docs/algorithms/c2a.md says how and where we
// depart from it.
#pragma once

#include <graze/time_of_impact.hpp>

namespace graze {

// The query is valid; both shapes have surfaces; both motions are rigid.
Toi solve_c2a(const Body& a, const Body& b, const Query& query, const C2aOptions& options);

}  // namespace graze
