// SPDX-License-Identifier: Apache-2.0
#include "solver/node_pairs.hpp"

#include <algorithm>

namespace graze {

std::vector<NodePair> ways_to(const LeafBody& a, const LeafBody& b, std::span<const NodePair> leaves) {
  std::vector<NodePair> ways;
  for (const NodePair& end : leaves) {
    NodePair pair{0, 0};
    ways.push_back(pair);
    while (pair != end) {
      if (opens_first(a, b, pair))
        pair.a = child_towards(a.boxes(), pair.a, end.a);
      else
        pair.b = child_towards(b.boxes(), pair.b, end.b);
      ways.push_back(pair);
    }
  }
  std::sort(ways.begin(), ways.end());
  ways.erase(std::unique(ways.begin(), ways.end()), ways.end());
  return ways;
}

}  // namespace graze
