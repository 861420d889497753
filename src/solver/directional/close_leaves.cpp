// SPDX-License-Identifier: Apache-2.0
#include "solver/directional/close_leaves.hpp"

#include <algorithm>

namespace graze {

CloseLeaves::CloseLeaves(const LeafyBody& a, const LeafyBody& b, const Interval& window, double need,
                         const Limits& most, Leaves how, Meter& meter)
    : linearized_(a.motion, a.leaves, b.motion, b.leaves, window.lo(), rounding::up(window.hi() - window.lo()),
                  b.motion.pose(window.lo()).translation()),
      a_(a.leaves),
      b_(b.leaves),
      need_(need),
      most_(most),
      meter_(meter),
      how_(how) {
  meter_.counts.linearizations += 1;
}

bool CloseLeaves::add(const NodePair& pair) {
  return add(pair, linearized_.reach_of_a(a_.boxes()[pair.a]), linearized_.reach_of_b(b_.boxes()[pair.b]));
}

// Of two nodes only one is opened: what the other reaches is known.
bool CloseLeaves::add(const NodePair& pair, const Reach& reach_a, const Reach& reach_b) {
  if (++tests_ > most_.tests) return false;
  meter_.counts.node_tests += 1;
  const BoxNode& node_a = a_.boxes()[pair.a];
  const BoxNode& node_b = b_.boxes()[pair.b];
  if (note_if_apart(pair, linearized_.boxes_apart_by(reach_a, reach_b, need_))) return true;
  if (node_a.is_leaf() && node_b.is_leaf()) {
    const double apart = kept(pair);
    if (note_if_apart(pair, apart)) return true;
    if (near_.size() == most_.leaves) return false;
    near_.push_back({pair, apart});
    return true;
  }
  if (note_if_apart(pair, linearized_.slabs_apart_by(node_a, node_b, need_))) return true;
  meter_.counts.opened_nodes += 1;
  if (opens_first(a_, b_, pair)) {
    const std::uint32_t left = node_a.left;
    return add({left, pair.b}, linearized_.reach_of_a(a_.boxes()[left]), reach_b) &&
           add({left + 1, pair.b}, linearized_.reach_of_a(a_.boxes()[left + 1]), reach_b);
  }
  const std::uint32_t left = node_b.left;
  return add({pair.a, left}, reach_a, linearized_.reach_of_b(b_.boxes()[left])) &&
         add({pair.a, left + 1}, reach_a, linearized_.reach_of_b(b_.boxes()[left + 1]));
}

bool CloseLeaves::add(const NodePair& leaves, const Vector3& direction) {
  if (!(kept_along(leaves, direction) > need_)) return add(leaves);
  ++tests_;
  return true;
}

bool CloseLeaves::note_if_apart(const NodePair& pair, double apart) {
  if (!(apart > need_)) return false;
  if (apart_ != nullptr) apart_->push_back({pair, apart});
  return true;
}

std::vector<NodePair> CloseLeaves::sorted() const {
  std::vector<NodePair> pairs;
  for (const KeptNodes& leaves : near_) pairs.push_back(leaves.nodes);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

LeafPair CloseLeaves::leaf_pair(const NodePair& pair) const {
  return {a_, a_.boxes()[pair.a].leaf, b_, b_.boxes()[pair.b].leaf, linearized_};
}

// Gaps along a direction are concave in time: wide enough at both ends, they are so in between.
double CloseLeaves::kept_along(const NodePair& pair, const Vector3& direction) {
  meter_.counts.root_iterations += 2;
  const LeafPair leaves = leaf_pair(pair);
  const LeafGap gap(leaves, direction);
  return std::min(gap.at(linearized_.span()).value, gap.at(0.0).value);
}

// The triangles' own directions are those of their slabs and more.
double CloseLeaves::kept(const NodePair& pair) {
  double apart = -1.0;
  if (!a_.is_solid() && !b_.is_solid()) apart = linearized_.triangles_apart_by(a_.boxes()[pair.a], b_.boxes()[pair.b]);
  if (apart > need_ || how_ == Leaves::Quickly) return apart;
  meter_.counts.feature_tests += 1;
  const LeafDistance at_end = leaf_pair(pair).distance(linearized_.span(), need_);
  return std::max(apart, at_end.lower > need_ ? kept_along(pair, at_end.direction) : -1.0);
}

}  // namespace graze
