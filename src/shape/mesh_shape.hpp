// SPDX-License-Identifier: Apache-2.0
// What a mesh shape holds: the mesh, its edges, and the hierarchies over them.
#pragma once

#include <graze/shape.hpp>

#include "bvh/box_tree.hpp"
#include "bvh/obb_tree.hpp"
#include "bvh/sphere_tree.hpp"
#include "shape/lazy.hpp"

namespace graze {

class MeshShape {
 public:
  MeshShape(TriangleMesh mesh, const MeshOptions& options);

  const TriangleMesh& mesh() const { return mesh_; }
  // What the default solver needs is built at once, the other hierarchies by the first who asks.
  const BoxTree& boxes() const { return boxes_; }
  const SphereTree& tree() const;
  const ObbTree& obb_tree() const;
  double radius() const { return radius_; }

  const Vector3& vertex(std::uint32_t v) const { return mesh_.vertices[v]; }
  const Triangle& face(std::uint32_t f) const { return mesh_.triangles[f]; }
  // Each undirected edge once, by its two vertices, the smaller first.
  const Edge& edge(std::uint32_t e) const { return edges_[e]; }
  std::size_t edge_count() const { return edges_.size(); }
  // The edges of a face; the k-th starts at the face's k-th vertex.
  const std::array<std::uint32_t, 3>& face_edges(std::uint32_t f) const { return face_edges_[f]; }
  // A sphere around the triangle.
  const EnclosingSphere& face_sphere(std::uint32_t f) const { return face_spheres()[f]; }

 private:
  const std::vector<EnclosingSphere>& face_spheres() const;

  TriangleMesh mesh_;
  MeshOptions options_;
  std::vector<Edge> edges_;
  std::vector<std::array<std::uint32_t, 3>> face_edges_;
  BoxTree boxes_;
  Lazy<SphereTree> tree_;
  Lazy<ObbTree> obb_tree_;
  Lazy<std::vector<EnclosingSphere>> face_spheres_;
  double radius_ = 0.0;
};

}  // namespace graze
