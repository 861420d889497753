// SPDX-License-Identifier: Apache-2.0
// Bisection on a discrete test (CollDet). docs/algorithms/bisection.md says what it means and what it cannot promise.
#pragma once

#include <graze/time_of_impact.hpp>

namespace graze {

// The query is valid; both motions are rigid. Any pair of shapes, compounds included.
Toi solve_bisection(const Body& a, const Body& b, const Query& query, const BisectionOptions& options);

}  // namespace graze
