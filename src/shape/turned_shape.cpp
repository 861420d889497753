// SPDX-License-Identifier: Apache-2.0
// Shapes that turn all round an axis: all their positions together. Of a point that is a ring. Sums of such parts
// contain the sums turned as one.
#include "shape/convex_shape.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/stable_norm.hpp"

namespace graze {
namespace {

// An orthonormal frame whose z-axis is along a unit vector.
Eigen::Matrix3d frame_about(const Vector3& axis) {
  int smallest = 0;
  axis.cwiseAbs().minCoeff(&smallest);
  const Vector3 across = unit_of(axis.cross(Vector3(Vector3::Unit(smallest))));
  Eigen::Matrix3d frame;
  frame << across, axis.cross(across), axis;
  return frame;
}

double across_z(const Vector3& p) { return stable_norm({p.x(), p.y(), 0.0}); }

// The ring of a point: its height along z and its distance from there.
Vector3 ring_of(const Vector3& p) { return {p.z(), across_z(p), 0.0}; }

}  // namespace

// d has the part `up` along z and `out` across. An upright part reaches H(x) = sup of p . d, with x the part of d along
// its own axis; as the part turns, x goes from cosine up - sine out to cosine up + sine out. H is the larger of two
// concave functions: along the rims, and that of a tip, which is linear.
// So the furthest position is at an end, or where a rim is furthest, at x = +-half |d| / sqrt(half^2 + radius^2).
Vector3 ConvexShape::Part::turning_support(const Vector3& d) const {
  const double up = d.z();
  const double out = across_z(d);
  const Vector3 outward = unit_of({d.x(), d.y(), 0.0});
  if (kind == PartKind::Rings) {
    const Vector3 ring = points[points.furthest({up, out, 0.0})];
    return {ring[1] * outward.x(), ring[1] * outward.y(), ring[0]};
  }
  const Vector3 flat(out, 0.0, up);
  Vector3 best = Vector3::Zero();
  const auto offer = [&](double turn) {
    // Its own axes when it has turned so that the axis is above `turn`, a cosine.
    const double aside = std::sqrt(std::max(0.0, 1 - turn * turn));
    const Vector3 own(sine * turn, sine * aside, cosine);
    const Eigen::Matrix3d frame = frame_about(own);
    const Vector3 ring = ring_of(frame * upright_support(frame.transpose() * flat));
    const Vector3 point(ring[1], 0.0, ring[0]);
    if (best.isZero(0.0) || point.dot(flat) > best.dot(flat)) best = point;
  };
  offer(1.0);
  offer(-1.0);
  const double range = sine * out;
  if (range > 0) {
    const double peak = half * stable_norm(flat) / stable_norm({half, radius, 0.0});
    if (kind == PartKind::Cylinder) offer(std::clamp((peak - cosine * up) / range, -1.0, 1.0));
    offer(std::clamp((-peak - cosine * up) / range, -1.0, 1.0));
  }
  return {best.x() * outward.x(), best.x() * outward.y(), best.z()};
}

ConvexShape ConvexShape::turned_all_round(const Vector3& axis, double axis_error) const {
  const Eigen::Matrix3d frame = frame_about(axis);
  const auto rings = [&frame](const std::vector<Vector3>& points) {
    return Part{PartKind::Rings, PointRows(points), 0.0, 0.0, frame, Vector3::Zero()};
  };
  std::vector<Part> parts;
  double ball = 0.0;
  for (const Part& part : parts_) {
    if (part.has_turned()) {  // once more: a ball about the origin holds whatever comes of it
      ball = rounding::up(ball + part.reach());
      continue;
    }
    std::vector<Vector3> places;
    if (part.kind == PartKind::Points)
      for (std::size_t i = 0; i < part.points.size(); ++i)
        places.push_back(ring_of(frame.transpose() * part.points[i]));
    else if (!part.position.isZero(0.0))
      places.push_back(ring_of(frame.transpose() * part.position));
    if (!places.empty()) parts.push_back(rings(places));
    if (part.kind == PartKind::Points) continue;
    Part turning = part;
    const Vector3 own = frame.transpose() * part.rotation.col(2);
    turning.cosine = own.z();
    turning.sine = across_z(own);
    turning.rotation = frame;
    turning.position.setZero();
    turning.all_round = true;
    parts.push_back(turning);
  }
  if (parts.empty()) parts.push_back(rings({Vector3::Zero()}));
  // Points of parts that turn once more may be off by the error that they had.
  const double radius =
      ball > 0 ? rounding::up(rounding_radius_ + rounding::up(ball + support_error_)) : rounding_radius_;
  // Positions of an axis that is off turn about another circle, twice as far off at most. The rest covers the roundings
  // of the frame, of rings and of positions, each a few ulp.
  return ConvexShape(std::move(parts), radius, 2 * axis_error + 128 * rounding::kUlp);
}

}  // namespace graze
