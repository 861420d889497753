// SPDX-License-Identifier: Apache-2.0
// The search of Redon's method: pairs of boxes and stretches of time, both halved as they need it.
//
// Times are halves of halves of the window, and which ones a pair of boxes is looked at in follows from the boxes
// alone. A contact found before decides only what is skipped, never where a time is cut. So the order of the
// traversal, the switches for it, or a cache cannot change a bit of the answer.
#pragma once

#include "bvh/node_pair.hpp"
#include "shape/mesh_shape.hpp"
#include "solver/mesh_features/mesh_answer.hpp"
#include "solver/redon/slice.hpp"

namespace graze {

class RedonSearch {
 public:
  RedonSearch(const Body& a, const Body& b, const Query& query, const RedonOptions& options, Meter& meter);

  // Searches the window below the given pair of boxes. A contact after `stop_after` may go unreported.
  void run(const NodePair& top, double stop_after);

  const std::optional<FeatureRoot>& best() const { return best_; }
  const NodePair& best_leaves() const { return best_leaves_; }
  // Everything before this has been searched; infinity when all has.
  double open_from() const { return open_from_; }

 private:
  // A node of either tree in a slice, what is known of its box made when it is needed.
  struct Node {
    std::uint32_t index;
    const ObbNode& box;
    PlacedBox start;
    std::optional<PlacedBox> end;
    std::optional<MovingBox> over;
  };
  Node node_a(const RedonSlice& slice, std::uint32_t index) const;
  Node node_b(const RedonSlice& slice, std::uint32_t index) const;

  double limit() const;
  void visit(const RedonSlice& slice, Node& a, Node& b);
  bool stay_apart_in(const RedonSlice& slice, Node& a, Node& b) const;
  bool overlap_at_an_end(const RedonSlice& slice, Node& a, Node& b) const;
  bool halve(const RedonSlice& slice, const Node& a, const Node& b);
  void open(const RedonSlice& slice, Node& a, Node& b);
  void test_leaves(const RedonSlice& slice, const Node& a, const Node& b);
  void collect_pairs(const ObbNode& a, const ObbNode& b);

  const Body& a_;
  const Body& b_;
  const Query& query_;
  const RedonOptions& options_;
  const MeshShape& shape_a_;
  const MeshShape& shape_b_;
  const std::vector<ObbNode>& nodes_a_;
  const std::vector<ObbNode>& nodes_b_;
  Meter& meter_;
  RedonSlices slices_;
  double stop_after_ = 0.0;
  double open_from_ = 0.0;
  std::optional<FeatureRoot> best_;
  NodePair best_leaves_;
  std::vector<FeaturePair> pairs_;  // of the leaves at hand
};

}  // namespace graze
