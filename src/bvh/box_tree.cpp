// SPDX-License-Identifier: Apache-2.0
#include "bvh/box_tree.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace graze {
namespace {

using Vector3 = Eigen::Vector3d;

struct Bounds {
  Vector3 lower, upper;

  void add(const Bounds& other) {
    lower = lower.cwiseMin(other.lower);
    upper = upper.cwiseMax(other.upper);
  }
};

// center +- half holds [lower, upper]: halves first, so that nothing overflows; one rounding in the centre, one in each
// difference, and a step up for both.
void set_box(const Bounds& bounds, BoxNode& node) {
  node.center = 0.5 * bounds.lower + 0.5 * bounds.upper;
  const Vector3 reach = (bounds.upper - node.center).cwiseMax(node.center - bounds.lower);
  node.half = reach * (1 + 0x1p-51);
  for (double& entry : node.half)
    if (entry > 0) entry += 0x1p-1070;
}

class Builder {
 public:
  explicit Builder(const TriangleMesh& mesh) : bounds_(mesh.triangles.size()), order_(mesh.triangles.size()) {
    for (std::size_t f = 0; f < bounds_.size(); ++f) {
      const auto& [i, j, k] = mesh.triangles[f];
      const Vector3& p = mesh.vertices[i];
      const Vector3& q = mesh.vertices[j];
      const Vector3& r = mesh.vertices[k];
      bounds_[f] = {p.cwiseMin(q).cwiseMin(r), p.cwiseMax(q).cwiseMax(r)};
    }
    std::iota(order_.begin(), order_.end(), 0U);
  }

  std::vector<BoxNode> build() {
    nodes_.reserve(2 * order_.size());
    nodes_.emplace_back();
    fill(0, 0, order_.size());
    return std::move(nodes_);
  }

 private:
  double middle(std::uint32_t triangle, int axis) const {
    return 0.5 * bounds_[triangle].lower[axis] + 0.5 * bounds_[triangle].upper[axis];
  }

  int broadest_axis(std::size_t begin, std::size_t end) const {
    std::array<double, 3> width{};
    for (int axis = 0; axis < 3; ++axis) {
      double lo = middle(order_[begin], axis);
      double hi = lo;
      for (std::size_t i = begin + 1; i < end; ++i) {
        lo = std::min(lo, middle(order_[i], axis));
        hi = std::max(hi, middle(order_[i], axis));
      }
      width[axis] = hi - lo;
    }
    return static_cast<int>(std::max_element(width.begin(), width.end()) - width.begin());
  }

  // Depth is logarithmic: halves are equal.
  Bounds fill(std::size_t node, std::size_t begin, std::size_t end) {
    if (end - begin == 1) {
      nodes_[node].left = 0;
      nodes_[node].leaf = order_[begin];
      set_box(bounds_[order_[begin]], nodes_[node]);
      return bounds_[order_[begin]];
    }
    const int axis = broadest_axis(begin, end);
    const std::size_t median = begin + (end - begin) / 2;
    const auto at = [this](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(at(begin), at(median), at(end), [&](std::uint32_t x, std::uint32_t y) {
      const double mx = middle(x, axis);
      const double my = middle(y, axis);
      return mx != my ? mx < my : x < y;  // one order, so one tree
    });
    const std::size_t left = nodes_.size();
    nodes_.resize(left + 2);
    nodes_[node].left = static_cast<std::uint32_t>(left);
    nodes_[node].leaf = 0;
    Bounds bounds = fill(left, begin, median);
    bounds.add(fill(left + 1, median, end));
    set_box(bounds, nodes_[node]);
    return bounds;
  }

  std::vector<Bounds> bounds_;
  std::vector<std::uint32_t> order_;
  std::vector<BoxNode> nodes_;
};

}  // namespace

BoxNode box_around(std::span<const Vector3> points, std::uint32_t leaf) {
  Bounds bounds{points[0], points[0]};
  for (const Vector3& p : points) bounds.add({p, p});
  BoxNode node;
  node.left = 0;
  node.leaf = leaf;
  set_box(bounds, node);
  return node;
}

std::vector<BoxNode> build_box_tree(const TriangleMesh& mesh) { return Builder(mesh).build(); }

}  // namespace graze
