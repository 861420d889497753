// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include <graze/mesh.hpp>

#include "shape/parameter_checks.hpp"

namespace graze {
namespace {

std::uint64_t edge_key(std::uint32_t i, std::uint32_t j) {
  return std::uint64_t{std::min(i, j)} << 32 | std::max(i, j);
}

std::vector<std::uint64_t> unique_edges(const TriangleMesh& mesh) {
  std::vector<std::uint64_t> edges;
  edges.reserve(3 * mesh.triangles.size());
  for (const auto& [i, j, k] : mesh.triangles) {
    edges.insert(edges.end(), {edge_key(i, j), edge_key(j, k), edge_key(k, i)});
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

}  // namespace

void validate(const TriangleMesh& mesh) {
  require(!mesh.triangles.empty(), "mesh has no triangles");
  const std::size_t count = mesh.vertices.size();
  require(count <= std::numeric_limits<std::uint32_t>::max(), "mesh has more vertices than 32 bits can number");
  for (std::size_t i = 0; i < count; ++i) {
    if (!mesh.vertices[i].allFinite()) {
      throw std::invalid_argument("mesh vertex " + std::to_string(i) + " is not finite");
    }
  }
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    for (const std::uint32_t vertex : mesh.triangles[i]) {
      if (vertex >= count) {
        throw std::invalid_argument("mesh triangle " + std::to_string(i) + " names vertex " + std::to_string(vertex) +
                                    " of " + std::to_string(count));
      }
    }
  }
}

TriangleMesh recentered(TriangleMesh mesh) {
  const Eigen::Vector3d centroid = inspect(mesh).centroid;
  for (Eigen::Vector3d& vertex : mesh.vertices) vertex -= centroid;
  return mesh;
}

TriangleMesh scaled(TriangleMesh mesh, double factor) {
  require_positive(factor, "factor");
  for (Eigen::Vector3d& vertex : mesh.vertices) vertex *= factor;
  return mesh;
}

TriangleMesh subdivided(const TriangleMesh& mesh) {
  validate(mesh);
  const std::vector<std::uint64_t> edges = unique_edges(mesh);
  require(mesh.vertices.size() + edges.size() <= std::numeric_limits<std::uint32_t>::max(),
          "mesh is too large to subdivide");
  TriangleMesh result;
  result.vertices = mesh.vertices;
  result.vertices.reserve(mesh.vertices.size() + edges.size());
  for (const std::uint64_t edge : edges) {
    const Eigen::Vector3d& low = mesh.vertices[edge >> 32];
    const Eigen::Vector3d& high = mesh.vertices[edge & 0xffffffffU];
    result.vertices.emplace_back(0.5 * low + 0.5 * high);
  }
  const auto midpoint = [&](std::uint32_t i, std::uint32_t j) {
    const auto at = std::lower_bound(edges.begin(), edges.end(), edge_key(i, j)) - edges.begin();
    return static_cast<std::uint32_t>(mesh.vertices.size() + static_cast<std::size_t>(at));
  };
  result.triangles.reserve(4 * mesh.triangles.size());
  for (const auto& [i, j, k] : mesh.triangles) {
    const std::uint32_t ij = midpoint(i, j);
    const std::uint32_t jk = midpoint(j, k);
    const std::uint32_t ki = midpoint(k, i);
    result.triangles.insert(result.triangles.end(), {{i, ij, ki}, {j, jk, ij}, {k, ki, jk}, {ij, jk, ki}});
  }
  return result;
}

}  // namespace graze
