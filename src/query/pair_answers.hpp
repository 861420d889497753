// SPDX-License-Identifier: Apache-2.0
// What one answer about many pairs is made of.
#pragma once

#include "solver/answer.hpp"

namespace graze {

// On equal bracket starts: what touches there already; then what is known only before; then what is apart there.
inline int rank(Verdict verdict) {
  if (verdict == Verdict::InitialContact) return 0;
  return verdict == Verdict::Undecided ? 1 : 2;
}

// An answer without a pair.
inline Toi answer_without_pair(Verdict verdict, const Interval& bracket, const Query& query, const Solver& solver) {
  return answer_to(query, verdict, bracket, solver.guarantee());
}

}  // namespace graze
