// SPDX-License-Identifier: Apache-2.0
// What surrounds the vertices and edges of a mesh: is the surface, near one of them, on one side of a plane?
#pragma once

#include "shape/mesh_shape.hpp"

namespace graze {

class MeshStars {
 public:
  explicit MeshStars(const MeshShape& shape);

  // Is all of the surface around the vertex (or the edge) on the side that the normal, in body coordinates, comes from?
  // A surface that rises by less than a ten-thousandth of its length counts as flat.
  bool vertex_faces(std::uint32_t vertex, const Vector3& normal) const;
  bool edge_faces(std::uint32_t edge, const Vector3& normal) const;

  // The normal of a face at the vertex, if the direction is that but for what counts as flat; otherwise the direction.
  Vector3 flattened(std::uint32_t vertex, const Vector3& direction) const;

  // Every vertex and every edge is owned by one of the triangles that have it. `k`: which of the triangle's three.
  bool owns_vertex(std::uint32_t face, std::size_t k) const { return (owned_[face] >> k & 1U) != 0; }
  bool owns_edge(std::uint32_t face, std::size_t k) const { return (owned_[face] >> (3 + k) & 1U) != 0; }

 private:
  struct Range {
    std::uint32_t begin = 0, end = 0;
  };
  bool all_behind(const Range& range, const std::vector<std::uint32_t>& around, const Vector3& point,
                  const Vector3& normal) const;

  void share_out();

  const MeshShape& shape_;
  std::vector<std::uint8_t> owned_;  // of each face: three bits for vertices, three for edges
  std::vector<Range> vertex_ranges_, edge_ranges_;
  std::vector<std::uint32_t> around_vertices_, around_edges_;  // vertices; around a vertex two of each face
};

}  // namespace graze
