// SPDX-License-Identifier: Apache-2.0
// How much of an answer is proved with a part of the work that it takes: the more, the longer the time that is known
// to be free.
#pragma once

#include <array>
#include <string>

#include <graze/time_of_impact.hpp>

#include "experiments/cliffs/cliff.hpp"

namespace graze::bench {

// Parts of the iterations that a query takes.
inline constexpr std::array<double, 7> kBudgetParts{1.0 / 64, 1.0 / 32, 1.0 / 16, 1.0 / 8, 1.0 / 4, 1.0 / 2, 1.0};

struct BudgetCurve {
  std::string family, query;
  std::uint64_t iterations = 0;                     // without a budget
  std::array<double, kBudgetParts.size()> known{};  // with a part of them: the part of the free time proved free
  bool falls = false;                               // less is proved with more work, or more than the answer says
};

// Of a query and its answer without a budget.
BudgetCurve budget_curve(std::string family, const Cliff& cliff, Query query, const Solver& solver, const Toi& answer);

}  // namespace graze::bench
