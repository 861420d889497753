// SPDX-License-Identifier: Apache-2.0
#include "bvh/obb_tree.hpp"

#include <algorithm>
#include <numeric>

#include "bvh/obb_fit.hpp"

namespace graze {
namespace {

class ObbTreeBuilder {
 public:
  ObbTreeBuilder(const TriangleMesh& mesh, std::size_t edge_count,
                 std::span<const std::array<std::uint32_t, 3>> triangle_edges)
      : mesh_(mesh),
        triangle_edges_(triangle_edges),
        order_(mesh.triangles.size()),
        stamp_(mesh.vertices.size(), 0),
        edge_taken_(edge_count, false),
        vertex_taken_(mesh.vertices.size(), false) {
    std::iota(order_.begin(), order_.end(), 0);
  }

  ObbTree build() {
    tree_.nodes.reserve(2 * order_.size());
    tree_.nodes.resize(1);
    build_node(0, order_);
    return std::move(tree_);
  }

 private:
  void build_node(std::uint32_t index, std::span<std::uint32_t> triangles) {
    ObbNode node{};
    fit_obb(mesh_, triangles, vertices_of(triangles), node);
    if (triangles.size() == 1) {
      make_leaf(node, triangles[0]);
      tree_.nodes[index] = node;
      return;
    }
    const std::size_t middle = split(node, triangles);
    node.left = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.nodes[index] = node;
    tree_.nodes.resize(tree_.nodes.size() + 2);
    build_node(node.left, triangles.first(middle));
    build_node(node.left + 1, triangles.subspan(middle));
  }

  std::span<const std::uint32_t> vertices_of(std::span<const std::uint32_t> triangles) {
    ++current_stamp_;
    used_.clear();
    for (const std::uint32_t f : triangles)
      for (const std::uint32_t v : mesh_.triangles[f]) {
        if (stamp_[v] == current_stamp_) continue;
        stamp_[v] = current_stamp_;
        used_.push_back(v);
      }
    return used_;
  }

  // Sorts the triangles into two parts by their middles along the box's longest side, at the mean. If that leaves one
  // part with less than an eighth, at the median: this bounds the depth of the tree.
  std::size_t split(const ObbNode& node, std::span<std::uint32_t> triangles) {
    int longest = 0;
    node.half.maxCoeff(&longest);
    const Eigen::Vector3d axis = node.axes.col(longest);
    const auto place = [&](std::uint32_t f) {
      const Triangle& t = mesh_.triangles[f];
      double sum = 0.0;
      for (const std::uint32_t v : t) sum += axis.dot(mesh_.vertices[v] - node.center);
      return sum;
    };
    double mean = 0.0;
    for (const std::uint32_t f : triangles) mean += place(f) / static_cast<double>(triangles.size());
    const auto middle =
        std::partition(triangles.begin(), triangles.end(), [&](std::uint32_t f) { return place(f) < mean; });
    const auto count = static_cast<std::size_t>(middle - triangles.begin());
    if (count > triangles.size() / 8 && count < triangles.size() - triangles.size() / 8) return count;
    const std::size_t half = triangles.size() / 2;
    std::nth_element(triangles.begin(), triangles.begin() + static_cast<std::ptrdiff_t>(half), triangles.end(),
                     [&](std::uint32_t f, std::uint32_t g) { return std::pair(place(f), f) < std::pair(place(g), g); });
    return half;
  }

  void make_leaf(ObbNode& node, std::uint32_t face) {
    node.face = face;
    for (unsigned k = 0; k < 3; ++k) {
      if (take(triangle_edges_[face][k], edge_taken_)) node.owned_edges |= static_cast<std::uint8_t>(1U << k);
      if (take(mesh_.triangles[face][k], vertex_taken_)) node.owned_corners |= static_cast<std::uint8_t>(1U << k);
    }
  }

  static bool take(std::uint32_t id, std::vector<bool>& taken) {
    if (taken[id]) return false;
    taken[id] = true;
    return true;
  }

  const TriangleMesh& mesh_;
  std::span<const std::array<std::uint32_t, 3>> triangle_edges_;
  std::vector<std::uint32_t> order_;  // triangles, permuted as the tree splits them
  std::vector<std::uint32_t> stamp_;  // per vertex: the last node that collected it
  std::uint32_t current_stamp_ = 0;
  std::vector<std::uint32_t> used_;  // the vertices of the node at hand
  std::vector<bool> edge_taken_, vertex_taken_;
  ObbTree tree_;
};

}  // namespace

ObbTree build_obb_tree(const TriangleMesh& mesh, std::size_t edge_count,
                       std::span<const std::array<std::uint32_t, 3>> triangle_edges) {
  return ObbTreeBuilder(mesh, edge_count, triangle_edges).build();
}

}  // namespace graze
