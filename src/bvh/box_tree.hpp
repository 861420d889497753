// SPDX-License-Identifier: Apache-2.0
// A binary tree of axis-aligned boxes in body coordinates, one triangle to a leaf. All boxes of a body share its axes:
// what a query needs to know about a direction is worked out once per pose, not once per box.
//
// Besides its box a node has a slab: a direction along which what is below is thin. A box around a piece of a curved
// surface is about as thick as it is wide, a slab thins out with the square of the width; so it is slabs that tell two
// surfaces apart that are close to each other, whatever number of triangles they have.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <graze/mesh.hpp>

#include "bvh/tree_length.hpp"

namespace graze {

// A cache line. Every point x below has |x - center| <= half in each coordinate and
// |normal . (x - center) - middle| <= thickness.
struct alignas(64) BoxNode {
  Eigen::Vector3d center;
  Three<TreeLength> half;
  Eigen::Vector3f normal;  // no longer than one; zero if there is no thin direction
  TreeLength middle, thickness;
  std::uint32_t left;  // children are left and left + 1; 0 for a leaf
  std::uint32_t leaf;  // of a leaf: the triangle

  bool is_leaf() const { return left == 0; }
  bool has_slab() const { return !normal.isZero(0.0F); }
  Eigen::Vector3d half_in(TreeUnit unit) const { return {half[0].in(unit), half[1].in(unit), half[2].in(unit)}; }
  // How long the box is, all three ways; from the middle.
  double length_in(TreeUnit unit) const { return (half[0] + (half[1] + half[2])).in(unit); }
};
static_assert(sizeof(BoxNode) == 64);

struct BoxTree {
  // The root first. After the children of a node comes all that is below the first of them, then all that is below the
  // second.
  std::vector<BoxNode> nodes;
  TreeUnit unit;                 // of the nodes' lengths
  Eigen::Vector3d lower, upper;  // of all, exactly
};

// The child of a node that another is or is below of, given that it is below the node.
inline std::uint32_t child_towards(std::span<const BoxNode> nodes, std::uint32_t node, std::uint32_t below) {
  const std::uint32_t first = nodes[node].left;
  if (below <= first + 1) return below;
  const std::uint32_t below_second = nodes[first + 1].left;
  return below_second != 0 && below >= below_second ? first + 1 : first;
}

// Split at the median along the broadest axis of the triangles' middles.
BoxTree build_box_tree(const TriangleMesh& mesh);

// The box around some points, as the only leaf.
BoxTree box_around(std::span<const Eigen::Vector3d> points);

}  // namespace graze
