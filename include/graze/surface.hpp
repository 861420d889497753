// SPDX-License-Identifier: Apache-2.0
/// @file
/// Curved surfaces, parametric and implicit, known by certified second-order enclosures of their formulas.
///
/// They are surfaces, as meshes are: a body inside a closed one does not touch it. The formula with its doubles counts
/// exactly; no mesh replaces it. Values are immutable, cheap to copy (shared) and thread-safe. Moving copies, so there
/// is no empty one. Builders throw std::invalid_argument, naming the field, if the numbers make no surface or are out
/// of range (graze/limits.hpp: each size from 1e-40 to 1e40, coordinates at most 1e40).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <graze/jet.hpp>
#include <graze/mesh.hpp>
#include <graze/motion.hpp>

namespace graze {

/// A rectangle of surface parameters.
struct ParameterDomain {
  Interval u,  ///< Range of the first parameter.
      v;       ///< Range of the second parameter.
};

/// The interface behind ParametricSurface: a C2 map of one or more parameter rectangles (charts) into space.
/// Implementations must be immutable and thread-safe, and must not throw. Where second derivatives are unbounded, the
/// boxes around patches converge slower than quadratically.
class ParametricModel {
 public:
  virtual ~ParametricModel() = default;

  /// The charts. The list must live as long as the model.
  virtual std::span<const ParameterDomain> charts() const = 0;
  /// Encloses the point and its derivatives by the two variables of the jets u and v. The values of u and v are within
  /// the chart's domain. The result is in body coordinates.
  virtual JetPoint2 enclose(std::size_t chart, const Jet2& u, const Jet2& v) const = 0;
};

/// A grid of control points, row by row.
struct ControlGrid {
  std::size_t rows = 0,         ///< Number of points along u.
      columns = 0;              ///< Number of points along v.
  std::vector<Vector3> points;  ///< Row i (along u), column j (along v) is points[i * columns + j]. Body coordinates.
};

/// Degree and knots of a B-spline in one parameter. With n control points and degree p the spline is defined between
/// the knots p and n.
struct SplineBasis {
  int degree = 3;  ///< The p of this description.
  /// n + p + 1 knots that do not decrease. An inner knot occurs at most p times, so that the surface is connected.
  std::vector<double> knots;

  /// Knots on [0, 1] for a spline that starts and ends at control points: first and last knot repeated, inner knots
  /// evenly spaced.
  static SplineBasis clamped(int degree, std::size_t control_points);
};

/// A parametric surface as a value. A body inside a closed one does not touch it.
class ParametricSurface {
 public:
  /// A surface by a model of the caller's.
  explicit ParametricSurface(std::shared_ptr<const ParametricModel> model);
  /// Copies share the model.
  /// @{
  ParametricSurface(const ParametricSurface&) = default;
  ParametricSurface& operator=(const ParametricSurface&) = default;
  /// @}
  ~ParametricSurface() = default;

  /// A sphere around the body origin.
  static ParametricSurface sphere(double radius);
  /// An ellipsoid around the body origin, with the given half axes along x, y and z.
  static ParametricSurface ellipsoid(const Vector3& semi_axes);
  /// A torus around z, centered at the body origin.
  static ParametricSurface torus(double major_radius, double minor_radius);
  /// The surface (|x/a|^(2/e) + |y/b|^(2/e))^(e/n) + |z/c|^(2/n) = 1, where e is the east-west exponent and n the
  /// north-south one. Each is from 0.1 (nearly a box) over 1 (an ellipsoid) to 2 (an octahedron).
  static ParametricSurface superquadric(const Vector3& semi_axes, double east_west, double north_south);
  /// A spline curve turned about z. Control points are (radius, height); radii must not be negative.
  static ParametricSurface revolution(const SplineBasis& basis, const std::vector<Eigen::Vector2d>& control);
  /// A polynomial patch over [0, 1] x [0, 1], of degree rows - 1 by columns - 1 (at most 15 each).
  static ParametricSurface bezier(const ControlGrid& control);
  /// A tensor-product B-spline: `u` is the basis along the rows, `v` along the columns.
  static ParametricSurface bspline(const SplineBasis& u, const SplineBasis& v, const ControlGrid& control);
  /// Any C2 patch: f(u, v) returns a JetPoint2 for u and v of type Jet2. f must be pure and must not throw.
  template <class Function>
  static ParametricSurface from_function(Function f, const ParameterDomain& domain);

  /// The surface rotated and then moved. The rotation is the matrix of the normalized quaternion, rounded to doubles.
  ParametricSurface placed(const Placement& placement) const;

  /// The formula.
  const ParametricModel& model() const { return *model_; }
  /// The formula, to keep it alive.
  std::shared_ptr<const ParametricModel> shared_model() const { return model_; }

 private:
  std::shared_ptr<const ParametricModel> model_;
};

/// An axis-aligned box in body coordinates. Its doubles count exactly.
struct SpaceBox {
  Vector3 lower,  ///< The smallest coordinates.
      upper;      ///< The largest coordinates.
};

/// The interface behind ImplicitSurface: a C2 function of space that is negative inside. Implementations must be
/// immutable and thread-safe, and must not throw.
class ImplicitModel {
 public:
  virtual ~ImplicitModel() = default;

