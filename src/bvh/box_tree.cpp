// SPDX-License-Identifier: Apache-2.0
#include "bvh/box_tree.hpp"

#include <algorithm>

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

// A triangle by what the splitting needs of it. Moved about as a whole: what is sorted together is read together.
struct Item {
  Vector3 middle;
  std::uint32_t triangle;
};

class Builder {
 public:
  explicit Builder(const TriangleMesh& mesh) : mesh_(mesh), items_(mesh.triangles.size()) {
    for (std::uint32_t f = 0; f < items_.size(); ++f) {
      const Bounds bounds = bounds_of(f);
      items_[f] = {0.5 * bounds.lower + 0.5 * bounds.upper, f};
    }
  }

  std::vector<BoxNode> build() {
    nodes_.reserve(2 * items_.size());
    nodes_.emplace_back();
    fill(0, items_);
    return std::move(nodes_);
  }

 private:
  Bounds bounds_of(std::uint32_t triangle) const {
    const auto& [i, j, k] = mesh_.triangles[triangle];
    const Vector3& p = mesh_.vertices[i];
    const Vector3& q = mesh_.vertices[j];
    const Vector3& r = mesh_.vertices[k];
    return {p.cwiseMin(q).cwiseMin(r), p.cwiseMax(q).cwiseMax(r)};
  }

  static int broadest_axis(std::span<const Item> items) {
    Bounds middles{items[0].middle, items[0].middle};
    for (const Item& item : items) middles.add({item.middle, item.middle});
    int axis = 0;
    (middles.upper - middles.lower).maxCoeff(&axis);
    return axis;
  }

  // Depth is logarithmic: halves are equal.
  Bounds fill(std::size_t node, std::span<Item> items) {
    if (items.size() == 1) {
      const Bounds bounds = bounds_of(items[0].triangle);
      nodes_[node].left = 0;
      nodes_[node].leaf = items[0].triangle;
      set_box(bounds, nodes_[node]);
      return bounds;
    }
    const int axis = broadest_axis(items);
    const auto median = items.begin() + static_cast<std::ptrdiff_t>(items.size() / 2);
    std::nth_element(items.begin(), median, items.end(), [axis](const Item& x, const Item& y) {
      const double mx = x.middle[axis];
      const double my = y.middle[axis];
      return mx != my ? mx < my : x.triangle < y.triangle;  // one order, so one tree
    });
    const std::size_t left = nodes_.size();
    nodes_.resize(left + 2);
    nodes_[node].left = static_cast<std::uint32_t>(left);
    nodes_[node].leaf = 0;
    Bounds bounds = fill(left, {items.begin(), median});
    bounds.add(fill(left + 1, {median, items.end()}));
    set_box(bounds, nodes_[node]);
    return bounds;
  }

  const TriangleMesh& mesh_;
  std::vector<Item> items_;
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
