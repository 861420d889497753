// SPDX-License-Identifier: Apache-2.0
#include "solver/redon.hpp"

#include "solver/redon_search.hpp"

namespace graze {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// With a contact expected in the leaves that touched last time, contacts later than that one are of no interest. If
// none turns up, the expectation was wrong and the search is done without it.
void search_with_cache(RedonSearch& search, const PairCache* cache) {
  if (cache != nullptr && cache->has_boxes) {
    search.run({cache->box_a, cache->box_b}, kInfinity);
    if (search.best()) {
      search.run({}, search.best()->root.hi());
      if (search.best()) return;
    }
  }
  search.run({}, kInfinity);
}

}  // namespace

Toi solve_redon(const Body& a, const Body& b, const Query& query, const RedonOptions& options, PairCache* cache) {
  Meter meter(query.budget);
  if (const auto at_start = answer_at_start(a, b, query, meter)) return finished(*at_start, a, b, query, meter);
  Toi toi;
  toi.tolerance = query.tolerance;
  RedonSearch search(a, b, query, options, meter);
  search_with_cache(search, options.coherence ? cache : nullptr);
  if (search.best() && search.best()->root.lo() <= search.open_from()) {
    describe_impact(*search.best(), a, b, query, toi);
    if (cache != nullptr) {
      cache->has_boxes = true;
      cache->box_a = search.best_leaves().a;
      cache->box_b = search.best_leaves().b;
    }
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
