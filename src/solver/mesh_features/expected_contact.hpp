// SPDX-License-Identifier: Apache-2.0
// Coherence for searches that look for the earliest contact in slices of time.
#pragma once

#include <limits>
#include <optional>

#include "bvh/node_pair.hpp"

namespace graze {

// With a contact expected in the leaves that touched last time, contacts later than that one are of no interest. If
// none turns up, the expectation was wrong and the search is done without it.
template <class Search>
void search_expecting(Search& search, const std::optional<NodePair>& leaves) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  if (leaves) {
    search.run(*leaves, kNever);
    if (search.best()) {
      search.run({}, search.best()->root.hi());
      if (search.best()) return;
    }
  }
  search.run({}, kNever);
}

}  // namespace graze
