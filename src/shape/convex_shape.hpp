// SPDX-License-Identifier: Apache-2.0
// A bounded convex solid by its support mapping: a Minkowski sum of parts (points, cylinders, cones) and a ball. The
// parts make up the core; the ball is kept apart, because distances to it are those to the core, less its radius.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <graze/motion.hpp>

namespace graze {

// The points of a polytope as separate rows of coordinates, padded by copies to whole vectors: a scan for the furthest
// in a direction is the innermost loop of every convex query.
class PointRows {
 public:
  explicit PointRows(const std::vector<Vector3>& points);

  std::size_t size() const { return size_; }
  Vector3 operator[](std::size_t i) const { return {x_[i], y_[i], z_[i]}; }
  // The point whose product with the direction, as rounded, is largest; the first of equals.
  std::uint32_t furthest(const Vector3& direction) const;

 private:
  template <class Number>
  std::uint32_t furthest_in(const Vector3& direction) const;

  std::size_t size_;
  std::vector<double> x_, y_, z_;
};

class ConvexShape {
 public:
  static constexpr std::uint32_t kNoVertex = std::numeric_limits<std::uint32_t>::max();

  // A point of the core, and its number if the shape is a polytope.
  struct Support {
    Vector3 point;
    std::uint32_t vertex;
  };

  // Builders. The arguments are checked by Shape. Cylinder and cone lie along z; the cone's tip is up, its center
  // halfway up.
  static ConvexShape polytope(const std::vector<Vector3>& points);
  static ConvexShape cylinder(double radius, double half_length);
  static ConvexShape cone(double radius, double half_length);
  ConvexShape rounded(double radius) const;
  ConvexShape placed(const Eigen::Matrix3d& rotation, const Vector3& position) const;
  static ConvexShape sum(const ConvexShape& a, const ConvexShape& b);
  // Contains this shape, turned about the axis (a unit vector in body coordinates) by any angle. The axis may be off by
  // the error. For a polytope, a cylinder or a cone about the body origin it is the hull of them all.
  ConvexShape turned_all_round(const Vector3& axis, double axis_error) const;

  // The core's furthest point in a direction, which need not be unit. For every point p of the core,
  // p . d <= support(d).point . d + support_error() |d| (which also covers the rounding of this product), and the point
  // lies within support_error() of the core.
  Support support(const Vector3& direction) const;
  double support_error() const { return support_error_; }
  double rounding_radius() const { return rounding_radius_; }
  // The largest distance of a point of the core from the body origin, rounded up.
  double core_radius() const { return core_radius_; }
  double radius() const { return rounding::up(core_radius_ + rounding_radius_); }
  // For a solid of revolution about a line through the body origin: a vector along it, of any length but zero. For
  // shapes that are that by their numbers, up to support_error(); a ball about the origin has no axis.
  const std::optional<Vector3>& axis() const { return axis_; }
  bool is_polytope() const { return parts_.size() == 1 && parts_[0].kind == PartKind::Points; }
  // A ball, possibly off the body origin.
  bool is_ball() const { return is_polytope() && parts_[0].points.size() == 1; }
  const PointRows& points() const { return parts_[0].points; }

 private:
  enum class PartKind : std::uint8_t { Points, Cylinder, Cone, Rings };
  struct Part {
    PartKind kind;
    PointRows points;                 // of Points; of Rings: heights along the axis and radii
    double radius = 0.0, half = 0.0;  // of the others, ...
    Eigen::Matrix3d rotation;         // ... which lie in a frame of their own
    Vector3 position;
    double cosine = 1.0, sine = 0.0;  // of the angle from the z-axis of the frame, about which it turns, to its own
    bool all_round = false;           // Cylinder or Cone: in every position of that turn

    Vector3 support(const Vector3& direction, std::uint32_t& vertex) const;
    // In its own frame; of one that turns all round the z-axis, in that frame.
    Vector3 upright_support(const Vector3& direction) const;
    Vector3 turning_support(const Vector3& direction) const;
    // It is in every position of a turn already.
    bool has_turned() const { return all_round || kind == PartKind::Rings; }
    double reach() const;
    bool is_round_about(const Vector3& axis) const;
  };

  explicit ConvexShape(std::vector<Part> parts, double rounding_radius, double placing_error = 0.0);
  std::optional<Vector3> find_axis() const;

  std::vector<Part> parts_;
  double rounding_radius_;
  double placing_error_;  // of places of parts, for each unit of the core's radius
  double core_radius_, support_error_;
  std::optional<Vector3> axis_;
};

}  // namespace graze
