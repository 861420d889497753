// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "broadphase/broad_phase.hpp"

namespace graze {

// Kaya's tree: boxes in one array, split at the median level by level, so that a node is a range of the array and its
// children follow from its place. (Kaya takes the axes in turn; here it is the one along which the node is broadest.)
class BoxHierarchy {
 public:
  explicit BoxHierarchy(std::span<const SweptBox> boxes);

  // All pairs of boxes that overlap.
  void self_pairs(std::vector<BoxPair>& pairs) const;
  // All boxes that overlap this one, itself included if it is one of them.
  template <class Visit>
  void each_overlapping(const SweptBox& box, const Visit& visit) const;

 private:
  static constexpr std::size_t kLeaf = 4;  // at most so many boxes in a leaf

  struct Entry {
    SweptBox box;
    std::uint32_t id;
  };
  struct Node {
    SweptBox box;
    std::uint32_t begin, end;  // entries
    std::uint32_t left;        // children are left and left + 1; 0 for a leaf

    bool is_leaf() const { return left == 0; }
  };

  void split(std::uint32_t node);
  void within(const Node& node, std::vector<BoxPair>& pairs) const;
  void between(const Node& a, const Node& b, std::vector<BoxPair>& pairs) const;

  std::vector<Entry> entries_;
  std::vector<Node> nodes_;
};

template <class Visit>
void BoxHierarchy::each_overlapping(const SweptBox& box, const Visit& visit) const {
  if (nodes_.empty()) return;
  std::vector<std::uint32_t> open{0};
  while (!open.empty()) {
    const Node& node = nodes_[open.back()];
    open.pop_back();
    if (!node.box.overlaps(box)) continue;
    if (!node.is_leaf()) {
      open.insert(open.end(), {node.left, node.left + 1});
      continue;
    }
    for (std::uint32_t i = node.begin; i < node.end; ++i)
      if (entries_[i].box.overlaps(box)) visit(entries_[i].id);
  }
}

}  // namespace graze
