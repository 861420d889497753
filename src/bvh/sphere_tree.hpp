// SPDX-License-Identifier: Apache-2.0
// The hierarchy of the D2M paper, section VI-A: a binary R-tree of axis-aligned boxes, split at the middle of the
// broadest axis, with the minimal enclosing sphere of the raw geometry at every node.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <graze/mesh.hpp>

#include "bvh/minimal_sphere.hpp"

namespace graze {

using Edge = std::array<std::uint32_t, 2>;

struct SphereTreeOptions {
  double leaf_size;            // a box whose longest edge is at most this is a leaf
  std::size_t leaf_triangles;  // so is one with at most this many triangles
};

// A range of positions in one of the tree's feature lists.
struct Range {
  std::uint32_t begin = 0, end = 0;
};

struct SphereNode {
  Eigen::Vector3d center;
  double radius;
  double center_radius;  // distance of the center from the body origin, rounded up
  std::uint32_t left;    // children are left and left + 1; 0 for a leaf
  std::uint32_t leaf;    // position in `leaves`, for a leaf

  bool is_leaf() const { return left == 0; }
};

// What a leaf holds. Every triangle, edge and used vertex of the mesh is in exactly one leaf, so every pair of features
// meets in exactly one pair of leaves. A leaf's sphere contains all it holds: it is built around whole triangles, and
// an edge or vertex is given to a leaf that has a triangle with it.
struct SphereLeaf {
  Range faces, edges, vertices;
};

struct SphereTree {
  std::vector<SphereNode> nodes;  // the root first
  std::vector<SphereLeaf> leaves;
  std::vector<std::uint32_t> faces, edges, vertices;  // feature ids, leaf by leaf

  std::span<const std::uint32_t> faces_of(const SphereLeaf& leaf) const { return part(faces, leaf.faces); }
  std::span<const std::uint32_t> edges_of(const SphereLeaf& leaf) const { return part(edges, leaf.edges); }
  std::span<const std::uint32_t> vertices_of(const SphereLeaf& leaf) const { return part(vertices, leaf.vertices); }

 private:
  static std::span<const std::uint32_t> part(const std::vector<std::uint32_t>& list, const Range& range) {
    return {list.data() + range.begin, range.end - range.begin};
  }
};

// `triangle_edges` names the three edges of every triangle.
SphereTree build_sphere_tree(const TriangleMesh& mesh, std::size_t edge_count,
                             std::span<const std::array<std::uint32_t, 3>> triangle_edges,
                             const SphereTreeOptions& options);

}  // namespace graze
