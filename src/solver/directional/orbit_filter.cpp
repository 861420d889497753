// SPDX-License-Identifier: Apache-2.0
#include "solver/directional/orbit_filter.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "solver/directional/orbits.hpp"
#include "solver/directional/relative_screw.hpp"
#include "solver/directional/touching_time.hpp"

namespace graze {
namespace {

constexpr std::uint64_t kTestsPerTriangle = 12;  // of pairs of nodes: more, and little is apart
constexpr double kMostClose = 0.5;               // of all pairs of triangles; for more it does not pay
constexpr double kFewClose = 1e-3;               // of all pairs: no need to leave out more
constexpr double kSimilar = 10.0;                // deviations that differ by no more are about as good
constexpr int kMostPeriods = 2;                  // by which two places along a thread may differ
constexpr double kSizeRounding = 1e-13;          // of all sums and products, as a part of the bodies' sizes

std::size_t triangle_count(const LeafBody& body) { return (body.boxes().size() + 1) / 2; }

std::vector<OrbitTriangle> seen_from_axis(const LeafBody& body, const Pose& pose, const Vector3& point,
                                          const OrbitAxis& axis) {
  std::vector<OrbitTriangle> triangles(triangle_count(body));
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    std::array<Vector3, 3> corners = body.corners(i);
    for (Vector3& corner : corners) corner = pose * corner - point;
    triangles[i] = OrbitTriangle(corners, axis);
  }
  return triangles;
}

class OrbitPairs {
 public:
  OrbitPairs(const std::vector<OrbitTriangle>& a, const std::vector<OrbitTriangle>& b, const OrbitAxis& axis,
             const Interval& advance, double margin, Meter& meter)
      : tree_a_(build_orbit_tree(a, meter)),
        tree_b_(build_orbit_tree(b, meter)),
        close_a_(a.size()),
        close_b_(b.size()),
        all_a_(tree_a_.size()),
        all_b_(tree_b_.size()),
        pitch_(axis.pitch),
        period_(axis.period()),
        advance_(advance),
        margin_(margin),
        meter_(meter),
        most_tests_(kTestsPerTriangle * (a.size() + b.size())) {}

  // False if that takes too long, or the budget is spent.
  bool find() { return !tree_a_.empty() && !tree_b_.empty() && visit({0, 0}); }
  // By triangle.
  const std::vector<bool>& close_a() const { return close_a_; }
  const std::vector<bool>& close_b() const { return close_b_; }

 private:
  bool visit(const NodePair& pair) {
    if (all_a_[pair.a] && all_b_[pair.b]) return true;
    if (++tests_ > most_tests_ || meter_.spent()) return false;
    meter_.counts.node_tests += 1;
    const OrbitNode& a = tree_a_[pair.a];
    const OrbitNode& b = tree_b_[pair.b];
    if (apart(a, b)) return true;
    if (a.is_leaf() && b.is_leaf()) {
      close_a_[a.leaf] = all_a_[pair.a] = true;
      close_b_[b.leaf] = all_b_[pair.b] = true;
      return true;
    }
    const bool first = b.is_leaf() || (!a.is_leaf() && size(a) >= size(b));
    const std::uint32_t left = first ? a.left : b.left;
    const auto child = [&](std::uint32_t k) { return first ? NodePair{left + k, pair.b} : NodePair{pair.a, left + k}; };
    if (!visit(child(0)) || !visit(child(1))) return false;
    std::vector<bool>& all = first ? all_a_ : all_b_;
    all[first ? pair.a : pair.b] = all[left] && all[left + 1];
    return true;
  }

  static double size(const OrbitNode& node) { return node.away.hi - node.away.lo + node.along.hi - node.along.lo; }

  static bool separate(const OrbitRange& a, const OrbitRange& b, double margin) {
    return b.lo - a.hi > margin || a.lo - b.hi > margin;
  }
  static OrbitRange moved(const OrbitRange& range, double along, const Interval& advance) {
    const double lo = along * advance.lo();
    const double hi = along * advance.hi();
    return {range.lo + std::min(lo, hi), range.hi + std::max(lo, hi)};
  }
  // A difference along a direction no longer than one is no more than the distance. With a pitch, places along change
  // by up to sqrt(1 + (pitch / r)^2) for each unit of length, with r the least distance from the axis on the way.
  bool apart(const OrbitNode& a, const OrbitNode& b) const {
    if (separate(a.away, b.away, margin_)) return true;
    if (pitch_ == 0) return apart_after(a, b, advance_, margin_);
    const double nearest = std::min(a.away.lo, b.away.lo) - margin_;
    if (!(nearest > 0)) return false;
    const double slope = pitch_ / nearest;
    const double margin = margin_ * std::sqrt(1 + slope * slope) * (1 + 1e-9);
    for (int k = -kMostPeriods; k <= kMostPeriods; ++k)
      if (!apart_after(a, b, Interval(k * period_), margin)) return false;
    return true;
  }
  bool apart_after(const OrbitNode& a, const OrbitNode& b, const Interval& advance, double margin) const {
    return separate(moved(a.along, 1.0, advance), b.along, margin) ||
           separate(moved(a.thickness, a.thin.along, advance), reach(b, a.thin), margin) ||
           separate(moved(reach(a, b.thin), b.thin.along, advance), b.thickness, margin);
  }
  // Any direction u is a part along the thin direction n and a rest, u = f n + w; what is below is bounded along each.
  // This holds for whatever f is.
  static OrbitRange reach(const OrbitNode& node, const OrbitDirection& u) {
    const double f = u.away * node.thin.away + u.along * node.thin.along;
    const OrbitDirection rest{u.away - f * node.thin.away, u.along - f * node.thin.along};
    const OrbitRange parts[] = {scaled(node.thickness, f), scaled(node.away, rest.away),
                                scaled(node.along, rest.along)};
    return {parts[0].lo + parts[1].lo + parts[2].lo, parts[0].hi + parts[1].hi + parts[2].hi};
  }
  static OrbitRange scaled(const OrbitRange& range, double factor) {
    return {std::min(factor * range.lo, factor * range.hi), std::max(factor * range.lo, factor * range.hi)};
  }

