// SPDX-License-Identifier: Apache-2.0
// The implicit surfaces that come with the library, and how they are put together.
#include <graze/surface.hpp>

#include "surface/checks.hpp"
#include "surface/implicit_node.hpp"
#include "surface/whole_quadric.hpp"

namespace graze {
namespace {

// x . A x + b . x + c; only the symmetric part of A counts, as its entries say.
class Quadric final : public ImplicitModel {
 public:
  Quadric(const Eigen::Matrix3d& a, const Vector3& b, double c) : a_(a), b_(b), c_(c) {}
  Jet3 enclose(const JetPoint3& x) const override {
    Jet3 sum(c_);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      sum += Jet3(b_[row]) * x[i] + Jet3(a_(row, row)) * sqr(x[i]);
      for (std::size_t j = i + 1; j < 3; ++j) {
        const auto column = static_cast<Eigen::Index>(j);
        if (a_(row, column) == 0.0 && a_(column, row) == 0.0) continue;
        sum += Jet3(Interval(a_(row, column)) + Interval(a_(column, row))) * (x[i] * x[j]);
      }
    }
    return sum;
  }

 private:
  Eigen::Matrix3d a_;
  Vector3 b_;
  double c_;
};

// (x/a)^2 + (y/b)^2 + (z/c)^2 - 1: apart from the quadrics because 1 / a^2 is not a double.
class ImplicitEllipsoid final : public ImplicitModel {
 public:
  explicit ImplicitEllipsoid(const Vector3& semi_axes) : semi_axes_(semi_axes) {}
  const Vector3& semi_axes() const { return semi_axes_; }
  Jet3 enclose(const JetPoint3& x) const override {
    Jet3 sum(-1.0);
    for (std::size_t i = 0; i < 3; ++i)
      sum += sqr(x[i]) * Jet3(Interval(1.0) / sqr(Interval(semi_axes_[static_cast<Eigen::Index>(i)])));
    return sum;
  }

 private:
  Vector3 semi_axes_;
};

// With s = |x|^2 + R^2 - r^2: s^2 = 4 R^2 (x^2 + y^2), a polynomial, smooth on the axis too. Over 4 R^2.
class ImplicitTorus final : public ImplicitModel {
 public:
  ImplicitTorus(double major_radius, double minor_radius) : major_radius_(major_radius), minor_radius_(minor_radius) {}
  Jet3 enclose(const JetPoint3& x) const override {
    const Interval square = sqr(Interval(major_radius_));
    const Jet3 flat = sqr(x[0]) + sqr(x[1]);
    const Jet3 s = flat + sqr(x[2]) + Jet3(square - sqr(Interval(minor_radius_)));
    return sqr(s) * Jet3(Interval(0.25) / square) - flat;
  }

 private:
  double major_radius_, minor_radius_;
};

class Metaballs final : public ImplicitModel {
 public:
  Metaballs(std::vector<ImplicitSurface::Ball> balls, double threshold)
      : balls_(std::move(balls)), threshold_(threshold) {}
  Jet3 enclose(const JetPoint3& x) const override {
    Jet3 sum(threshold_);
    for (const ImplicitSurface::Ball& ball : balls_) {
      const Jet3 square =
          sqr(x[0] - Jet3(ball.center.x())) + sqr(x[1] - Jet3(ball.center.y())) + sqr(x[2] - Jet3(ball.center.z()));
      const Jet3 left = Jet3(1.0) - square * Jet3(Interval(1.0) / sqr(Interval(ball.radius)));
      // The cube of what is left above zero: its first two derivatives are continuous there.
      const Interval above(std::max(0.0, left.value.lo()), std::max(0.0, left.value.hi()));
      const Interval cube = sqr(above) * above;
      sum -= Jet3(ball.strength) * composed(left, cube, Interval(3.0) * sqr(above), Interval(6.0) * above);
    }
    return sum;
  }

 private:
  std::vector<ImplicitSurface::Ball> balls_;
  double threshold_;
};

// A little larger than what it is meant to hold.
SpaceBox box_around(const Vector3& half) { return {-half * (1 + 1e-9), half * (1 + 1e-9)}; }

SpaceBox checked(const SpaceBox& box) {
  require_at_most(box.lower, limits::kLargestReach, "implicit: the box");
  require_at_most(box.upper, limits::kLargestReach, "implicit: the box");
  require_surface((box.lower.array() < box.upper.array()).all(), "implicit: the box must not be empty");
  return box;
}

SpaceBox common(const SpaceBox& x, const SpaceBox& y) {
  return checked({x.lower.cwiseMax(y.lower), x.upper.cwiseMin(y.upper)});
}

std::shared_ptr<const ImplicitNode> combined(ImplicitNode::Kind kind, const ImplicitSurface& a,
                                             const ImplicitSurface& b) {
  ImplicitNode node;
  node.kind = kind;
  node.a = a.shared_root();
  node.b = b.shared_root();
  return std::make_shared<const ImplicitNode>(std::move(node));
}

}  // namespace

// All of it must be in the box: a part of a sphere changes as it turns.
std::optional<Vector3> middle_of_sphere(const ImplicitNode& root, const SpaceBox& box) {
  const bool placed = root.kind == ImplicitNode::Kind::Placed;
  const ImplicitNode& node = placed ? *root.a : root;
  if (node.kind != ImplicitNode::Kind::Smooth || !root.rotation.isIdentity(0.0)) return std::nullopt;
  const auto* ellipsoid = dynamic_cast<const ImplicitEllipsoid*>(node.model.get());
  if (ellipsoid == nullptr) return std::nullopt;
  const Vector3& axes = ellipsoid->semi_axes();
  if (axes[0] != axes[1] || axes[0] != axes[2]) return std::nullopt;
  const Vector3 middle = placed ? root.position : Vector3(Vector3::Zero());
  for (int i = 0; i < 3; ++i) {
    const Interval side = Interval(middle[i]) + Interval(-axes[0], axes[0]);
    if (!(box.lower[i] <= side.lo() && side.hi() <= box.upper[i])) return std::nullopt;
  }
  return middle;
}

