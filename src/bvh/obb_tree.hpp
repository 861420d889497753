// SPDX-License-Identifier: Apache-2.0
// Binary tree of oriented boxes over a mesh, built top-down, one triangle in each leaf (Gottschalk, Lin, Manocha 1996).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <graze/mesh.hpp>

namespace graze {

// All points center + Q s with |s_i| <= half_i, where Q is the orthonormal matrix nearest to `axes`: doubles do not
// make orthonormal matrices, so the box is defined by one that they only approximate. |axes - Q| <= axes_error, in the
// Frobenius norm and so in every entry.
struct ObbNode {
  Eigen::Matrix3d axes;
  Eigen::Vector3d center, half;
  double axes_error;
  double reach;                             // no point of the box is further from the body origin; rounded up
  std::uint32_t left;                       // children are left and left + 1; 0 for a leaf
  std::uint32_t face;                       // of a leaf
  std::uint8_t owned_edges, owned_corners;  // of a leaf: bit k for the k-th edge or corner of its face

  bool is_leaf() const { return left == 0; }
};

// Every box contains its triangles, rounding included. Every edge and used vertex of the mesh is owned by exactly one
// leaf, one with a triangle that has it; so every pair of features of two meshes meets in exactly one pair of leaves.
struct ObbTree {
  std::vector<ObbNode> nodes;  // the root first
};

// `triangle_edges` names the three edges of every triangle.
ObbTree build_obb_tree(const TriangleMesh& mesh, std::size_t edge_count,
                       std::span<const std::array<std::uint32_t, 3>> triangle_edges);

}  // namespace graze
