// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <graze/time_of_impact.hpp>

namespace graze {

// The answer for motions with corners, from a solver that takes smooth ones: the first part of the window that is not
// free decides. If the motions are not bounded over the whole window, they are over each part. The budget is shared by
// all parts.
Toi solve_piece_by_piece(const Body& a, const Body& b, const Query& query, bool bounded,
                         const std::function<Toi(const Body&, const Body&, const Query&)>& solve);

}  // namespace graze
