// SPDX-License-Identifier: Apache-2.0
// What one answer about many pairs is made of.
#pragma once

#include <limits>

#include <graze/time_of_impact.hpp>

namespace graze {

// On equal bracket starts: what touches there already; then what is known only before; then what is apart there.
inline int rank(Verdict verdict) {
  if (verdict == Verdict::InitialContact) return 0;
  return verdict == Verdict::Undecided ? 1 : 2;
}

// An answer without a pair.
inline Toi answer_without_pair(Verdict verdict, const Interval& bracket, const Query& query, const Solver& solver) {
  Toi toi;
  toi.verdict = verdict;
  toi.guarantee = solver.guarantee();
  toi.bracket = bracket;
  toi.separation = {0.0, std::numeric_limits<double>::infinity()};
  toi.tolerance = query.tolerance;
  return toi;
}

}  // namespace graze
