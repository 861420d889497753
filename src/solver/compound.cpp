// SPDX-License-Identifier: Apache-2.0
#include "solver/compound.hpp"

#include "solver/statistics.hpp"

namespace graze {
Toi earlier(const Toi& first, const Toi& second, const Query& query) {
  // Free up to the first one's safe_until(): the first answer stands.
  Toi result = second.verdict == Verdict::Free ? first : second;
  result.statistics = first.statistics;
  add(second.statistics, result.statistics);
  if (result.verdict == Verdict::Undecided) result.bracket = {result.bracket.lo(), query.window.hi()};
  return result;
}

}  // namespace graze
