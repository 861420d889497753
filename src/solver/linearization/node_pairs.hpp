// SPDX-License-Identifier: Apache-2.0
// Pairs of nodes of two trees of boxes: how one is opened, and the paths from the roots to some of them.
#pragma once

#include <span>
#include <vector>

#include "bvh/node_pair.hpp"
#include "solver/linearization/leaf_body.hpp"

namespace graze {

inline bool are_leaves(const LeafBody& a, const LeafBody& b, const NodePair& pair) {
  return a.boxes()[pair.a].is_leaf() && b.boxes()[pair.b].is_leaf();
}

// The longer of two boxes is opened.
inline bool opens_first(const LeafBody& a, const LeafBody& b, const NodePair& pair) {
  const BoxNode& p = a.boxes()[pair.a];
  const BoxNode& q = b.boxes()[pair.b];
  return q.is_leaf() || (!p.is_leaf() && a.length(p) >= b.length(q));
}

// Calls visit(pair) for the two pairs below one that are not leaves.
template <class Visit>
void open(const LeafBody& a, const LeafBody& b, const NodePair& pair, const Visit& visit) {
  const bool first = opens_first(a, b, pair);
  const std::uint32_t left = first ? a.boxes()[pair.a].left : b.boxes()[pair.b].left;
  for (std::uint32_t k = 0; k < 2; ++k) visit(first ? NodePair{left + k, pair.b} : NodePair{pair.a, left + k});
}

// All pairs on the paths of a search from the roots to some pairs of leaves, these included; sorted.
std::vector<NodePair> paths_to(const LeafBody& a, const LeafBody& b, std::span<const NodePair> leaves);

}  // namespace graze
