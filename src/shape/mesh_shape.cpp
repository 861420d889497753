// SPDX-License-Identifier: Apache-2.0
#include "shape/mesh_shape.hpp"

#include <algorithm>
#include <stdexcept>

namespace graze {
namespace {

struct EdgeUse {
  Edge edge;
  std::uint32_t triangle;
  std::uint32_t corner;
};

// The edges of a mesh, and for each triangle the ids of its three.
std::vector<std::array<std::uint32_t, 3>> number_edges(const TriangleMesh& mesh, std::vector<Edge>& edges) {
  std::vector<EdgeUse> uses;
  uses.reserve(3 * mesh.triangles.size());
  for (std::uint32_t f = 0; f < mesh.triangles.size(); ++f)
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::uint32_t a = mesh.triangles[f][k];
      const std::uint32_t b = mesh.triangles[f][(k + 1) % 3];
      uses.push_back({{std::min(a, b), std::max(a, b)}, f, k});
    }
  std::sort(uses.begin(), uses.end(), [](const EdgeUse& x, const EdgeUse& y) {
    return std::tie(x.edge, x.triangle, x.corner) < std::tie(y.edge, y.triangle, y.corner);
  });
  std::vector<std::array<std::uint32_t, 3>> triangle_edges(mesh.triangles.size());
  for (const EdgeUse& use : uses) {
    if (edges.empty() || edges.back() != use.edge) edges.push_back(use.edge);
    triangle_edges[use.triangle][use.corner] = static_cast<std::uint32_t>(edges.size() - 1);
  }
  return triangle_edges;
}

}  // namespace

MeshShape::MeshShape(TriangleMesh mesh, const MeshOptions& options) : mesh_(std::move(mesh)) {
  validate(mesh_);
  if (!(options.leaf_size >= 0)) throw std::invalid_argument("mesh: leaf_size must not be negative");
  face_edges_ = number_edges(mesh_, edges_);
  tree_ = build_sphere_tree(mesh_, edges_.size(), face_edges_, {options.leaf_size, options.leaf_triangles});
  boxes_ = build_box_tree(mesh_);
  face_spheres_.reserve(mesh_.triangles.size());
  for (const Triangle& t : mesh_.triangles) {
    face_spheres_.push_back(minimal_sphere(mesh_.vertices, t));
    for (const std::uint32_t v : t) radius_ = std::max(radius_, distance_above(mesh_.vertices[v], Vector3::Zero()));
  }
}

const ObbTree& MeshShape::obb_tree() const {
  std::call_once(obb_tree_->once, [this] { obb_tree_->tree = build_obb_tree(mesh_, edges_.size(), face_edges_); });
  return obb_tree_->tree;
}

}  // namespace graze
