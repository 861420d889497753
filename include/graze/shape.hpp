// SPDX-License-Identifier: Apache-2.0
/// @file
/// Shape: the immutable geometry of a body, with the hierarchy that queries need, built once and shared.
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
struct ShapeData;  // private: the parts of a shape
class ParametricSurface;
class ImplicitSurface;

/// When the hierarchy of a mesh stops splitting. It changes the cost of queries, not their guarantee.
struct MeshOptions {
  /// The D2M paper's epsilon: a box whose longest edge is at most this long is a leaf. In the units of the mesh; not
  /// negative. 0 means no such limit.
  double leaf_size = 0.0;
  /// A box with at most this many triangles is a leaf. At least 1.
  std::size_t leaf_triangles = 4;
};

/// A sphere of the hierarchy, in body coordinates.
struct Sphere {
  Vector3 center = Vector3::Zero();  ///< In body coordinates.
  double radius = 0.0;               ///< The sphere covers everything below its node.
};

/// Which builder of Shape made a shape.
enum class ShapeKind : std::uint8_t {
  Mesh,          ///< Surface: Shape::mesh().
  Sphere,        ///< Convex solid: Shape::sphere().
  Capsule,       ///< Convex solid: Shape::capsule().
  Box,           ///< Convex solid: Shape::box().
  Cylinder,      ///< Convex solid: Shape::cylinder().
  Cone,          ///< Convex solid: Shape::cone().
  ConvexHull,    ///< Convex solid: Shape::convex_hull().
  Rounded,       ///< Convex solid: Shape::rounded().
  MinkowskiSum,  ///< Convex solid: Shape::minkowski_sum().
  HalfSpace,     ///< Unbounded solid: Shape::half_space().
  Compound,      ///< Union of other shapes: Shape::compound().
  Parametric,    ///< Curved surface: Shape::parametric().
  Implicit       ///< Curved surface: Shape::implicit().
};

/// The geometry of a body as a value: immutable, cheap to copy (copies share it), thread-safe.
/// Meshes, parametric and implicit shapes are surfaces: a body inside a closed one does not touch it. The others are
/// solids. Calls on a shape that was moved from throw std::invalid_argument.
///
/// Builders throw std::invalid_argument, naming the field, if a number is outside its range (graze/limits.hpp). Each
/// size is from 1e-40 to 1e40, each coordinate at most 1e40. The size of a mesh or a hull is the longest side of its
/// bounding box. It may also be 0 (a single point).
class Shape {
 public:
  /// The surface of a triangle mesh, which need not be closed. Throws std::invalid_argument if the mesh is invalid (see
  /// validate()), leaf_size is negative, or leaf_triangles is 0.
  static Shape mesh(TriangleMesh mesh, const MeshOptions& options = {});

  /// A solid ball centered at the body origin.
  static Shape sphere(double radius);
  /// A solid capsule along z, centered at the body origin. The length is the distance of the centers of its half balls.
  static Shape capsule(double radius, double length);
  /// A solid box centered at the body origin, given by its three full edge lengths.
  static Shape box(const Vector3& full_lengths);
  /// A solid cylinder along z, from z = -length / 2 to z = length / 2.
  static Shape cylinder(double radius, double length);
  /// A solid cone along z: the tip is at z = length / 2, the base at z = -length / 2.
  static Shape cone(double radius, double length);
  /// The solid convex hull of the points, which keep their coordinates. Points in a plane or on a line are allowed.
  /// Throws std::invalid_argument if there are no points.
  static Shape convex_hull(const std::vector<Vector3>& points);
  /// All points within `radius` of a convex solid. Throws std::invalid_argument if the shape is not a convex solid.
  static Shape rounded(const Shape& convex, double radius);
  /// All sums of a point of a and a point of b. Throws std::invalid_argument unless both are convex solids.
  static Shape minkowski_sum(const Shape& a, const Shape& b);

  /// All points x with normal . x <= offset. The normal is scaled to length one first; the offset is a length.
  /// Throws std::invalid_argument if the normal is zero or not finite.
  static Shape half_space(const Vector3& normal, double offset);

  /// A curved surface by its formula (graze/surface.hpp). Its hierarchy of boxes is built to some depth at once.
  /// Queries build the levels below as they need them; that is thread-safe too.
  static Shape parametric(const ParametricSurface& surface);
  /// The same for the zero set of a function.
  static Shape implicit(const ImplicitSurface& surface);

  struct Part;
  /// The union of shapes, each at its own placement. Throws std::invalid_argument if there are no parts.
  static Shape compound(const std::vector<Part>& parts);

  /// Which builder made the shape.
  ShapeKind kind() const;
  /// The largest distance of a point of the shape from the body origin, rounded up. Infinite for half-spaces.
  double radius() const;

  /// Is there a triangle_mesh()? True for a mesh, a box, and a convex hull with volume.
  bool has_surface() const;
  /// The triangles of the surface, in body coordinates. Throws std::invalid_argument if has_surface() is false.
  const TriangleMesh& triangle_mesh() const;
  /// The spheres of one level of the surface's hierarchy, for drawing. Level 0 is the root. Leaves above the level are
  /// included, so every level covers the whole surface. Empty if the level is negative or too deep, or has_surface() is
  /// false.
  std::vector<Sphere> bounding_spheres(int level) const;

  /// For solvers: the parts of the shape. The type is private to the library.
  const ShapeData& data() const {
    if (data_ == nullptr) refuse_moved();
    return *data_;
  }
  /// For solvers: the surface with its hierarchy. Throws std::invalid_argument if has_surface() is false.
  const MeshShape& mesh_shape() const;

 private:
  explicit Shape(std::shared_ptr<const ShapeData> data);
  [[noreturn]] static void refuse_moved();

  std::shared_ptr<const ShapeData> data_;
};

/// A part of a compound: a shape and where it is in the compound's body coordinates.
struct Shape::Part {
  Shape shape;                                      ///< In its own coordinates.
  Vector3 position = Vector3::Zero();               ///< Of the part's origin.
  Quaternion orientation = Quaternion::Identity();  ///< Of any length but zero; q / |q| counts.
};

/// The kind in snake_case: "mesh", "sphere", "convex_hull", "minkowski_sum", "half_space" and so on.
std::string_view to_string(ShapeKind kind);

}  // namespace graze
