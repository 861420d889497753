// SPDX-License-Identifier: Apache-2.0
#include "solver/d2m/search.hpp"

#include <algorithm>
#include <tuple>

#include "numeric/infinity.hpp"
#include "solver/mesh_features/mesh_answer.hpp"

namespace graze {
namespace {

// A pair of spheres is looked at afresh, from a later instant or over a shorter time, when the bend of its path over
// the time at hand exceeds this part of its size.
constexpr double kBend = 0.04;

auto order(const RootCandidate& c) {
  const Feature fa = c.features ? c.features->feature_a : Feature{};
  const Feature fb = c.features ? c.features->feature_b : Feature{};
  return std::make_tuple(c.root.lo(), fa.kind, fa.index, fb.index, c.leaves.a, c.leaves.b);
}

MovingSphere node_sphere(const StageBody& body, const SphereNode& node) {
  return body.sphere(node.center, node.radius, node.center_radius);
}

}  // namespace

bool RootCandidate::earlier_than(const RootCandidate& other) const { return order(*this) < order(other); }

D2mSearch::D2mSearch(const Body& a, const Body& b, const Query& query, const D2mOptions& options, Meter& meter)
    : a_(a),
      b_(b),
      query_(query),
      options_(options),
      shape_a_(a.shape.mesh_shape()),
      shape_b_(b.shape.mesh_shape()),
      meter_(meter) {}

// When the bodies' spheres about their origins may overlap, after `from`. Those do not turn with the bodies, so a
// whole flight is one parabola.
std::optional<Interval> D2mSearch::flight(double from) const {
  const Interval rest(from, query_.window.hi());
  const Stage stage(a_, b_, rest, b_.motion.pose(from).translation(), query_.separation);
  return test_sphere_pair(stage, stage.a.sphere(Vector3::Zero(), shape_a_.radius(), 0.0),
                          stage.b.sphere(Vector3::Zero(), shape_b_.radius(), 0.0), rest);
}

// As long as paths bend by at most the given part of the bodies' size. Zero if their accelerations have no bound: then
// nothing can be said of any time.
double D2mSearch::slice_length() const {
  const double bend = a_.motion.acceleration_bound(query_.window).at(shape_a_.radius()) +
                      b_.motion.acceleration_bound(query_.window).at(shape_b_.radius());
  const double size = shape_a_.radius() + shape_b_.radius();
  if (bend == 0) return kInfinity;
  return bend > 0 ? std::sqrt(2 * options_.slice * size / bend) : 0.0;
}

void D2mSearch::run(const NodePair& top, double stop_after) {
  best_.reset();
  stop_after_ = stop_after;
  open_from_ = kInfinity;
  const double length = slice_length();
  double time = query_.window.lo();
  while (time < query_.window.hi() && time <= limit() && !best_ && open_from_ == kInfinity) {
    const std::optional<Interval> overlap = flight(time);
    ++meter_.counts.node_tests;
    if (!overlap) return;
    if (!(length > 0) || meter_.spent()) {
      open_from_ = overlap->lo();
      return;
    }
    const double next = std::max(overlap->lo() + length, std::nextafter(overlap->lo(), kInfinity));
    const Interval slice(overlap->lo(), std::min(next, overlap->hi()));
    search_slice(top, slice);
    if (slice.hi() >= overlap->hi()) return;
    time = slice.hi();
  }
}

void D2mSearch::search_slice(const NodePair& top, const Interval& slice) {
  const Stage stage(a_, b_, slice, b_.motion.pose(slice.lo()).translation(), query_.separation);
  feature_options_ = search_resolution(stage, query_, shape_a_.radius(), shape_b_.radius());
  restart_at(stage, top, slice);
}

// Traverse-Tree-Pair (Algorithm 6).
void D2mSearch::visit(const Stage& stage, const NodePair& pair, const Interval& time) {
  if (time.lo() > limit()) return;
  if (meter_.spent()) {
    open_from_ = std::min(open_from_, time.lo());
    return;
  }
  if (restart(stage, pair, time)) return;
  if (shape_a_.tree().nodes[pair.a].is_leaf() && shape_b_.tree().nodes[pair.b].is_leaf())
    test_leaves(stage, pair, time);
  else
    expand(stage, pair, time);
}

// Re-basing: bounds are parabolas from the stage's start, and loosen with the square of the time since. When that
// matters for spheres of this size, go on from a stage that starts where this pair's time does, in halves if need be.
bool D2mSearch::restart(const Stage& stage, const NodePair& pair, const Interval& time) {
  const SphereNode& node_a = shape_a_.tree().nodes[pair.a];
  const SphereNode& node_b = shape_b_.tree().nodes[pair.b];
  const double bend =
      0.5 * (stage.a.acceleration.at(node_a.center_radius) + stage.b.acceleration.at(node_b.center_radius));
  // The floor keeps tiny spheres from chopping time ever finer: their features' own search does that better.
  const double size = node_a.radius + node_b.radius + 1e-3 * (shape_a_.radius() + shape_b_.radius());
  const double since = time.hi() - stage.domain.lo();
  const double length = time.hi() - time.lo();
  // Without a bound on accelerations no later start is better.
  if (!std::isfinite(bend) || bend * since * since <= kBend * size) return false;
  const double mid = time.mid();
  if (bend * length * length > kBend * size && mid > time.lo() && mid < time.hi()) {
    restart_at(stage, pair, {time.lo(), mid});
    restart_at(stage, pair, {mid, time.hi()});
    return true;
  }
  if (length > 0.75 * since) return false;
  restart_at(stage, pair, time);
  return true;
}

void D2mSearch::restart_at(const Stage& stage, const NodePair& pair, const Interval& time) {
  const Stage later(a_, b_, time, stage.origin_at(time.lo()), query_.separation);
  ++meter_.counts.node_tests;
  const std::optional<Interval> overlap = test_sphere_pair(later, node_sphere(later.a, shape_a_.tree().nodes[pair.a]),
                                                           node_sphere(later.b, shape_b_.tree().nodes[pair.b]), time);
  if (overlap) visit(later, pair, *overlap);
}

void D2mSearch::expand(const Stage& stage, const NodePair& pair, const Interval& time) {
  struct Part {
    std::uint32_t node;
    MovingSphere sphere;
  };
  const auto parts = [](const StageBody& body, const SphereTree& tree, std::uint32_t node, std::array<Part, 2>& list) {
    const SphereNode& parent = tree.nodes[node];
    if (parent.is_leaf()) {
      list[0] = {node, node_sphere(body, parent)};
      return 1;
    }
    for (std::uint32_t k = 0; k < 2; ++k) list[k] = {parent.left + k, node_sphere(body, tree.nodes[parent.left + k])};
    return 2;
  };
  std::array<Part, 2> parts_a;
  std::array<Part, 2> parts_b;
  const int count_a = parts(stage.a, shape_a_.tree(), pair.a, parts_a);
  const int count_b = parts(stage.b, shape_b_.tree(), pair.b, parts_b);

  struct Child {
    NodePair pair;
    Interval time;
  };
  std::array<Child, 4> children;
  std::size_t count = 0;
  for (int i = 0; i < count_a; ++i)
    for (int j = 0; j < count_b; ++j) {
      ++meter_.counts.node_tests;
      if (const auto overlap = test_sphere_pair(stage, parts_a[i].sphere, parts_b[j].sphere, time))
        children[count++] = {{parts_a[i].node, parts_b[j].node}, *overlap};
    }
  std::stable_sort(children.begin(), children.begin() + static_cast<std::ptrdiff_t>(count),
                   [](const Child& x, const Child& y) { return x.time.lo() < y.time.lo(); });
  for (std::size_t k = 0; k < count; ++k) visit(stage, children[k].pair, children[k].time);
}

void D2mSearch::offer(const RootCandidate& candidate) {
  if (!best_ || candidate.earlier_than(*best_)) best_ = candidate;
}

}  // namespace graze
