// SPDX-License-Identifier: Apache-2.0
#include "shape/convex_shape.hpp"

#include "numeric/stable_norm.hpp"

namespace graze {

PointRows::PointRows(const std::vector<Vector3>& points) : size_(points.size()) {
  const std::size_t padded = (size_ + 3) / 4 * 4;
  for (std::vector<double>* row : {&x_, &y_, &z_}) row->reserve(padded);
  for (std::size_t i = 0; i < padded && size_ > 0; ++i) {
    const Vector3& p = points[std::min(i, size_ - 1)];
    x_.push_back(p.x());
    y_.push_back(p.y());
    z_.push_back(p.z());
  }
}

std::uint32_t PointRows::furthest(const Vector3& direction) const {
  // Four candidates side by side, so that the loop runs on vectors; then the best of the four.
  std::array<double, 4> best;
  std::array<std::size_t, 4> at{};
  best.fill(-std::numeric_limits<double>::infinity());
  const double dx = direction.x();
  const double dy = direction.y();
  const double dz = direction.z();
  for (std::size_t i = 0; i < x_.size(); i += 4)
    for (std::size_t k = 0; k < 4; ++k) {
      const double value = x_[i + k] * dx + y_[i + k] * dy + z_[i + k] * dz;
      const bool better = value > best[k];
      best[k] = better ? value : best[k];
      at[k] = better ? i : at[k];
    }
  std::size_t k = 0;
  for (std::size_t j = 1; j < 4; ++j)
    if (best[j] > best[k] || (best[j] == best[k] && at[j] < at[k])) k = j;
  return static_cast<std::uint32_t>(std::min(at[k] + k, size_ - 1));
}

Vector3 ConvexShape::Part::support(const Vector3& direction, std::uint32_t& vertex) const {
  if (kind == PartKind::Points) {
    vertex = points.furthest(direction);
    return points[vertex];
  }
  const Vector3 d = rotation.transpose() * direction;
  const Vector3 side = radius * unit_of({d.x(), d.y(), 0.0});
  const Vector3 rim(side.x(), side.y(), kind == PartKind::Cone || d.z() < 0 ? -half : half);
  const Vector3 tip(0.0, 0.0, half);
  // A cone is the hull of its rim and its tip.
  const bool at_tip = kind == PartKind::Cone && tip.dot(d) >= rim.dot(d);
  return position + rotation * (at_tip ? tip : rim);
}

double ConvexShape::Part::reach() const {
  double result = 0.0;
  if (kind == PartKind::Points)
    for (std::size_t i = 0; i < points.size(); ++i) result = std::max(result, stable_norm(points[i]));
  else
    result = stable_norm(position) + stable_norm({radius, half, 0.0});
  return result * (1 + 16 * rounding::kUlp) + rounding::kFloor;
}

ConvexShape::ConvexShape(std::vector<Part> parts, double rounding_radius)
    : parts_(std::move(parts)), rounding_radius_(rounding_radius) {
  double reach = 0.0;
  for (const Part& part : parts_) reach += part.reach();
  core_radius_ = reach * (1 + 4 * rounding::kUlp);
  // A product with the direction is rounded five times (each at most ulp / 2 of reach |d|), for the point chosen and
  // for the one passed over. A rim point of a cylinder is placed with three roundings and carried through a rotation,
  // itself orthonormal to a few ulp, with six more; a sum of parts adds one per part. 32 ulp cover four times that.
  support_error_ = 32 * rounding::kUlp * core_radius_ + rounding::kFloor;
}

ConvexShape ConvexShape::polytope(const std::vector<Vector3>& points) {
  return ConvexShape({{PartKind::Points, PointRows(points), 0.0, 0.0, Eigen::Matrix3d::Identity(), Vector3::Zero()}},
                     0.0);
}

ConvexShape ConvexShape::cylinder(double radius, double half_length) {
  return ConvexShape(
      {{PartKind::Cylinder, PointRows({}), radius, half_length, Eigen::Matrix3d::Identity(), Vector3::Zero()}}, 0.0);
}

ConvexShape ConvexShape::cone(double radius, double half_length) {
  return ConvexShape(
      {{PartKind::Cone, PointRows({}), radius, half_length, Eigen::Matrix3d::Identity(), Vector3::Zero()}}, 0.0);
}

ConvexShape ConvexShape::rounded(double radius) const { return ConvexShape(parts_, rounding_radius_ + radius); }

ConvexShape ConvexShape::placed(const Eigen::Matrix3d& rotation, const Vector3& position) const {
  std::vector<Part> parts = parts_;
  Vector3 shift = position;  // once: the parts are added up
  for (Part& part : parts) {
    if (part.kind == PartKind::Points) {
      std::vector<Vector3> points;
      for (std::size_t i = 0; i < part.points.size(); ++i) points.push_back(rotation * part.points[i] + shift);
      part.points = PointRows(points);
    } else {
      part.position = rotation * part.position + shift;
      part.rotation = rotation * part.rotation;
    }
    shift.setZero();
  }
  return ConvexShape(std::move(parts), rounding_radius_);
}

ConvexShape ConvexShape::sum(const ConvexShape& a, const ConvexShape& b) {
  std::vector<Part> parts = a.parts_;
  parts.insert(parts.end(), b.parts_.begin(), b.parts_.end());
  return ConvexShape(std::move(parts), a.rounding_radius_ + b.rounding_radius_);
}

ConvexShape::Support ConvexShape::support(const Vector3& direction) const {
  std::uint32_t vertex = kNoVertex;
  Vector3 point = parts_[0].support(direction, vertex);
  if (parts_.size() == 1) return {point, rounding_radius_ > 0 ? kNoVertex : vertex};
  for (std::size_t i = 1; i < parts_.size(); ++i) point += parts_[i].support(direction, vertex);
  return {point, kNoVertex};
}

}  // namespace graze
