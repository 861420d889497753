// SPDX-License-Identifier: Apache-2.0
#include "solver/linearization/node_pairs.hpp"

#include <algorithm>

namespace graze {

namespace {

// All pairs from one on that are on the way to some of the leaves, which are all below it. Puts these in another order.
void add_paths(const LeafBody& a, const LeafBody& b, const NodePair& pair, std::span<NodePair> leaves,
               std::vector<NodePair>& paths) {
  paths.push_back(pair);
  if (are_leaves(a, b, pair)) return;
  const bool first = opens_first(a, b, pair);
  const std::uint32_t left = first ? a.boxes()[pair.a].left : b.boxes()[pair.b].left;
  const auto is_left = [&](const NodePair& leaf) {
    return first ? child_towards(a.boxes(), pair.a, leaf.a) == left : child_towards(b.boxes(), pair.b, leaf.b) == left;
  };
  const auto others = std::partition(leaves.begin(), leaves.end(), is_left);
  const auto child = [&](std::uint32_t k) { return first ? NodePair{left + k, pair.b} : NodePair{pair.a, left + k}; };
  if (others != leaves.begin()) add_paths(a, b, child(0), {leaves.begin(), others}, paths);
  if (others != leaves.end()) add_paths(a, b, child(1), {others, leaves.end()}, paths);
}

}  // namespace

std::vector<NodePair> paths_to(const LeafBody& a, const LeafBody& b, std::span<const NodePair> leaves) {
  std::vector<NodePair> paths;
  std::vector<NodePair> ends(leaves.begin(), leaves.end());
  if (!ends.empty()) add_paths(a, b, {0, 0}, ends, paths);
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace graze
