// SPDX-License-Identifier: Apache-2.0
// A plain box tree over a mesh, for one purpose: which pairs of triangles of two placed meshes are near each other?
// The exact tests of the benchmark look at those pairs only.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <Eigen/Geometry>

#include <graze/mesh.hpp>

#include "judges/reference_pose.hpp"

namespace graze::bench {

class TriangleTree {
 public:
  explicit TriangleTree(const TriangleMesh& mesh);

  // Calls visit(triangle of a, triangle of b) for every pair of triangles that are within `margin` of each other, and
  // some more; stops when a call returns false. b_in_a places b in the frame of a.
  using Visit = std::function<bool(std::uint32_t, std::uint32_t)>;
  static void near_pairs(const TriangleTree& a, const TriangleTree& b, const Pose& b_in_a, double margin,
                         const Visit& visit);

 private:
  struct Node {
    Eigen::AlignedBox3d box;
    std::uint32_t first = 0;  // of the children (second = first + 1), or of the triangles in order_
    std::uint32_t count = 0;  // triangles; 0: an inner node
  };
  class PairWalk;

  void build(std::uint32_t node, std::uint32_t first, std::uint32_t last,
             const std::vector<Eigen::AlignedBox3d>& boxes);

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> order_;
};

}  // namespace graze::bench
