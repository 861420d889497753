// SPDX-License-Identifier: Apache-2.0
#include "shape/mesh_shape.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "numeric/range_checks.hpp"

namespace graze {
namespace {

struct EdgeUse {
  std::uint32_t other;  // the edge's larger vertex
  std::uint32_t triangle, corner;
};

// The edges of a mesh in lexicographic order, and for each triangle the ids of its three. Sorted by counting how many
// start at each vertex: a mesh of a million triangles has a million and a half.
std::vector<std::array<std::uint32_t, 3>> number_edges(const TriangleMesh& mesh, std::vector<Edge>& edges) {
  const auto ends = [&mesh](std::uint32_t f, std::uint32_t k) {
    return std::minmax(mesh.triangles[f][k], mesh.triangles[f][(k + 1) % 3]);
  };
  const auto for_each_use = [&](const auto& visit) {
    for (std::uint32_t f = 0; f < mesh.triangles.size(); ++f)
      for (std::uint32_t k = 0; k < 3; ++k) visit(f, k);
  };
  std::vector<std::size_t> first(mesh.vertices.size() + 1, 0);
  for_each_use([&](std::uint32_t f, std::uint32_t k) { ++first[ends(f, k).first + 1]; });
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<EdgeUse> uses(3 * mesh.triangles.size());
  std::vector<std::size_t> next = first;
  for_each_use([&](std::uint32_t f, std::uint32_t k) {
    const auto [smaller, larger] = ends(f, k);
    uses[next[smaller]++] = {larger, f, k};
  });
  std::vector<std::array<std::uint32_t, 3>> triangle_edges(mesh.triangles.size());
  edges.reserve(mesh.triangles.size() * 3 / 2);
  for (std::uint32_t v = 0; v < mesh.vertices.size(); ++v) {
    const auto begin = uses.begin() + static_cast<std::ptrdiff_t>(first[v]);
    const auto end = uses.begin() + static_cast<std::ptrdiff_t>(first[v + 1]);
    std::sort(begin, end, [](const EdgeUse& x, const EdgeUse& y) { return x.other < y.other; });
    for (auto use = begin; use != end; ++use) {
      if (use == begin || use->other != std::prev(use)->other) edges.push_back({v, use->other});
      triangle_edges[use->triangle][use->corner] = static_cast<std::uint32_t>(edges.size() - 1);
    }
  }
  return triangle_edges;
}

// All vertices count for the largest coordinate, those in triangles for the size.
void check_range(const TriangleMesh& mesh) {
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
    if (!(mesh.vertices[i].cwiseAbs().maxCoeff() <= limits::kLargestLength))
      throw std::invalid_argument("mesh: coordinates must be at most 1e40 in size, but those of vertex " +
                                  std::to_string(i) + " are not");
  Vector3 lower = mesh.vertices[mesh.triangles.front()[0]];
  Vector3 upper = lower;
  for (const Triangle& t : mesh.triangles)
    for (const std::uint32_t v : t) {
      lower = lower.cwiseMin(mesh.vertices[v]);
      upper = upper.cwiseMax(mesh.vertices[v]);
    }
  require_extent(lower, upper, "mesh");
}

}  // namespace

MeshShape::MeshShape(TriangleMesh mesh, const MeshOptions& options) : mesh_(std::move(mesh)), options_(options) {
  validate(mesh_);
  check_range(mesh_);
  if (!(options.leaf_size >= 0)) throw std::invalid_argument("mesh: leaf_size must not be negative");
  if (options.leaf_triangles == 0) throw std::invalid_argument("mesh: leaf_triangles must be at least 1");
  face_edges_ = number_edges(mesh_, edges_);
  boxes_ = build_box_tree(mesh_);
  std::vector<bool> used(mesh_.vertices.size(), false);
  for (const Triangle& t : mesh_.triangles)
    for (const std::uint32_t v : t) used[v] = true;
  for (std::size_t v = 0; v < used.size(); ++v)
    if (used[v]) radius_ = std::max(radius_, distance_above(mesh_.vertices[v], Vector3::Zero()));
}

const SphereTree& MeshShape::tree() const {
  return tree_.get([this] {
    return build_sphere_tree(mesh_, edges_.size(), face_edges_, {options_.leaf_size, options_.leaf_triangles});
  });
}

const ObbTree& MeshShape::obb_tree() const {
  return obb_tree_.get([this] { return build_obb_tree(mesh_, edges_.size(), face_edges_); });
}

const std::vector<EnclosingSphere>& MeshShape::face_spheres() const {
  return face_spheres_.get([this] {
    std::vector<EnclosingSphere> spheres;
    spheres.reserve(mesh_.triangles.size());
    for (const Triangle& t : mesh_.triangles) spheres.push_back(minimal_sphere(mesh_.vertices, t));
    return spheres;
  });
}

}  // namespace graze
