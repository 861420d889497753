// SPDX-License-Identifier: Apache-2.0
#include "bvh/sphere_tree.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

#include <Eigen/Geometry>

namespace graze {
namespace {

using Eigen::AlignedBox3d;
using Eigen::Vector3d;

class SphereTreeBuilder {
 public:
  SphereTreeBuilder(const TriangleMesh& mesh, std::size_t edge_count,
                    std::span<const std::array<std::uint32_t, 3>> triangle_edges, const SphereTreeOptions& options)
      : mesh_(mesh),
        triangle_edges_(triangle_edges),
        options_(options),
        order_(mesh.triangles.size()),
        stamp_(mesh.vertices.size(), 0),
        edge_taken_(edge_count, false),
        vertex_taken_(mesh.vertices.size(), false) {
    std::iota(order_.begin(), order_.end(), 0);
  }

  SphereTree build() {
    tree_.nodes.resize(1);
    build_node(0, {0, static_cast<std::uint32_t>(order_.size())});
    return std::move(tree_);
  }

 private:
  // Depth is bounded: every split halves a box or, failing that, the number of triangles.
  void build_node(std::uint32_t node, const Range& range) {
    const AlignedBox3d box = fit(node, range);
    const std::uint32_t middle = split(box, range);
    if (middle == range.begin) {
      tree_.nodes[node].left = 0;
      tree_.nodes[node].leaf = make_leaf(range);
      return;
    }
    const auto left = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.nodes[node].left = left;
    tree_.nodes.resize(tree_.nodes.size() + 2);
    build_node(left, {range.begin, middle});
    build_node(left + 1, {middle, range.end});
  }

  // The node's sphere, and the box of its triangles.
  AlignedBox3d fit(std::uint32_t node, const Range& range) {
    ++current_stamp_;
    used_.clear();
    AlignedBox3d box;
    for (std::uint32_t i = range.begin; i < range.end; ++i)
      for (const std::uint32_t v : mesh_.triangles[order_[i]]) {
        if (stamp_[v] == current_stamp_) continue;
        stamp_[v] = current_stamp_;
        used_.push_back(v);
        box.extend(mesh_.vertices[v]);
      }
    const EnclosingSphere sphere = minimal_sphere(mesh_.vertices, used_);
    assert(std::ranges::all_of(used_, [&](std::uint32_t v) { return holds(sphere, mesh_.vertices[v]); }));
    tree_.nodes[node] = {sphere.center, sphere.radius, distance_above(sphere.center, Vector3d::Zero()), 0, 0};
    return box;
  }

  // With more digits than the sphere was made with.
  [[maybe_unused]] static bool holds(const EnclosingSphere& sphere, const Vector3d& x) {
    return (x.cast<long double>() - sphere.center.cast<long double>()).norm() <= sphere.radius;
  }

  // Where the second half starts after partitioning; range.begin if this is a leaf.
  std::uint32_t split(const AlignedBox3d& box, const Range& range) {
    const std::size_t count = range.end - range.begin;
    int axis = 0;
    const double broadest = box.sizes().maxCoeff(&axis);
    if (count <= std::max<std::size_t>(1, options_.leaf_triangles) || broadest <= options_.leaf_size)
      return range.begin;
    const double plane = 0.5 * box.min()[axis] + 0.5 * box.max()[axis];
    const auto begin = order_.begin() + range.begin;
    const auto end = order_.begin() + range.end;
    auto middle = std::partition(begin, end, [&](std::uint32_t f) { return centroid(f, axis) < plane; });
    if (middle == begin || middle == end) {  // all on one side: halve the count instead
      middle = begin + static_cast<std::ptrdiff_t>(count / 2);
      std::nth_element(begin, middle, end, [&](std::uint32_t f, std::uint32_t g) {
        return std::pair(centroid(f, axis), f) < std::pair(centroid(g, axis), g);
      });
    }
    return static_cast<std::uint32_t>(middle - order_.begin());
  }

  double centroid(std::uint32_t face, int axis) const {
    const Triangle& t = mesh_.triangles[face];
    return (mesh_.vertices[t[0]][axis] + mesh_.vertices[t[1]][axis] + mesh_.vertices[t[2]][axis]) / 3;
  }

  std::uint32_t make_leaf(const Range& range) {
    SphereLeaf leaf;
    leaf.faces.begin = size_of(tree_.faces);
    leaf.edges.begin = size_of(tree_.edges);
    leaf.vertices.begin = size_of(tree_.vertices);
    for (std::uint32_t i = range.begin; i < range.end; ++i) {
      const std::uint32_t face = order_[i];
      tree_.faces.push_back(face);
      for (const std::uint32_t e : triangle_edges_[face]) take(e, edge_taken_, tree_.edges);
      for (const std::uint32_t v : mesh_.triangles[face]) take(v, vertex_taken_, tree_.vertices);
    }
    leaf.faces.end = size_of(tree_.faces);
    leaf.edges.end = size_of(tree_.edges);
    leaf.vertices.end = size_of(tree_.vertices);
    tree_.leaves.push_back(leaf);
    return static_cast<std::uint32_t>(tree_.leaves.size() - 1);
  }

  static void take(std::uint32_t id, std::vector<bool>& taken, std::vector<std::uint32_t>& list) {
    if (taken[id]) return;
    taken[id] = true;
    list.push_back(id);
  }
  static std::uint32_t size_of(const std::vector<std::uint32_t>& list) {
    return static_cast<std::uint32_t>(list.size());
  }

  const TriangleMesh& mesh_;
  std::span<const std::array<std::uint32_t, 3>> triangle_edges_;
  const SphereTreeOptions& options_;
  std::vector<std::uint32_t> order_;  // triangles, permuted as the tree splits them
  std::vector<std::uint32_t> stamp_;  // per vertex: the last node that collected it
  std::uint32_t current_stamp_ = 0;
  std::vector<std::uint32_t> used_;  // the vertices of the node at hand
  std::vector<bool> edge_taken_, vertex_taken_;
  SphereTree tree_;
};

}  // namespace

SphereTree build_sphere_tree(const TriangleMesh& mesh, std::size_t edge_count,
                             std::span<const std::array<std::uint32_t, 3>> triangle_edges,
                             const SphereTreeOptions& options) {
  return SphereTreeBuilder(mesh, edge_count, triangle_edges, options).build();
}

}  // namespace graze
