// SPDX-License-Identifier: Apache-2.0
// What a mesh shape holds: the mesh, its edges, and the hierarchies over them.
#pragma once

#include <mutex>

#include <graze/shape.hpp>

#include "bvh/box_tree.hpp"
#include "bvh/obb_tree.hpp"
#include "bvh/sphere_tree.hpp"

namespace graze {

class MeshShape {
 public:
  MeshShape(TriangleMesh mesh, const MeshOptions& options);

  const TriangleMesh& mesh() const { return mesh_; }
  const SphereTree& tree() const { return tree_; }
  const std::vector<BoxNode>& boxes() const { return boxes_; }
  // Built by the first call, once, whatever thread makes it: only one solver uses it, and it costs more than the sphere
  // tree does.
  const ObbTree& obb_tree() const;
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
  struct LazyObbTree {
    std::once_flag once;
    ObbTree tree;
  };

  TriangleMesh mesh_;
  std::vector<Edge> edges_;
  std::vector<std::array<std::uint32_t, 3>> face_edges_;
  SphereTree tree_;
  std::vector<BoxNode> boxes_;
  std::shared_ptr<LazyObbTree> obb_tree_ = std::make_shared<LazyObbTree>();  // a once_flag cannot move, a shape does
  std::vector<EnclosingSphere> face_spheres_;
  double radius_ = 0.0;
};

}  // namespace graze
