// SPDX-License-Identifier: Apache-2.0
#include "judges/triangle_tree.hpp"

#include <algorithm>
#include <numeric>

namespace graze::bench {

namespace {

constexpr std::uint32_t kLeafTriangles = 2;
// Far above the rounding of box corners of bodies of size ~1, far below any triangle.
constexpr double kRoundingRoom = 1e-12;

}  // namespace

TriangleTree::TriangleTree(const TriangleMesh& mesh) {
  std::vector<Eigen::AlignedBox3d> boxes;
  boxes.reserve(mesh.triangles.size());
  for (const Triangle& triangle : mesh.triangles) {
    Eigen::AlignedBox3d box;
    for (const std::uint32_t vertex : triangle) box.extend(mesh.vertices[vertex]);
    boxes.push_back(box);
  }
  order_.resize(boxes.size());
  std::iota(order_.begin(), order_.end(), 0U);
  nodes_.resize(1);
  build(0, 0, static_cast<std::uint32_t>(order_.size()), boxes);
}

void TriangleTree::build(std::uint32_t node, std::uint32_t first, std::uint32_t last,
                         const std::vector<Eigen::AlignedBox3d>& boxes) {
  for (std::uint32_t i = first; i < last; ++i) nodes_[node].box.extend(boxes[order_[i]]);
  if (last - first <= kLeafTriangles) {
    nodes_[node].first = first;
    nodes_[node].count = last - first;
    return;
  }
  Eigen::Index axis = 0;
  nodes_[node].box.sizes().maxCoeff(&axis);
  const std::uint32_t middle = first + (last - first) / 2;
  std::nth_element(order_.begin() + first, order_.begin() + middle, order_.begin() + last,
                   [&](std::uint32_t i, std::uint32_t j) { return boxes[i].center()[axis] < boxes[j].center()[axis]; });
  const auto child = static_cast<std::uint32_t>(nodes_.size());
  nodes_[node].first = child;
  nodes_.resize(nodes_.size() + 2);
  build(child, first, middle, boxes);
  build(child + 1, middle, last, boxes);
}

// The walk down two trees at once.
class TriangleTree::PairWalk {
 public:
  PairWalk(const TriangleTree& a, const TriangleTree& b, const Pose& b_in_a, double margin, const Visit& visit)
      : a_(a),
        b_(b),
        b_in_a_(b_in_a),
        rotation_(b_in_a.linear()),
        magnitude_(rotation_.cwiseAbs()),
        margin_(margin + kRoundingRoom),
        visit_(visit) {}

  // False when a visit said stop.
  bool walk(std::uint32_t i, std::uint32_t j) const {
    const Node& a = a_.nodes_[i];
    const Node& b = b_.nodes_[j];
    if (apart(a.box, b.box)) return true;
    if (a.count > 0 && b.count > 0) return visit_leaves(a, b);
    if (b.count > 0 || (a.count == 0 && a.box.sizes().maxCoeff() >= b.box.sizes().maxCoeff())) {
      return walk(a.first, j) && walk(a.first + 1, j);
    }
    return walk(i, b.first) && walk(i, b.first + 1);
  }

 private:
  // Whether a face axis of either box shows a gap of more than the margin.
  bool apart(const Eigen::AlignedBox3d& a, const Eigen::AlignedBox3d& b) const {
    const Vector3 half_a = 0.5 * a.sizes();
    const Vector3 half_b = 0.5 * b.sizes();
    const Vector3 offset = b_in_a_ * b.center() - a.center();
    if (((offset.cwiseAbs() - half_a - magnitude_ * half_b).array() > margin_).any()) return true;
    const Vector3 turned = rotation_.transpose() * offset;
    return ((turned.cwiseAbs() - half_b - magnitude_.transpose() * half_a).array() > margin_).any();
  }

  bool visit_leaves(const Node& a, const Node& b) const {
    for (std::uint32_t i = a.first; i < a.first + a.count; ++i) {
      for (std::uint32_t j = b.first; j < b.first + b.count; ++j) {
        if (!visit_(a_.order_[i], b_.order_[j])) return false;
      }
    }
    return true;
  }

  const TriangleTree& a_;
  const TriangleTree& b_;
  const Pose& b_in_a_;
  Eigen::Matrix3d rotation_, magnitude_;
  double margin_;
  const Visit& visit_;
};

void TriangleTree::near_pairs(const TriangleTree& a, const TriangleTree& b, const Pose& b_in_a, double margin,
                              const Visit& visit) {
  PairWalk(a, b, b_in_a, margin, visit).walk(0, 0);
}

}  // namespace graze::bench
