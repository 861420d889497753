// SPDX-License-Identifier: Apache-2.0
// Shape: the immutable geometry of a body, with the hierarchy that queries need, built once and shared.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include <graze/mesh.hpp>
#include <graze/motion.hpp>

namespace graze {

class MeshShape;  // private: mesh, edges and sphere tree

struct MeshOptions {
  // The seed's epsilon: a box of the hierarchy whose longest edge is at most this is not split any more, in the units
  // of the mesh. 0: no such limit.
  double leaf_size = 0.0;
  // A box with at most this many triangles is not split any more.
  std::size_t leaf_triangles = 4;
};

// A sphere of the hierarchy, in body coordinates.
struct Sphere {
  Vector3 center = Vector3::Zero();
  double radius = 0.0;
};

// A body's geometry as a value: cheap to copy (shared), immutable, thread-safe.
class Shape {
 public:
  // The surface of a triangle mesh. Throws std::invalid_argument on an invalid mesh (see validate()).
  static Shape mesh(TriangleMesh mesh, const MeshOptions& options = {});
  // A box of the given full lengths about the origin, as the surface of a mesh.
  static Shape box(const Vector3& full_lengths);

  std::string_view kind() const;
  // The largest distance of a point of the shape from the body origin, rounded up.
  double radius() const;
  const TriangleMesh& triangle_mesh() const;

  // The spheres of one level of the hierarchy, for drawing: level 0 is the root; leaves above the level are included,
  // so every level covers the whole shape. Empty beyond the deepest level.
  std::vector<Sphere> bounding_spheres(int level) const;

  const MeshShape& mesh_shape() const { return *mesh_; }

 private:
  explicit Shape(std::shared_ptr<const MeshShape> mesh);

  std::shared_ptr<const MeshShape> mesh_;
};

struct Body {
  Shape shape;
  Motion motion;
};

}  // namespace graze
