// SPDX-License-Identifier: Apache-2.0
// Shape: the immutable geometry of a body, with the hierarchy that queries need, built once and shared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include <graze/mesh.hpp>
#include <graze/motion.hpp>

namespace graze {

class MeshShape;   // private: mesh, edges and sphere tree
struct ShapeData;  // private: what a shape is made of
class ParametricSurface;
class ImplicitSurface;

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

enum class ShapeKind : std::uint8_t {
  Mesh,
  Sphere,
  Capsule,
  Box,
  Cylinder,
  Cone,
  ConvexHull,
  Rounded,
  MinkowskiSum,
  HalfSpace,
  Compound,
  Parametric,
  Implicit
};

// A body's geometry as a value: cheap to copy (shared), immutable, thread-safe. Meshes, parametric and implicit shapes
// are surfaces; the others are solids. Calls on a shape that was moved from throw std::invalid_argument.
//
// Builders throw std::invalid_argument, naming the field, on numbers outside of their range (graze/limits.hpp): each
// size from 1e-40 to 1e40, coordinates of at most 1e40. A mesh or a hull is as large as the longest side of its
// bounding box, and may be a single point.
class Shape {
 public:
  // The surface of a triangle mesh. Throws std::invalid_argument on an invalid mesh too (see validate()), a negative
  // leaf_size, and no leaf_triangles.
  static Shape mesh(TriangleMesh mesh, const MeshOptions& options = {});

  // Convex solids, centred at the body origin. Capsule, cylinder and cone lie along z; a capsule's length is that
  // between the centres of its two half balls; a cone's tip is at +length / 2, its base at -length / 2.
  static Shape sphere(double radius);
  static Shape capsule(double radius, double length);
  static Shape box(const Vector3& full_lengths);
  static Shape cylinder(double radius, double length);
  static Shape cone(double radius, double length);
  // The convex hull of the points, where they are; flat and one-dimensional ones are allowed. Throws
  // std::invalid_argument if there are none.
  static Shape convex_hull(const std::vector<Vector3>& points);
  // Every point within `radius` of the shape, which must be a convex solid (std::invalid_argument otherwise).
  static Shape rounded(const Shape& convex, double radius);
  // All sums of a point of a and a point of b, both convex solids (std::invalid_argument otherwise).
  static Shape minkowski_sum(const Shape& a, const Shape& b);

  // All points x with normal . x <= offset; the normal is brought to length one first. Throws std::invalid_argument if
  // it is zero or not finite.
  static Shape half_space(const Vector3& normal, double offset);

  // Curved surfaces, by their formulas; see graze/surface.hpp. Their hierarchies of boxes are built down to some depth
  // at once, and below by the queries that need it.
  static Shape parametric(const ParametricSurface& surface);
  static Shape implicit(const ImplicitSurface& surface);

  // The union of shapes, each at a pose of its own. Throws std::invalid_argument if there are none.
  struct Part;
  static Shape compound(const std::vector<Part>& parts);

  ShapeKind kind() const;
  // The largest distance of a point of the shape from the body origin, rounded up. Infinite for half-spaces.
  double radius() const;

  // A mesh, or the surface of a box or of a convex hull with volume.
  bool has_surface() const;
  // The surface. Throws std::invalid_argument without one.
  const TriangleMesh& triangle_mesh() const;
  // The spheres of one level of the surface's hierarchy, for drawing: level 0 is the root; leaves above the level are
  // included, so every level covers the whole surface. Empty at a negative level, beyond the deepest, or without a
  // surface.
  std::vector<Sphere> bounding_spheres(int level) const;

  // For the solvers: what the shape is made of.
  const ShapeData& data() const {
    if (data_ == nullptr) refuse_moved();
    return *data_;
  }
  const MeshShape& mesh_shape() const;  // throws as triangle_mesh()

 private:
  explicit Shape(std::shared_ptr<const ShapeData> data);
  [[noreturn]] static void refuse_moved();

  std::shared_ptr<const ShapeData> data_;
};

struct Shape::Part {
  Shape shape;
  Vector3 position = Vector3::Zero();
  Quaternion orientation = Quaternion::Identity();
};

std::string_view to_string(ShapeKind kind);  // "mesh", "sphere", ..., "parametric", "implicit"

struct Body {
  Shape shape;
  Motion motion;
};

}  // namespace graze
