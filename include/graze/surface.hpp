// SPDX-License-Identifier: Apache-2.0
// Curved surfaces, parametric and implicit, known by certified second-order enclosures of their formulas.
//
// They are surfaces, as meshes are: a body inside a closed one does not touch it. What counts is the formula with its
// doubles at face value; nothing is ever replaced by a mesh. Values: immutable, cheap to copy (shared), thread-safe;
// moving copies, so there is no empty one. Builders throw std::invalid_argument, naming the field, on numbers that make
// no surface or are outside of their range (graze/limits.hpp: each size from 1e-40 to 1e40, coordinates of at most
// 1e40).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <graze/jet.hpp>
#include <graze/mesh.hpp>
#include <graze/motion.hpp>

namespace graze {

// A rectangle of parameters.
struct ParameterDomain {
  Interval u, v;
};

// What a parametric surface has to know: a C2 map of one rectangle or more (charts) into space. Immutable, and calls
// never throw. Where second derivatives are not bounded, boxes thin out less than quadratically there.
class ParametricModel {
 public:
  virtual ~ParametricModel() = default;

  virtual std::span<const ParameterDomain> charts() const = 0;
  // The point and its derivatives by the two variables of the jets u and v, which stay in the chart's domain.
  virtual JetPoint2 enclose(std::size_t chart, const Jet2& u, const Jet2& v) const = 0;
};

// A grid of control points, row by row: the point of row i (along u) and column j (along v) is points[i * columns + j].
struct ControlGrid {
  std::size_t rows = 0, columns = 0;
  std::vector<Vector3> points;
};

// Degree and knots of a B-spline in one parameter. n control points of degree p need n + p + 1 knots that do not fall;
// the spline lives between the knots p and n. A knot inside may be repeated at most p - 1 times more: the surface hangs
// together.
struct SplineBasis {
  int degree = 3;
  std::vector<double> knots;

  // First and last knot repeated so that the spline starts and ends at control points; even ones between, on [0, 1].
  static SplineBasis clamped(int degree, std::size_t control_points);
};

class ParametricSurface {
 public:
  explicit ParametricSurface(std::shared_ptr<const ParametricModel> model);
  ParametricSurface(const ParametricSurface&) = default;
  ParametricSurface& operator=(const ParametricSurface&) = default;
  ~ParametricSurface() = default;

  // Centred at the body origin. A torus lies around z.
  static ParametricSurface sphere(double radius);
  static ParametricSurface ellipsoid(const Vector3& semi_axes);
  static ParametricSurface torus(double major_radius, double minor_radius);
  // (|x/a|^(2/e) + |y/b|^(2/e))^(e/n) + |z/c|^(2/n) = 1 with e the east-west exponent and n the north-south one, each
  // from 0.1 (nearly a box) over 1 (an ellipsoid) to 2 (an octahedron).
  static ParametricSurface superquadric(const Vector3& semi_axes, double east_west, double north_south);
  // The curve of control points (radius, height) turned about z. Radii must not be negative.
  static ParametricSurface revolution(const SplineBasis& basis, const std::vector<Eigen::Vector2d>& control);
  // A polynomial patch over [0, 1] x [0, 1], of degree rows - 1 by columns - 1 (at most 15 each).
  static ParametricSurface bezier(const ControlGrid& control);
  static ParametricSurface bspline(const SplineBasis& u, const SplineBasis& v, const ControlGrid& control);
  // f(u, v) -> JetPoint2, where u and v are Jet2: any C2 patch.
  template <class Function>
  static ParametricSurface from_function(Function f, const ParameterDomain& domain);

  // Turned and then moved. The rotation is the matrix of the normalised quaternion, rounded.
  ParametricSurface placed(const Placement& placement) const;

  const ParametricModel& model() const { return *model_; }
  std::shared_ptr<const ParametricModel> shared_model() const { return model_; }

 private:
  std::shared_ptr<const ParametricModel> model_;
};

// A box in space, its corners at face value.
struct SpaceBox {
  Vector3 lower, upper;
};

// What an implicit surface has to know: a C2 function of space, negative inside. Immutable, and calls never throw.
class ImplicitModel {
 public:
  virtual ~ImplicitModel() = default;

  virtual Jet3 enclose(const JetPoint3& x) const = 0;
};

struct ImplicitNode;  // private: a formula, or a combination of two

// The points of a box at which f is zero. f should change sign across its surface: a contact is known for one only
// there, and where f is zero without a change, cells that doubles cannot tell from zero count as surface.
class ImplicitSurface {
 public:
  ImplicitSurface(const ImplicitSurface&) = default;
  ImplicitSurface& operator=(const ImplicitSurface&) = default;
  ~ImplicitSurface() = default;

  // Centred at the body origin, with a box around all of it.
  static ImplicitSurface sphere(double radius);
  static ImplicitSurface ellipsoid(const Vector3& semi_axes);
  static ImplicitSurface torus(double major_radius, double minor_radius);  // around z
  // x . A x + b . x + c = 0 in the box.
  static ImplicitSurface quadric(const Eigen::Matrix3d& a, const Vector3& b, double c, const SpaceBox& box);
  // Each ball adds strength (1 - |x - center|^2 / radius^2)^3 within its radius (Wyvill); the surface is where the sum
  // is the threshold, which must be positive.
  struct Ball {
    Vector3 center = Vector3::Zero();
    double radius = 1.0, strength = 1.0;
  };
  static ImplicitSurface metaballs(std::vector<Ball> balls, double threshold);
  // f(x) -> Jet3 of a JetPoint3.
  template <class Function>
  static ImplicitSurface from_function(Function f, const SpaceBox& box);
  explicit ImplicitSurface(std::shared_ptr<const ImplicitModel> model, const SpaceBox& box);

  // The surface of what is inside one or the other, both, or a but not b. Sharp where the two cross.
  static ImplicitSurface union_of(const ImplicitSurface& a, const ImplicitSurface& b);
  static ImplicitSurface intersection_of(const ImplicitSurface& a, const ImplicitSurface& b);
  static ImplicitSurface difference_of(const ImplicitSurface& a, const ImplicitSurface& b);

  // Turned and then moved; the box becomes one around the old one's image.
  ImplicitSurface placed(const Placement& placement) const;
  // Only what is in this box too.
  ImplicitSurface within(const SpaceBox& box) const;

  const SpaceBox& box() const { return box_; }
  const ImplicitNode& root() const { return *root_; }
  std::shared_ptr<const ImplicitNode> shared_root() const { return root_; }

 private:
  ImplicitSurface(std::shared_ptr<const ImplicitNode> root, const SpaceBox& box);

  std::shared_ptr<const ImplicitNode> root_;
  SpaceBox box_;
};

// Triangles for drawing and for meshes of the surface: as many as it takes until each patch of it is enclosed in a box
// no thicker than 2 * error, but at most `most`. Neighbours of different size may leave cracks of that width.
TriangleMesh tessellated(const ParametricSurface& surface, double error, std::size_t most = 200'000);
TriangleMesh tessellated(const ImplicitSurface& surface, double error, std::size_t most = 200'000);

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
