// SPDX-License-Identifier: Apache-2.0
#include "broadphase/adaptive_bvh.hpp"

#include <algorithm>

namespace graze {

BoxHierarchy::BoxHierarchy(std::span<const SweptBox> boxes) : entries_(boxes.size()) {
  for (std::uint32_t i = 0; i < boxes.size(); ++i) entries_[i] = {boxes[i], i};
  if (entries_.empty()) return;
  nodes_.reserve(boxes.size());
  nodes_.push_back({{}, 0, static_cast<std::uint32_t>(entries_.size()), 0});
  for (std::uint32_t node = 0; node < nodes_.size(); ++node) split(node);
  // Children come after their parents, so from the back every node finds those below it ready.
  for (auto node = nodes_.rbegin(); node != nodes_.rend(); ++node) {
    if (node->is_leaf()) continue;
    const SweptBox& left = nodes_[node->left].box;
    const SweptBox& right = nodes_[node->left + 1].box;
    node->box = {left.lower.cwiseMin(right.lower), left.upper.cwiseMax(right.upper)};
  }
}

void BoxHierarchy::split(std::uint32_t index) {
  const std::uint32_t begin = nodes_[index].begin;
  const std::uint32_t end = nodes_[index].end;
  const auto first = entries_.begin() + begin;
  const auto last = entries_.begin() + end;
  SweptBox around{first->box.lower, first->box.upper};
  for (auto entry = first; entry != last; ++entry) {
    around.lower = around.lower.cwiseMin(entry->box.lower);
    around.upper = around.upper.cwiseMax(entry->box.upper);
  }
  if (end - begin <= kLeaf) {
    nodes_[index].box = around;
    return;
  }
  int axis = 0;
  (around.upper - around.lower).maxCoeff(&axis);
  const std::uint32_t middle = begin + (end - begin) / 2;
  std::nth_element(first, entries_.begin() + middle, last, [axis](const Entry& x, const Entry& y) {
    return x.box.lower[axis] + x.box.upper[axis] < y.box.lower[axis] + y.box.upper[axis];
  });
  nodes_[index].left = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({{}, begin, middle, 0});
  nodes_.push_back({{}, middle, end, 0});
}

void BoxHierarchy::self_pairs(std::vector<BoxPair>& pairs) const {
  if (!nodes_.empty()) within(nodes_.front(), pairs);
}

void BoxHierarchy::within(const Node& node, std::vector<BoxPair>& pairs) const {
  if (!node.is_leaf()) {
    const Node& left = nodes_[node.left];
    const Node& right = nodes_[node.left + 1];
    within(left, pairs);
    within(right, pairs);
    between(left, right, pairs);
    return;
  }
  for (std::uint32_t i = node.begin; i < node.end; ++i)
    for (std::uint32_t j = i + 1; j < node.end; ++j)
      if (entries_[i].box.overlaps(entries_[j].box)) pairs.push_back(ordered(entries_[i].id, entries_[j].id));
}

void BoxHierarchy::between(const Node& a, const Node& b, std::vector<BoxPair>& pairs) const {
  if (!a.box.overlaps(b.box)) return;
  if (a.is_leaf() && b.is_leaf()) {
    for (std::uint32_t i = a.begin; i < a.end; ++i) {
      if (!entries_[i].box.overlaps(b.box)) continue;
      for (std::uint32_t j = b.begin; j < b.end; ++j)
        if (entries_[i].box.overlaps(entries_[j].box)) pairs.push_back(ordered(entries_[i].id, entries_[j].id));
    }
    return;
  }
  // The one with more boxes is opened, so both go down level by level.
  const bool open_a = !a.is_leaf() && (b.is_leaf() || a.end - a.begin >= b.end - b.begin);
  const Node& opened = open_a ? a : b;
  const Node& kept = open_a ? b : a;
  between(nodes_[opened.left], kept, pairs);
  between(nodes_[opened.left + 1], kept, pairs);
}

std::vector<BoxPair> adaptive_bvh(std::span<const SweptBox> boxes) {
  std::vector<BoxPair> pairs;
  BoxHierarchy(boxes).self_pairs(pairs);
  return pairs;
}

}  // namespace graze
