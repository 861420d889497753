// SPDX-License-Identifier: Apache-2.0
// What a mesh shape holds: the mesh, its edges, and trees of spheres and of boxes over them.
#pragma once

#include <graze/shape.hpp>

#include "bvh/box_tree.hpp"
#include "bvh/sphere_tree.hpp"

namespace graze {

class MeshShape {
 public:
  MeshShape(TriangleMesh mesh, const MeshOptions& options);

  const TriangleMesh& mesh() const { return mesh_; }
  const SphereTree& tree() const { return tree_; }
  const std::vector<BoxNode>& boxes() const { return boxes_; }
  double radius() const { return radius_; }

  const Vector3& vertex(std::uint32_t v) const { return mesh_.vertices[v]; }
  const Triangle& face(std::uint32_t f) const { return mesh_.triangles[f]; }
  // Each undirected edge once, by its two vertices, the smaller first.
  const Edge& edge(std::uint32_t e) const { return edges_[e]; }
  // The edges of a face; the k-th starts at the face's k-th vertex.
  const std::array<std::uint32_t, 3>& face_edges(std::uint32_t f) const { return face_edges_[f]; }
  // A sphere around the triangle.
  const EnclosingSphere& face_sphere(std::uint32_t f) const { return face_spheres_[f]; }

 private:
  TriangleMesh mesh_;
  std::vector<Edge> edges_;
  std::vector<std::array<std::uint32_t, 3>> face_edges_;
  SphereTree tree_;
  std::vector<BoxNode> boxes_;
  std::vector<EnclosingSphere> face_spheres_;
  double radius_ = 0.0;
};

}  // namespace graze
