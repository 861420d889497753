// SPDX-License-Identifier: Apache-2.0
#include "shape/convex_shape.hpp"

#include <array>

#include "numeric/stable_norm.hpp"
#include "numeric/vector/instruction_set.hpp"

namespace graze {
namespace {

constexpr std::size_t kLanesAtOnce = 2 * kLanes;
constexpr std::size_t kFewPoints = 32;  // fewer are not worth choosing instructions for

}  // namespace

PointRows::PointRows(const std::vector<Vector3>& points) : size_(points.size()) {
  const std::size_t whole = size_ < kFewPoints ? kLanes : kLanesAtOnce;
  const std::size_t padded = (size_ + whole - 1) / whole * whole;
  for (std::vector<double>* row : {&x_, &y_, &z_}) row->reserve(padded);
  for (std::size_t i = 0; i < padded && size_ > 0; ++i) {
    const Vector3& p = points[std::min(i, size_ - 1)];
    x_.push_back(p.x());
    y_.push_back(p.y());
    z_.push_back(p.z());
  }
}

// Two packs side by side, so that none waits for the one before it. Numbers of points are kept as doubles.
template <class Number>
GRAZE_INLINE std::uint32_t PointRows::furthest_in(const Vector3& direction) const {
  const Number dx(direction.x()), dy(direction.y()), dz(direction.z());
  const auto value = [&](std::size_t i) GRAZE_INLINE_LAMBDA {
    Number x, y, z;
    x.load(&x_[i]);
    y.load(&y_[i]);
    z.load(&z_[i]);
    return x * dx + y * dy + z * dz;
  };
  Number best = value(0), other = value(kLanes);
  Number at(0.0), other_at(static_cast<double>(kLanes));
  for (std::size_t i = kLanesAtOnce; i < x_.size(); i += kLanesAtOnce) {
    const Number first = value(i), second = value(i + kLanes);
    const auto better = first > best;
    const auto other_better = second > other;
    best = chosen(better, first, best);
    at = chosen(better, Number(static_cast<double>(i)), at);
    other = chosen(other_better, second, other);
    other_at = chosen(other_better, Number(static_cast<double>(i + kLanes)), other_at);
  }
  double largest = best[0], number = at[0];
  const auto offer = [&](double reach, double i) GRAZE_INLINE_LAMBDA {
    if (reach < largest || (reach == largest && i > number)) return;
    largest = reach;
    number = i;
  };
  for (int k = 1; k < kLanes; ++k) offer(best[k], at[k] + k);
  for (int k = 0; k < kLanes; ++k) offer(other[k], other_at[k] + k);
  return static_cast<std::uint32_t>(std::min(static_cast<std::size_t>(number), size_ - 1));
}

std::uint32_t PointRows::furthest(const Vector3& direction) const {
  if (size_ >= kFewPoints)
    return run_kernel([&]<class Number>() GRAZE_INLINE_LAMBDA { return furthest_in<Number>(direction); });
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
  return position + rotation * (has_turned() ? turning_support(d) : upright_support(d));
}

Vector3 ConvexShape::Part::upright_support(const Vector3& d) const {
  const Vector3 side = radius * unit_of({d.x(), d.y(), 0.0});
  const Vector3 rim(side.x(), side.y(), kind == PartKind::Cone || d.z() < 0 ? -half : half);
  const Vector3 tip(0.0, 0.0, half);
  // A cone is the hull of its rim and its tip.
  const bool at_tip = kind == PartKind::Cone && tip.dot(d) >= rim.dot(d);
  return at_tip ? tip : rim;
}

// Without a default, so that the compiler names a kind that is forgotten: a part that seems to reach nowhere is a
// missed contact.
double ConvexShape::Part::reach() const {
  double own = 0.0;
  switch (kind) {
    case PartKind::Points:
    case PartKind::Rings:  // as far from the origin as the points they are rings of
      for (std::size_t i = 0; i < points.size(); ++i) own = std::max(own, stable_norm(points[i]));
      break;
    case PartKind::Cylinder:
    case PartKind::Cone:
      own = stable_norm({radius, half, 0.0});
      break;
  }
  return (stable_norm(position) + own) * (1 + 16 * rounding::kUlp) + rounding::kFloor;
}

ConvexShape::ConvexShape(std::vector<Part> parts, double rounding_radius, double placing_error)
    : parts_(std::move(parts)), rounding_radius_(rounding_radius), placing_error_(placing_error) {
  double reach = 0.0;
  for (const Part& part : parts_) reach += part.reach();
  core_radius_ = reach * (1 + 4 * rounding::kUlp);
  // A product with the direction is rounded five times (each at most ulp / 2 of reach |d|), for the point chosen and
  // for the one passed over. A rim point of a cylinder is placed with three roundings and carried through a rotation,
  // itself orthonormal to a few ulp, with six more; a sum of parts adds one per part. 32 ulp cover four times that.
  support_error_ = (32 * rounding::kUlp + placing_error) * core_radius_ + rounding::kFloor;
  axis_ = find_axis();
}

bool ConvexShape::Part::is_round_about(const Vector3& axis) const {
  const auto on_axis = [&axis](const Vector3& p) { return p.cross(axis).isZero(0.0); };
  if (has_turned()) return false;
  if (kind != PartKind::Points) return on_axis(position) && on_axis(rotation.col(2));
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!on_axis(points[i])) return false;
  return true;
}

std::optional<Vector3> ConvexShape::find_axis() const {
  Vector3 axis = Vector3::Zero();
  for (const Part& part : parts_) {
    if (!axis.isZero(0.0)) break;
    if (part.kind == PartKind::Points)
      axis = part.points[0].isZero(0.0) ? part.points[part.points.size() - 1] : part.points[0];
    else
      axis = part.rotation.col(2);
  }
  if (axis.isZero(0.0)) return {};
  for (const Part& part : parts_)
    if (!part.is_round_about(axis)) return {};
  return axis;
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
  return ConvexShape(std::move(parts), rounding_radius_, placing_error_);
}

ConvexShape ConvexShape::sum(const ConvexShape& a, const ConvexShape& b) {
  std::vector<Part> parts = a.parts_;
  parts.insert(parts.end(), b.parts_.begin(), b.parts_.end());
  return ConvexShape(std::move(parts), a.rounding_radius_ + b.rounding_radius_,
                     std::max(a.placing_error_, b.placing_error_));
}

ConvexShape::Support ConvexShape::support(const Vector3& direction) const {
  std::uint32_t vertex = kNoVertex;
  Vector3 point = parts_[0].support(direction, vertex);
  if (parts_.size() == 1) return {point, rounding_radius_ > 0 ? kNoVertex : vertex};
  for (std::size_t i = 1; i < parts_.size(); ++i) point += parts_[i].support(direction, vertex);
  return {point, kNoVertex};
}

}  // namespace graze
