// SPDX-License-Identifier: Apache-2.0
#include "solver/redon/search.hpp"

#include <tuple>

#include "numeric/infinity.hpp"
#include "solver/redon/features.hpp"

namespace graze {
namespace {

// In tolerances: how short the path of two boxes may be for its time to be halved.
constexpr double kFinestPath = 64.0;

// Total order: time, then features. Ties must not depend on who came first.
auto order(const FeatureRoot& root) {
  const Feature& fa = root.features.feature_a;
  const Feature& fb = root.features.feature_b;
  return std::make_tuple(root.root.lo(), fa.kind, fa.index, fb.index);
}

}  // namespace

RedonSearch::RedonSearch(const Body& a, const Body& b, const Query& query, const RedonOptions& options, Meter& meter)
    : a_(a),
      b_(b),
      query_(query),
      options_(options),
      shape_a_(a.shape.mesh_shape()),
      shape_b_(b.shape.mesh_shape()),
      nodes_a_(shape_a_.obb_tree().nodes),
      nodes_b_(shape_b_.obb_tree().nodes),
      meter_(meter),
      slices_(a.motion, b.motion) {}

RedonSearch::Node RedonSearch::node_a(const RedonSlice& slice, std::uint32_t index) const {
  const ObbNode& box = nodes_a_[index];
  return {index, box, PlacedBox(box, slice.start_a), std::nullopt, std::nullopt};
}

RedonSearch::Node RedonSearch::node_b(const RedonSlice& slice, std::uint32_t index) const {
  const ObbNode& box = nodes_b_[index];
  return {index, box, PlacedBox(box, slice.start_b), std::nullopt, std::nullopt};
}

double RedonSearch::limit() const {
  return best_ && options_.pass_collision_time ? std::min(best_->root.lo(), stop_after_) : stop_after_;
}

void RedonSearch::run(const NodePair& top, double stop_after) {
  best_.reset();
  stop_after_ = stop_after;
  open_from_ = kInfinity;
  const auto slice = slices_.at(query_.window);
  Node a = node_a(*slice, top.a);
  Node b = node_b(*slice, top.b);
  visit(*slice, a, b);
}

void RedonSearch::visit(const RedonSlice& slice, Node& a, Node& b) {
  if (slice.time.lo() > limit()) return;
  if (meter_.spent()) {
    open_from_ = std::min(open_from_, slice.time.lo());
    return;
  }
  ++meter_.counts.node_tests;
  if (stay_apart_in(slice, a, b) || halve(slice, a, b)) return;
  if (a.box.is_leaf() && b.box.is_leaf())
    test_leaves(slice, a, b);
  else
    open(slice, a, b);
}

bool RedonSearch::stay_apart_in(const RedonSlice& slice, Node& a, Node& b) const {
  if (options_.discrete_tests && overlap_at_an_end(slice, a, b)) return false;
  if (!a.over) a.over.emplace(a.box, slice.a);
  if (!b.over) b.over.emplace(b.box, slice.b);
  return stay_apart(*a.over, *b.over, query_.separation, !options_.partial_tests);
}

bool RedonSearch::overlap_at_an_end(const RedonSlice& slice, Node& a, Node& b) const {
  if (overlap(a.start, b.start)) return true;
  if (!a.end) a.end.emplace(a.box, slice.end_a);
  if (!b.end) b.end.emplace(b.box, slice.end_b);
  return overlap(*a.end, *b.end);
}

// Looks at the halves of the time instead, the earlier one first, if the boxes move far in it.
bool RedonSearch::halve(const RedonSlice& slice, const Node& a, const Node& b) {
  const Vector3 velocity = slice.start_b.velocity_of(b.box.center) - slice.start_a.velocity_of(a.box.center);
  const double mid = slice.time.mid();
  const double duration = slice.time.hi() - slice.time.lo();
  if (!(slice.time.lo() < mid && mid < slice.time.hi())) return false;
  // Boxes without size, around triangles that are points, would be chased to the last bit: their features stop in time.
  if (velocity.norm() * duration < kFinestPath * query_.tolerance) return false;
  if (!move_far(a.start, b.start, velocity, slice.turning_rate, duration, options_.subdivision)) return false;
  for (const Interval& half : {Interval(slice.time.lo(), mid), Interval(mid, slice.time.hi())}) {
    if (half.lo() > limit()) return true;
    const auto shorter = slices_.at(half);
    Node x = node_a(*shorter, a.index);
    Node y = node_b(*shorter, b.index);
    visit(*shorter, x, y);
  }
  return true;
}

// The children of the larger box, the one nearer to the other box first.
void RedonSearch::open(const RedonSlice& slice, Node& a, Node& b) {
  const bool open_a = b.box.is_leaf() || (!a.box.is_leaf() && a.box.half.squaredNorm() >= b.box.half.squaredNorm());
  const auto child = [&](std::uint32_t k) {
    return open_a ? node_a(slice, a.box.left + k) : node_b(slice, b.box.left + k);
  };
  std::array<Node, 2> children{child(0), child(1)};
  const Vector3& other = open_a ? b.start.center : a.start.center;
  const auto distance = [&](const Node& node) { return (node.start.center - other).squaredNorm(); };
  const std::size_t first = options_.directional && distance(children[1]) < distance(children[0]) ? 1 : 0;
  for (const std::size_t k : {first, 1 - first}) {
    if (open_a)
      visit(slice, children[k], b);
    else
      visit(slice, a, children[k]);
  }
}

void RedonSearch::collect_pairs(const ObbNode& a, const ObbNode& b) {
  const Triangle& ta = shape_a_.face(a.face);
  const Triangle& tb = shape_b_.face(b.face);
  pairs_.clear();
  for (unsigned i = 0; i < 3; ++i) {
    if ((a.owned_corners >> i & 1U) != 0) pairs_.push_back(vertex_face_pair(shape_a_, ta[i], shape_b_, b.face));
    if ((b.owned_corners >> i & 1U) != 0) pairs_.push_back(face_vertex_pair(shape_a_, a.face, shape_b_, tb[i]));
    for (unsigned j = 0; j < 3; ++j)
      if ((a.owned_edges >> i & 1U) != 0 && (b.owned_edges >> j & 1U) != 0)
        pairs_.push_back(
            edge_edge_pair(shape_a_, shape_a_.face_edges(a.face)[i], shape_b_, shape_b_.face_edges(b.face)[j]));
  }
}

void RedonSearch::test_leaves(const RedonSlice& slice, const Node& a, const Node& b) {
  ++meter_.counts.leaf_tests;
  collect_pairs(a.box, b.box);
  if (pairs_.empty()) return;
  const Stage stage(a_, b_, slice.time, slice.origin, query_.separation);
  const FeatureSearchOptions resolution = options_.local_threshold
                                              ? search_resolution(stage, query_, a.box.reach, b.box.reach)
                                              : search_resolution(stage, query_, shape_a_.radius(), shape_b_.radius());
  if (!std::isfinite(resolution.near_miss)) {  // no bound on speeds: nothing can be said of this time
    open_from_ = std::min(open_from_, slice.time.lo());
    return;
  }
  RedonFeatureSearch search(pairs_, a_, b_, slice.origin, resolution, meter_);
  const std::optional<RedonRoot> root = search.run(slice.time, limit());
  open_from_ = std::min(open_from_, search.open_from());
  if (!root) return;
  const FeatureRoot found{root->root, pairs_[root->pair], slice.origin, resolution.near_miss};
  if (best_ && order(*best_) <= order(found)) return;
  best_ = found;
  best_leaves_ = {a.index, b.index};
}

}  // namespace graze
