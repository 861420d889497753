// SPDX-License-Identifier: Apache-2.0
// A binary tree of axis-aligned boxes in body coordinates, one triangle to a leaf. All boxes of a body share its axes:
// what a query needs to know about a direction is worked out once per pose, not once per box.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <graze/mesh.hpp>

namespace graze {

// 64 bytes: a cache line.
struct BoxNode {
  Eigen::Vector3d center;
  Eigen::Vector3d half;  // rounded up: center +- half contains what is below
  std::uint32_t left;    // children are left and left + 1; 0 for a leaf
  std::uint32_t leaf;    // of a leaf: the triangle

  bool is_leaf() const { return left == 0; }
};

// The box around some points, as a leaf.
BoxNode box_around(std::span<const Eigen::Vector3d> points, std::uint32_t leaf);

// The root first. Split at the median along the broadest axis of the triangles' middles.
std::vector<BoxNode> build_box_tree(const TriangleMesh& mesh);

}  // namespace graze