  /// Encloses the function and its derivatives at the point x, in body coordinates.
  virtual Jet3 enclose(const JetPoint3& x) const = 0;
};

struct ImplicitNode;  // private: a formula, or a combination of two

/// The points of a box at which a function f is zero, as a value. f should change sign across its surface: only there
/// can a contact be confirmed. Where f is zero without a change of sign, cells that doubles cannot tell from zero count
/// as surface.
class ImplicitSurface {
 public:
  /// Copies share the formula.
  /// @{
  ImplicitSurface(const ImplicitSurface&) = default;
  ImplicitSurface& operator=(const ImplicitSurface&) = default;
  /// @}
  ~ImplicitSurface() = default;

  /// A whole sphere around the body origin.
  static ImplicitSurface sphere(double radius);
  /// A whole ellipsoid around the body origin, with the given half axes along x, y and z.
  static ImplicitSurface ellipsoid(const Vector3& semi_axes);
  /// A whole torus around z, centered at the body origin.
  static ImplicitSurface torus(double major_radius, double minor_radius);
  /// The part of x . A x + b . x + c = 0 in the box.
  static ImplicitSurface quadric(const Eigen::Matrix3d& a, const Vector3& b, double c, const SpaceBox& box);
  /// A ball of metaballs(). It adds strength (1 - |x - center|^2 / radius^2)^3 to the field within its radius (Wyvill).
  struct Ball {
    Vector3 center = Vector3::Zero();  ///< In body coordinates.
    double radius = 1.0,               ///< Where the field ends.
        strength = 1.0;                ///< The field at the center.
  };
  /// The surface on which the fields of all balls add up to the threshold, which must be positive.
  static ImplicitSurface metaballs(std::vector<Ball> balls, double threshold);
  /// Any C2 function: f(x) returns a Jet3 for x of type JetPoint3. f must be pure and must not throw.
  template <class Function>
  static ImplicitSurface from_function(Function f, const SpaceBox& box);
  /// A surface by a model of the caller's.
  explicit ImplicitSurface(std::shared_ptr<const ImplicitModel> model, const SpaceBox& box);

  /// The surface of the points inside a or b. It has sharp edges where the two cross.
  static ImplicitSurface union_of(const ImplicitSurface& a, const ImplicitSurface& b);
  /// The surface of the points inside both.
  static ImplicitSurface intersection_of(const ImplicitSurface& a, const ImplicitSurface& b);
  /// The surface of the points inside a but not inside b.
  static ImplicitSurface difference_of(const ImplicitSurface& a, const ImplicitSurface& b);

  /// The surface rotated and then moved. The new box encloses the image of the old one.
  ImplicitSurface placed(const Placement& placement) const;
  /// The part of the surface that is also in this box.
  ImplicitSurface within(const SpaceBox& box) const;

  /// Where the surface is looked for.
  const SpaceBox& box() const { return box_; }
  /// For solvers: the formula. The type is private to the library.
  const ImplicitNode& root() const { return *root_; }
  /// For solvers: the formula, to keep it alive.
  std::shared_ptr<const ImplicitNode> shared_root() const { return root_; }

 private:
  ImplicitSurface(std::shared_ptr<const ImplicitNode> root, const SpaceBox& box);

  std::shared_ptr<const ImplicitNode> root_;
  SpaceBox box_;
};

/// Triangles of a surface, for drawing or to make a mesh. Patches are split until each is enclosed in a box no thicker
/// than 2 * error, but into at most `most` triangles. Neighbors of different size may leave cracks of that width.
/// @{
TriangleMesh tessellated(const ParametricSurface& surface, double error, std::size_t most = 200'000);
TriangleMesh tessellated(const ImplicitSurface& surface, double error, std::size_t most = 200'000);
/// @}

namespace detail {

template <class Function>
class FunctionParametric final : public ParametricModel {
 public:
  FunctionParametric(Function f, const ParameterDomain& domain) : f_(std::move(f)), domain_(domain) {}
  std::span<const ParameterDomain> charts() const override { return {&domain_, 1}; }
  JetPoint2 enclose(std::size_t /*chart*/, const Jet2& u, const Jet2& v) const override { return f_(u, v); }

 private:
  Function f_;
  ParameterDomain domain_;
};

template <class Function>
class FunctionImplicit final : public ImplicitModel {
 public:
  explicit FunctionImplicit(Function f) : f_(std::move(f)) {}
  Jet3 enclose(const JetPoint3& x) const override { return f_(x); }

 private:
  Function f_;
};

}  // namespace detail

template <class Function>
ParametricSurface ParametricSurface::from_function(Function f, const ParameterDomain& domain) {
  return ParametricSurface(std::make_shared<const detail::FunctionParametric<Function>>(std::move(f), domain));
}

template <class Function>
ImplicitSurface ImplicitSurface::from_function(Function f, const SpaceBox& box) {
  return ImplicitSurface(std::make_shared<const detail::FunctionImplicit<Function>>(std::move(f)), box);
}

}  // namespace graze
