// SPDX-License-Identifier: Apache-2.0
#include "solver/compound.hpp"

namespace graze {
namespace {

Statistics sum(const Statistics& x, const Statistics& y) {
  Statistics result = x;
  result.microseconds += y.microseconds;
  result.node_tests += y.node_tests;
  result.leaf_tests += y.leaf_tests;
  result.feature_tests += y.feature_tests;
  result.root_iterations += y.root_iterations;
  return result;
}

}  // namespace

Toi earlier(const Toi& first, const Toi& second, const Query& query) {
  // Free up to the first one's safe_until(): the first answer stands.
  Toi result = second.verdict == Verdict::Free ? first : second;
  result.statistics = sum(first.statistics, second.statistics);
  if (result.verdict == Verdict::Undecided) result.bracket = {result.bracket.lo(), query.window.hi()};
  return result;
}

}  // namespace graze
