// SPDX-License-Identifier: Apache-2.0
// Mesh/convex distance: branch and bound on the mesh's sphere tree. Spheres and triangles are convex solids themselves,
// so every bound is one of convex/convex.
#include <vector>

#include "distance/pair_distance.hpp"

namespace graze {
namespace {

// Spheres only sort and skip: a tenth of their distance is close enough.
constexpr double kSphereAccuracy = 0.1;

struct OpenNode {
  std::uint32_t node;
  double lower;
};

class MeshConvexSearch {
 public:
  MeshConvexSearch(const PlacedMesh& mesh, const PlacedConvex& convex) : mesh_(mesh), convex_(convex) {}

  DistanceBounds run() {
    best_.lower = best_.upper = std::numeric_limits<double>::infinity();
    open_.push_back({0, 0.0});
    while (!open_.empty()) {
      const OpenNode next = open_.back();
      open_.pop_back();
      // What is skipped is at least as far as the distance found by then, which is never below the final one.
      if (next.lower < best_.upper || best_.upper == std::numeric_limits<double>::infinity()) visit(next.node);
    }
    best_.lower = std::min(best_.lower, best_.upper);
    return best_;
  }

 private:
  void visit(std::uint32_t index) {
    const SphereNode& node = mesh_.shape.tree().nodes[index];
    if (node.is_leaf()) {
      for (const std::uint32_t face : mesh_.shape.tree().faces_of(mesh_.shape.tree().leaves[node.leaf]))
        test_triangle(face);
      return;
    }
    OpenNode first{node.left, lower_bound(node.left)};
    OpenNode second{node.left + 1, lower_bound(node.left + 1)};
    if (first.lower < second.lower) std::swap(first, second);
    open_.insert(open_.end(), {first, second});  // the nearer one is looked at next
  }

  double lower_bound(std::uint32_t index) const {
    const SphereNode& node = mesh_.shape.tree().nodes[index];
    const ConvexShape sphere = ConvexShape::polytope({node.center}).rounded(node.radius);
    return convex_convex_distance({sphere, mesh_.pose}, convex_, kSphereAccuracy).lower;
  }

  void test_triangle(std::uint32_t face) {
    const Triangle& t = mesh_.shape.face(face);
    const ConvexShape triangle =
        ConvexShape::polytope({mesh_.shape.vertex(t[0]), mesh_.shape.vertex(t[1]), mesh_.shape.vertex(t[2])});
    const DistanceBounds bounds = convex_convex_distance({triangle, mesh_.pose}, convex_);
    const double lower = std::min(best_.lower, bounds.lower);
    if (bounds.upper < best_.upper || best_.upper == std::numeric_limits<double>::infinity()) best_ = bounds;
    best_.lower = lower;
  }

  PlacedMesh mesh_;
  PlacedConvex convex_;
  std::vector<OpenNode> open_;
  DistanceBounds best_;
};

}  // namespace

DistanceBounds mesh_convex_distance(const PlacedMesh& a, const PlacedConvex& b) { return MeshConvexSearch(a, b).run(); }

}  // namespace graze
