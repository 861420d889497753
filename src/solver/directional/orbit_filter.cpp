// SPDX-License-Identifier: Apache-2.0
#include "solver/directional/orbit_filter.hpp"

#include <algorithm>
#include <cmath>

#include "solver/directional/orbits.hpp"
#include "solver/directional/relative_screw.hpp"

namespace graze {
namespace {

constexpr std::uint64_t kTestsPerTriangle = 8;  // of pairs of nodes: more, and little is apart
constexpr double kMostClose = 0.5;              // of the triangles of either body; for more it does not pay
constexpr double kSizeRounding = 1e-13;         // of all sums and products, as a part of the bodies' sizes

std::size_t triangle_count(const LeafBody& body) { return (body.boxes().size() + 1) / 2; }

std::vector<OrbitTriangle> seen_from_axis(const LeafBody& body, const Pose& pose, const RelativeScrew& screw) {
  std::vector<OrbitTriangle> triangles(triangle_count(body));
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    std::array<Vector3, 3> corners = body.corners(i);
    for (Vector3& corner : corners) corner = pose * corner - screw.point;
    triangles[i] = OrbitTriangle(corners, screw.direction);
  }
  return triangles;
}

class OrbitPairs {
 public:
  OrbitPairs(const std::vector<OrbitTriangle>& a, const std::vector<OrbitTriangle>& b, const Interval& advance,
             double margin, Meter& meter)
      : tree_a_(build_orbit_tree(a)),
        tree_b_(build_orbit_tree(b)),
        close_a_(a.size()),
        close_b_(b.size()),
        advance_(advance),
        margin_(margin),
        meter_(meter),
        most_tests_(kTestsPerTriangle * (a.size() + b.size())) {}

  // False if that takes too long, or the budget is spent.
  bool find() { return visit({0, 0}); }
  // By triangle.
  const std::vector<bool>& close_a() const { return close_a_; }
  const std::vector<bool>& close_b() const { return close_b_; }

 private:
  bool visit(const NodePair& pair) {
    if (++tests_ > most_tests_ || meter_.spent()) return false;
    meter_.counts.node_tests += 1;
    const OrbitNode& a = tree_a_[pair.a];
    const OrbitNode& b = tree_b_[pair.b];
    if (apart(a, b)) return true;
    if (a.is_leaf() && b.is_leaf()) {
      close_a_[a.leaf] = true;
      close_b_[b.leaf] = true;
      return true;
    }
    const bool first = b.is_leaf() || (!a.is_leaf() && size(a) >= size(b));
    const std::uint32_t left = first ? a.left : b.left;
    const auto child = [&](std::uint32_t k) { return first ? NodePair{left + k, pair.b} : NodePair{pair.a, left + k}; };
    return visit(child(0)) && visit(child(1));
  }

  static double size(const OrbitNode& node) { return node.away.hi - node.away.lo + node.along.hi - node.along.lo; }

  // A difference along a direction no longer than one is no more than the distance.
  bool separate(const OrbitRange& a, const OrbitRange& b) const {
    return b.lo - a.hi > margin_ || a.lo - b.hi > margin_;
  }
  OrbitRange moved(const OrbitRange& range, double along) const {
    const double lo = along * advance_.lo();
    const double hi = along * advance_.hi();
    return {range.lo + std::min(lo, hi), range.hi + std::max(lo, hi)};
  }
  bool apart(const OrbitNode& a, const OrbitNode& b) const {
    if (separate(a.away, b.away) || separate(moved(a.along, 1.0), b.along)) return true;
    return separate(moved(a.thickness, a.thin.along), reach(b, a.thin)) ||
           separate(moved(reach(a, b.thin), b.thin.along), b.thickness);
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

bool few(const std::vector<bool>& close) {
  const auto count = std::count(close.begin(), close.end(), true);
  return static_cast<double>(count) <= kMostClose * static_cast<double>(close.size());
}

}  // namespace

std::optional<OrbitFilter> orbit_filter(const LeafyBody& a, const LeafyBody& b, const Interval& window, double need,
                                        Meter& meter) {
  const std::optional<RelativeScrew> screw = relative_screw(a.motion, a.leaves.radius(), b.motion, window);
  if (!screw) return std::nullopt;
  const double sizes = a.leaves.radius() + b.leaves.radius() + screw->start.translation().norm() + screw->point.norm() +
                       abs(screw->advance).hi();
  const double margin = (need + screw->deviation + screw->start_error + kSizeRounding * sizes) * (1 + 1e-9);
  OrbitPairs pairs(seen_from_axis(a.leaves, screw->start, *screw), seen_from_axis(b.leaves, Pose::Identity(), *screw),
                   screw->advance, margin, meter);
  if (!pairs.find() || !few(pairs.close_a()) || !few(pairs.close_b())) return std::nullopt;
  return OrbitFilter(nodes_above(a.leaves, pairs.close_a()), nodes_above(b.leaves, pairs.close_b()));
}

}  // namespace graze
