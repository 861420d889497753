// SPDX-License-Identifier: Apache-2.0
// Which leaves of two bodies are near each other, in one pose? Plain doubles: the caller leaves room for roundings.
#pragma once

#include <array>

#include <Eigen/Geometry>

#include <graze/node_pair.hpp>

#include "bvh/box_tree.hpp"
#include "numeric/pack.hpp"

namespace graze {

// Two trees of boxes, in the body frame of b.
class NearNodes {
 public:
  NearNodes(const BoxTree& a, const BoxTree& b, const Eigen::Isometry3d& a_in_b);

  // Calls visit(i, j) for all pairs of leaf nodes below the given ones that may be closer than the reach.
  template <class Visit>
  void each(const std::vector<NodePair>& among, double reach, const Visit& visit) const {
    for (const auto& [i, j] : among) below(i, extent_of_a(i), j, extent_of_b(j), reach, visit);
  }

 private:
  // The three axes of b, then those of a, and again the last of these.
  static constexpr int kAxes = 6;
  static constexpr std::size_t kPacks = (kAxes + kLanes - 1) / kLanes;
  // From where to where a box reaches along them.
  struct Extent {
    std::array<Pack, kPacks> middle, size;
  };
  // What makes extents of the boxes of a body: along each axis.
  struct Axes {
    std::array<std::array<Pack, 3>, kPacks> on, size_on;
    std::array<Pack, kPacks> offset;

    Axes(const Eigen::Matrix3d& on_b, const Eigen::Matrix3d& on_a, const Eigen::Vector3d& at, double unit);
    Extent extent(const BoxNode& node) const;
  };

  Extent extent_of_a(std::uint32_t node) const { return axes_a_.extent(a_.nodes[node]); }
  Extent extent_of_b(std::uint32_t node) const { return axes_b_.extent(b_.nodes[node]); }

  // Of two nodes only one is opened: the extent of the other is known.
  template <class Visit>
  void below(std::uint32_t i, const Extent& extent_a, std::uint32_t j, const Extent& extent_b, double reach,
             const Visit& visit) const {
    const BoxNode& p = a_.nodes[i];
    const BoxNode& q = b_.nodes[j];
    if (boxes_apart(extent_a, extent_b, reach) || slabs_apart(p, q, reach)) return;
    if (p.is_leaf() && q.is_leaf()) {
      visit(i, j);
    } else if (q.is_leaf() || (!p.is_leaf() && a_.unit * p.half.sum() > b_.unit * q.half.sum())) {
      below(p.left, extent_of_a(p.left), j, extent_b, reach, visit);
      below(p.left + 1, extent_of_a(p.left + 1), j, extent_b, reach, visit);
    } else {
      below(i, extent_a, q.left, extent_of_b(q.left), reach, visit);
      below(i, extent_a, q.left + 1, extent_of_b(q.left + 1), reach, visit);
    }
  }

  static bool boxes_apart(const Extent& a, const Extent& b, double reach);
  // Across one of the slabs?
  bool slabs_apart(const BoxNode& p, const BoxNode& q, double reach) const;

  const BoxTree& a_;
  const BoxTree& b_;
  Eigen::Isometry3d a_in_b_;
  Axes axes_a_, axes_b_;
};

}  // namespace graze
