// SPDX-License-Identifier: Apache-2.0
#include "experiments/cliffs/budget_curve.hpp"

namespace graze::bench {

BudgetCurve budget_curve(std::string family, const Cliff& cliff, Query query, const Solver& solver, const Toi& answer) {
  const Statistics& work = answer.statistics;
  BudgetCurve curve{std::move(family), cliff.name, 0, {}, false};
  curve.iterations = work.node_tests + work.leaf_tests + work.feature_tests + work.root_iterations;
  const double start = query.window.lo();
  const double free = answer.safe_until() - start;
  double before = 0.0;
  for (std::size_t i = 0; i < kBudgetParts.size(); ++i) {
    query.budget.seconds = 0.0;
    // One more: a search stops where they are spent.
    query.budget.iterations = 1 + static_cast<std::uint64_t>(kBudgetParts[i] * static_cast<double>(curve.iterations));
    const double known = time_of_impact(cliff.a, cliff.b, query, solver).safe_until() - start;
    curve.falls = curve.falls || known < before || known > free;
    curve.known[i] = free > 0 ? known / free : 1.0;
    before = known;
  }
  return curve;
}

}  // namespace graze::bench
