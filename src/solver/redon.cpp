// SPDX-License-Identifier: Apache-2.0
#include "solver/redon.hpp"

#include "solver/expected_contact.hpp"
#include "solver/redon_search.hpp"

namespace graze {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

Toi solve_redon(const Body& a, const Body& b, const Query& query, const RedonOptions& options, PairCache* cache) {
  Meter meter(query.budget);
  if (const auto at_start = answer_at_start(a, b, query, meter)) return finished(*at_start, a, b, query, meter);
  Toi toi;
  toi.tolerance = query.tolerance;
  RedonSearch search(a, b, query, options, meter);
  search_expecting(search, cache != nullptr && options.coherence ? cache->boxes : std::nullopt);
  if (search.best() && search.best()->root.lo() <= search.open_from()) {
    describe_impact(*search.best(), a, b, query, toi);
    if (cache != nullptr) cache->boxes = search.best_leaves();
  } else if (search.open_from() < kInfinity) {
    toi.verdict = Verdict::Undecided;
    toi.bracket = {just_before(search.open_from(), query.window.lo()), query.window.hi()};
  } else {
    toi.verdict = Verdict::Free;
    toi.bracket = Interval(query.window.hi());
  }
  return finished(toi, a, b, query, meter);
}

}  // namespace graze
