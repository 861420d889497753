// SPDX-License-Identifier: Apache-2.0
// Which leaves of two bodies are near each other, in one pose? Plain doubles: the caller leaves room for roundings.
#pragma once

#include <Eigen/Geometry>

#include "bvh/node_extent.hpp"
#include "bvh/node_pair.hpp"

namespace graze {

// Two trees of boxes, in the body frame of b.
class NearNodes {
 public:
  NearNodes(const BoxTree& a, const BoxTree& b, const Eigen::Isometry3d& a_in_b);

  // Calls visit(i, j) for all pairs of leaf nodes below the given ones that may be closer than the reach.
  template <class Visit>
  void each(const std::vector<NodePair>& among, double reach, const Visit& visit) const {
    for (const auto& [i, j] : among) below(i, extents_of_a(i), j, extents_of_b(j), reach, visit);
  }

 private:
  // The three axes of b, then those of a, and again the last of these.
  static constexpr int kAxes = 6;
  static constexpr std::size_t kPacks = (kAxes + kLanes - 1) / kLanes;
  using Extents = std::array<Extent<Pack>, kPacks>;  // along them
  // What makes extents of the boxes of a body: along each axis.
  struct Axes {
    std::array<Three<Pack>, kPacks> on;
    std::array<Three<TimesUnit<Pack>>, kPacks> size_on;
    std::array<Pack, kPacks> offset;

    Axes(const Eigen::Matrix3d& on_b, const Eigen::Matrix3d& on_a, const Eigen::Vector3d& at, TreeUnit unit);
    Extents extents(const BoxNode& node) const;
    template <class Number>
    Extents extents_in(const BoxNode& node) const;
  };

  Extents extents_of_a(std::uint32_t node) const { return axes_a_.extents(a_.nodes[node]); }
  Extents extents_of_b(std::uint32_t node) const { return axes_b_.extents(b_.nodes[node]); }

  // Of two nodes only one is opened: the extents of the other are known.
  template <class Visit>
  void below(std::uint32_t i, const Extents& extents_a, std::uint32_t j, const Extents& extents_b, double reach,
             const Visit& visit) const {
    const BoxNode& p = a_.nodes[i];
    const BoxNode& q = b_.nodes[j];
    if (boxes_apart(extents_a, extents_b, reach) || slabs_apart(p, q, reach)) return;
    if (p.is_leaf() && q.is_leaf()) {
      visit(i, j);
    } else if (q.is_leaf() || (!p.is_leaf() && p.length_in(a_.unit) > q.length_in(b_.unit))) {
      below(p.left, extents_of_a(p.left), j, extents_b, reach, visit);
      below(p.left + 1, extents_of_a(p.left + 1), j, extents_b, reach, visit);
    } else {
      below(i, extents_a, q.left, extents_of_b(q.left), reach, visit);
      below(i, extents_a, q.left + 1, extents_of_b(q.left + 1), reach, visit);
    }
  }

  static bool boxes_apart(const Extents& a, const Extents& b, double reach);
  // Across one of the slabs?
  bool slabs_apart(const BoxNode& p, const BoxNode& q, double reach) const;

  const BoxTree& a_;
  const BoxTree& b_;
  Eigen::Isometry3d a_in_b_;
  Axes axes_a_, axes_b_;
};

}  // namespace graze
