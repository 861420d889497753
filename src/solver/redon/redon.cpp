// SPDX-License-Identifier: Apache-2.0
#include "solver/redon/redon.hpp"

#include "solver/mesh_features/expected_contact.hpp"
#include "solver/redon/search.hpp"

namespace graze {
Toi solve_redon(const Body& a, const Body& b, const Query& query, const RedonOptions& options, PairCoherence* cache) {
  Meter meter(query.budget);
  if (const auto at_start = answer_at_start(a, b, query, meter)) return finished(*at_start, a, b, query, meter);
  RedonSearch search(a, b, query, options, meter);
  search_expecting(search, cache != nullptr && options.coherence ? cache->boxes : std::nullopt);
  if (!search.best() || search.best()->root.lo() > search.open_from())
    return finished(without_impact(search.open_from(), query), a, b, query, meter);
  if (cache != nullptr) cache->boxes = search.best_leaves();
  return finished(impact_at_root(*search.best(), a, b, query), a, b, query, meter);
}

}  // namespace graze
