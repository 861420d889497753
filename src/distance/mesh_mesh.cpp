// SPDX-License-Identifier: Apache-2.0
// Mesh/mesh distance: depth-first branch and bound on the sphere trees.
#include <vector>

#include "distance/pair_distance.hpp"
#include "distance/triangle_triangle.hpp"
#include "numeric/interval_vector.hpp"
#include "numeric/stable_norm.hpp"

namespace graze {
namespace {

// A body at rest: its spheres in world coordinates, and its triangles with the rounding of the pose.
struct RestingMesh {
  const MeshShape& shape;
  const Pose& pose;

  Vector3 center(const SphereNode& node) const { return pose * node.center; }
  // Bounds the rounding of center(): three products and sums an entry, of the magnitudes below.
  double error(const SphereNode& node) const {
    return (8 * rounding::kUlp) * (pose.translation().norm() + pose.linear().norm() * node.center_radius) +
           kVanishingLength;
  }
  // How far the pose stretches: it need not be a rotation to the last bit.
  double stretch() const { return pose.linear().colwise().norm().maxCoeff() * (1 + 1e-9); }

  IntervalTriangle triangle(std::uint32_t face) const {
    const IntervalMatrix3 linear = pose.linear().cast<Interval>();
    const IntervalVector3 translation = pose.translation().cast<Interval>();
    IntervalTriangle result;
    for (int k = 0; k < 3; ++k) result[k] = linear * shape.vertex(shape.face(face)[k]).cast<Interval>() + translation;
    return result;
  }
};

struct OpenPair {
  std::uint32_t a, b;
  double lower;
};

class MeshSearch {
 public:
  MeshSearch(const RestingMesh& a, const RestingMesh& b)
      : a_(a), b_(b), stretch_a_(a.stretch()), stretch_b_(b.stretch()) {}

  DistanceBounds run() {
    best_.lower = best_.upper = std::numeric_limits<double>::infinity();
    open_.push_back({0, 0, 0.0});
    while (!open_.empty()) {
      const OpenPair pair = open_.back();
      open_.pop_back();
      // What is skipped is at least as far as the distance found by then, which is never below the final one.
      if (pair.lower < best_.upper) visit(pair);
    }
    best_.lower = std::min(best_.lower, best_.upper);
    return best_;
  }

 private:
  void visit(const OpenPair& pair) {
    const SphereNode& p = a_.shape.tree().nodes[pair.a];
    const SphereNode& q = b_.shape.tree().nodes[pair.b];
    if (p.is_leaf() && q.is_leaf()) {
      test_triangles(a_.shape.tree().leaves[p.leaf], b_.shape.tree().leaves[q.leaf]);
      return;
    }
    const bool split_a = q.is_leaf() || (!p.is_leaf() && p.radius > q.radius);
    OpenPair first = split_a ? OpenPair{p.left, pair.b, 0.0} : OpenPair{pair.a, q.left, 0.0};
    OpenPair second = split_a ? OpenPair{p.left + 1, pair.b, 0.0} : OpenPair{pair.a, q.left + 1, 0.0};
    first.lower = lower_bound(first);
    second.lower = lower_bound(second);
    if (first.lower < second.lower) std::swap(first, second);
    open_.push_back(first);  // the nearer one is looked at next
    open_.push_back(second);
  }

  double lower_bound(const OpenPair& pair) const {
    const SphereNode& p = a_.shape.tree().nodes[pair.a];
    const SphereNode& q = b_.shape.tree().nodes[pair.b];
    const double between = (a_.center(p) - b_.center(q)).norm() * (1 - 8 * rounding::kUlp);
    const double reach = p.radius * stretch_a_ + q.radius * stretch_b_ + a_.error(p) + b_.error(q);
    return std::max(0.0, between - reach * (1 + 8 * rounding::kUlp));
  }

  void test_triangles(const SphereLeaf& leaf_a, const SphereLeaf& leaf_b) {
    for (const std::uint32_t fa : a_.shape.tree().faces_of(leaf_a)) {
      const IntervalTriangle ta = a_.triangle(fa);
      for (const std::uint32_t fb : b_.shape.tree().faces_of(leaf_b)) test_pair(ta, b_.triangle(fb));
    }
  }

  void test_pair(const IntervalTriangle& ta, const IntervalTriangle& tb) {
    if (triangles_apart(ta, tb, best_.upper)) return;
    best_.lower = std::min(best_.lower, certified_gap(ta, tb));
    const ClosestPoints points = closest_of_triangles(ta, tb);
    // They are rounded at the size of the corners they are made of.
    const double rounding_error = 16 * rounding::kUlp * (reach_of(ta) + reach_of(tb)) + kVanishingLength;
    const double distance = rounding::up(stable_norm(points.b - points.a) + rounding_error);
    if (distance >= best_.upper) return;
    best_.upper = distance;
    best_.point_a = points.a;
    best_.point_b = points.b;
  }

  static double reach_of(const IntervalTriangle& t) { return norm(t[0]).hi() + norm(t[1]).hi() + norm(t[2]).hi(); }

  RestingMesh a_, b_;
  double stretch_a_, stretch_b_;
  std::vector<OpenPair> open_;
  DistanceBounds best_;
};

}  // namespace

DistanceBounds mesh_mesh_distance(const PlacedMesh& a, const PlacedMesh& b) {
  return MeshSearch({a.shape, a.pose}, {b.shape, b.pose}).run();
}

}  // namespace graze
