// SPDX-License-Identifier: Apache-2.0
// The search of D2M: the earliest first contact over all pairs of features.
//
// The answer is a minimum, over all pairs, of a root that depends on the pair alone: the time intervals a pair is
// searched on follow from the geometry (slices, spheres), never from contacts found before; those only decide what can
// be skipped. So the order of the traversal, a cache, or threads cannot change a bit of it.
#pragma once

#include <optional>
#include <vector>

#include "bvh/node_pair.hpp"
#include "shape/mesh_shape.hpp"
#include "solver/mesh_features/feature_search.hpp"
#include "solver/mesh_features/moving_simplex.hpp"

namespace graze {

// What a leaf holds, in motion.
struct LeafFeatures {
  std::vector<MovingSimplex> faces, edges, vertices;
};

// The earliest contact found so far.
struct RootCandidate {
  Interval root;
  NodePair leaves;
  std::optional<FeaturePair> features;  // none in Capoeira mode
  Vector3 origin;                       // near the contact

  // Total order: time, then features. Ties must not depend on who came first.
  bool earlier_than(const RootCandidate& other) const;
};

class D2mSearch {
 public:
  D2mSearch(const Body& a, const Body& b, const Query& query, const D2mOptions& options, Meter& meter);

  // Searches the window below the given pair of nodes. A contact after `stop_after` may go unreported.
  void run(const NodePair& top, double stop_after);

  const std::optional<RootCandidate>& best() const { return best_; }
  // Everything before this has been searched; infinity when all has.
  double open_from() const { return open_from_; }
  // The smallest of the distances that the numbers can tell apart here, times a safety factor, or what was asked for.
  double near_miss() const { return feature_options_.near_miss; }

 private:
  double limit() const { return best_ ? std::min(best_->root.lo(), stop_after_) : stop_after_; }
  std::optional<Interval> flight(double from) const;
  double slice_length() const;
  void search_slice(const NodePair& top, const Interval& slice);
  void visit(const Stage& stage, const NodePair& pair, const Interval& time);
  bool restart(const Stage& stage, const NodePair& pair, const Interval& time);
  void restart_at(const Stage& stage, const NodePair& pair, const Interval& time);
  void expand(const Stage& stage, const NodePair& pair, const Interval& time);
  void test_leaves(const Stage& stage, const NodePair& pair, const Interval& time);
  void offer(const RootCandidate& candidate);

  const Body& a_;
  const Body& b_;
  const Query& query_;
  const D2mOptions& options_;
  const MeshShape& shape_a_;
  const MeshShape& shape_b_;
  Meter& meter_;
  FeatureSearchOptions feature_options_{};
  double stop_after_ = 0.0;
  double open_from_ = 0.0;
  std::optional<RootCandidate> best_;
  LeafFeatures features_a_, features_b_;  // of the two leaves at hand; kept to save allocations
};

}  // namespace graze
