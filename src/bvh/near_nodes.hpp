// SPDX-License-Identifier: Apache-2.0
// Which leaves of two bodies are near each other, in one pose? Plain doubles: the caller leaves room for roundings.
#pragma once

#include <Eigen/Geometry>

#include <graze/node_pair.hpp>

#include "bvh/box_tree.hpp"

namespace graze {

// Two trees of boxes, in the body frame of b.
class NearNodes {
 public:
  NearNodes(const BoxTree& a, const BoxTree& b, const Eigen::Isometry3d& a_in_b)
      : a_(a), b_(b), a_in_b_(a_in_b), sizes_(a_in_b.linear().cwiseAbs()) {}

  // Calls visit(i, j) for all pairs of leaf nodes below the given ones that may be closer than the reach.
  template <class Visit>
  void each(std::vector<NodePair> open, double reach, const Visit& visit) const {
    while (!open.empty()) {
      const auto [i, j] = open.back();
      open.pop_back();
      const BoxNode& p = a_.nodes[i];
      const BoxNode& q = b_.nodes[j];
      const Eigen::Vector3d half_a = a_.unit * p.half.cast<double>();
      const Eigen::Vector3d half_b = b_.unit * q.half.cast<double>();
      if (apart(p, half_a, q, half_b, a_in_b_ * p.center - q.center, reach)) continue;
      if (p.is_leaf() && q.is_leaf()) {
        visit(i, j);
      } else if (q.is_leaf() || (!p.is_leaf() && half_a.squaredNorm() > half_b.squaredNorm())) {
        open.insert(open.end(), {{p.left + 1, j}, {p.left, j}});
      } else {
        open.insert(open.end(), {{i, q.left + 1}, {i, q.left}});
      }
    }
  }

 private:
  // Along the axes of one of the boxes, or across one of the slabs. `in_b` is from the middle of q to that of p.
  bool apart(const BoxNode& p, const Eigen::Vector3d& half_a, const BoxNode& q, const Eigen::Vector3d& half_b,
             const Eigen::Vector3d& in_b, double reach) const {
    if (((in_b.cwiseAbs() - half_b - sizes_ * half_a).array() > reach).any()) return true;
    const Eigen::Vector3d from_a = -in_a(in_b);
    if (((from_a.cwiseAbs() - half_a - sizes_.transpose() * half_b).array() > reach).any()) return true;
    const auto beside = [&](const BoxNode& node, double unit, const Eigen::Vector3d& other,
                            const Eigen::Vector3d& other_half, const Eigen::Vector3d& normal_there) {
      if (!node.has_slab()) return false;
      const double off = std::abs(node.normal.cast<double>().dot(other) - unit * static_cast<double>(node.middle));
      return off > unit * static_cast<double>(node.thickness) + normal_there.cwiseAbs().dot(other_half) + reach;
    };
    return beside(q, b_.unit, in_b, half_a, in_a(q.normal.cast<double>())) ||
           beside(p, a_.unit, from_a, half_b, a_in_b_.linear() * p.normal.cast<double>());
  }

  Eigen::Vector3d in_a(const Eigen::Vector3d& direction) const { return a_in_b_.linear().transpose() * direction; }

  const BoxTree& a_;
  const BoxTree& b_;
  Eigen::Isometry3d a_in_b_;
  Eigen::Matrix3d sizes_;  // of a's axes along those of b
};

}  // namespace graze