ImplicitSurface::ImplicitSurface(std::shared_ptr<const ImplicitNode> root, const SpaceBox& box)
    : root_(std::move(root)), box_(checked(box)) {}

ImplicitSurface::ImplicitSurface(std::shared_ptr<const ImplicitModel> model, const SpaceBox& box) : box_(checked(box)) {
  require_surface(model != nullptr, "implicit: a model is needed");
  ImplicitNode node;
  node.model = std::move(model);
  root_ = std::make_shared<const ImplicitNode>(std::move(node));
}

ImplicitSurface ImplicitSurface::sphere(double radius) {
  require_size(radius, "sphere: radius");
  return ellipsoid(Vector3::Constant(radius));
}

ImplicitSurface ImplicitSurface::ellipsoid(const Vector3& semi_axes) {
  require_size(semi_axes, "ellipsoid: semi_axes");
  return ImplicitSurface(std::make_shared<const ImplicitEllipsoid>(semi_axes), box_around(semi_axes));
}

ImplicitSurface ImplicitSurface::torus(double major_radius, double minor_radius) {
  require_size(major_radius, "torus: major_radius");
  require_size(minor_radius, "torus: minor_radius");
  require_surface(minor_radius < major_radius, "torus: minor_radius must be below major_radius");
  const double reach = major_radius + minor_radius;
  return ImplicitSurface(std::make_shared<const ImplicitTorus>(major_radius, minor_radius),
                         box_around({reach, reach, minor_radius}));
}

// The zeros of a function do not change with a factor. A power of two brings the largest coefficient near one, so that
// no product with the others underflows or overflows.
ImplicitSurface ImplicitSurface::quadric(const Eigen::Matrix3d& a, const Vector3& b, double c, const SpaceBox& box) {
  require_surface(a.allFinite() && b.allFinite() && std::isfinite(c), "quadric: coefficients must be finite");
  require_surface(!a.isZero(0.0) || !b.isZero(0.0), "quadric: a coefficient must not be zero");
  const double largest = std::max({a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff(), std::abs(c)});
  const int exponent = std::ilogb(largest);
  const auto scaled = [&](double x) {
    const double result = std::ldexp(x, -exponent);
    require_surface(std::ldexp(result, exponent) == x, "quadric: coefficients must not differ by factors of 1e300");
    return result;
  };
  return ImplicitSurface(std::make_shared<const Quadric>(a.unaryExpr(scaled), b.unaryExpr(scaled), scaled(c)), box);
}

ImplicitSurface ImplicitSurface::metaballs(std::vector<Ball> balls, double threshold) {
  require_surface(!balls.empty(), "metaballs: at least one ball is needed");
  require_size(threshold, "metaballs: threshold");
  SpaceBox box{balls.front().center, balls.front().center};
  for (const Ball& ball : balls) {
    require_size(ball.radius, "metaballs: radius");
    require_length(ball.center, "metaballs: center");
    require_at_most(ball.strength, limits::kLargestLength, "metaballs: strength");
    const Vector3 reach = Vector3::Constant(ball.radius * (1 + 1e-9));
    box.lower = box.lower.cwiseMin(ball.center - reach);
    box.upper = box.upper.cwiseMax(ball.center + reach);
  }
  return ImplicitSurface(std::make_shared<const Metaballs>(std::move(balls), threshold), box);
}

ImplicitSurface ImplicitSurface::union_of(const ImplicitSurface& a, const ImplicitSurface& b) {
  return {combined(ImplicitNode::Kind::Union, a, b),
          SpaceBox{a.box_.lower.cwiseMin(b.box_.lower), a.box_.upper.cwiseMax(b.box_.upper)}};
}

ImplicitSurface ImplicitSurface::intersection_of(const ImplicitSurface& a, const ImplicitSurface& b) {
  return {combined(ImplicitNode::Kind::Intersection, a, b), common(a.box_, b.box_)};
}

ImplicitSurface ImplicitSurface::difference_of(const ImplicitSurface& a, const ImplicitSurface& b) {
  return {combined(ImplicitNode::Kind::Difference, a, b), a.box_};
}

ImplicitSurface ImplicitSurface::placed(const Placement& placement) const {
  ImplicitNode node;
  node.kind = ImplicitNode::Kind::Placed;
  node.a = root_;
  node.rotation = rotation_of(placement, "implicit");
  node.position = placement.position;
  const Vector3 middle = node.rotation * (0.5 * box_.lower + 0.5 * box_.upper) + node.position;
  const Vector3 half = node.rotation.cwiseAbs() * (0.5 * box_.upper - 0.5 * box_.lower);
  const Vector3 reach = half * (1 + 1e-9) + Vector3::Constant(1e-12 * middle.cwiseAbs().maxCoeff());
  return {std::make_shared<const ImplicitNode>(std::move(node)), SpaceBox{middle - reach, middle + reach}};
}

ImplicitSurface ImplicitSurface::within(const SpaceBox& box) const { return {root_, common(box_, checked(box))}; }

}  // namespace graze