  std::vector<OrbitNode> tree_a_, tree_b_;
  std::vector<bool> close_a_, close_b_;
  std::vector<bool> all_a_, all_b_;  // of nodes: whether all below are close
  double pitch_, period_;
  Interval advance_;
  double margin_;
  Meter& meter_;
  std::uint64_t most_tests_, tests_ = 0;
};

// The nodes with some of the triangles below.
std::vector<bool> nodes_above(const LeafBody& body, const std::vector<bool>& triangles) {
  const std::span<const BoxNode> boxes = body.boxes();
  std::vector<bool> nodes(boxes.size());
  for (std::size_t i = boxes.size(); i-- > 0;)  // children come after their parent
    nodes[i] = boxes[i].is_leaf() ? triangles[boxes[i].leaf] : nodes[boxes[i].left] || nodes[boxes[i].left + 1];
  return nodes;
}

// Of each body the triangles that may come close to the other body.
struct CloseTriangles {
  std::vector<bool> a, b;

  // Of all pairs of triangles.
  double share() const { return share_of(a) * share_of(b); }
  void leave_out_others_than(const CloseTriangles& close) {
    std::transform(a.begin(), a.end(), close.a.begin(), a.begin(), std::logical_and<>());
    std::transform(b.begin(), b.end(), close.b.begin(), b.begin(), std::logical_and<>());
  }

 private:
  static double share_of(const std::vector<bool>& close) {
    return static_cast<double>(std::count(close.begin(), close.end(), true)) / static_cast<double>(close.size());
  }
};

// While a moves like this as seen from b. Nothing if it takes too long to tell.
std::optional<CloseTriangles> close_triangles(const LeafBody& a, const LeafBody& b, const RelativeScrew& screw,
                                              double need, Meter& meter) {
  const OrbitAxis axis{screw.direction, Vector3::Zero(), screw.pitch};
  const OrbitAxis drifting{screw.direction, screw.drift, screw.pitch};
  const Interval advance = screw.pitch == 0 ? screw.advance : Interval(0.0);
  const double sizes = a.radius() + b.radius() + screw.start.translation().norm() + screw.point.norm() +
                       screw.drift.norm() + abs(screw.advance).hi() + kMostPeriods * axis.period();
  const double margin = (need + screw.deviation + screw.start_error + kSizeRounding * sizes) * (1 + 1e-9);
  OrbitPairs pairs(seen_from_axis(a, screw.start, screw.point, axis),
                   seen_from_axis(b, Pose::Identity(), screw.point, drifting), axis, advance, margin, meter);
  if (!pairs.find()) return std::nullopt;
  return CloseTriangles{pairs.close_a(), pairs.close_b()};
}

// Where a may come close to b, by how one of them moves as seen from the other.
std::optional<CloseTriangles> close_by_axis(const LeafyBody& a, const LeafyBody& b, const Interval& window, double need,
                                            Meter& meter) {
  struct View {
    std::optional<RelativeScrew> screw;
    bool of_b;  // as seen from a
  };
  const Motion& motion_a = a.motion;
  const Motion& motion_b = b.motion;
  std::array<View, 3> views{{{relative_thread(motion_a, a.leaves.radius(), motion_b, window), false},
                             {relative_turn(motion_a, a.leaves.radius(), motion_b, window), false},
                             {relative_turn(motion_b, b.leaves.radius(), motion_a, window), true}}};
  double least = std::numeric_limits<double>::infinity();
  for (const View& view : views)
    if (view.screw) least = std::min(least, view.screw->deviation);
  std::optional<CloseTriangles> close;
  for (const View& view : views) {
    if (!view.screw || view.screw->deviation > kSimilar * least) continue;
    if (meter.spent() || (close && close->share() < kFewClose)) break;
    const LeafBody& moving = view.of_b ? b.leaves : a.leaves;
    const LeafBody& still = view.of_b ? a.leaves : b.leaves;
    std::optional<CloseTriangles> seen = close_triangles(moving, still, *view.screw, need, meter);
    if (!seen) continue;
    if (view.of_b) std::swap(seen->a, seen->b);
    if (close) seen->leave_out_others_than(*close);
    close = std::move(seen);
  }
  return close;
}

}  // namespace

std::optional<OrbitFilter> orbit_filter(const LeafyBody& a, const LeafyBody& b, const Interval& window, double need,
                                        Meter& meter) {
  if (!may_turn(a.motion, b.motion, window)) return std::nullopt;
  std::optional<CloseTriangles> close = close_by_axis(a, b, window, need, meter);
  const auto filter = [&](double until) -> std::optional<OrbitFilter> {
    // Not if the budget ended on the way: a larger budget could then prove less.
    if (!close || close->share() > kMostClose || meter.spent()) return std::nullopt;
    return OrbitFilter(nodes_above(a.leaves, close->a), nodes_above(b.leaves, close->b), until);
  };
  if (close && close->share() < kFewClose) return filter(window.hi());
  // What comes close after a contact does not matter.
  const double until = touching_time(a, b, window, need, filter(window.hi()), meter);
  if (until < window.hi()) close = close_by_axis(a, b, {window.lo(), until}, need, meter);
  return filter(until);
}

}  // namespace graze
