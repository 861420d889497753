// SPDX-License-Identifier: Apache-2.0
// A point of the body is at x(t) = c(t) + R(t) d, with c the center of its box and |d_j| <= half_j. For |t - m| <= h
//   | x(t) - (c + R d) - (t - m) (c' + R' d) | <= h^2 / 2 * acceleration,   c, R, c', R' at m,
// so along a direction n it reaches no further from n . c than
//   sum_j |n . R_j| half_j + h |n . c'| + h sum_j |n . R'_j| half_j + slack,
// R_j the columns. Two bodies of which that leaves something between them are apart all the time; of the two h |n . c'|
// only that of the difference counts.
#include "robot/part_box.hpp"

#include "numeric/stable_norm.hpp"

namespace graze {
namespace {

// Everything here is a sum of fewer than 64 products of magnitudes that add up to less than what this is multiplied by.
constexpr double kRounding = 1e-12;
// Directions are unit to within a millionth: a gap along one may be too large by as much.
constexpr double kUnit = 1 + 2e-6;

double reach(const PartBox& box, const Vector3& n) {
  return (n.transpose() * box.arms).cwiseAbs().sum() + (n.transpose() * box.swing).cwiseAbs().sum() + box.slack;
}

}  // namespace

PartBox::PartBox(const MotionInstant& at, const RateBound& acceleration, const ShapeBound& bound, double half_time)
    : axes(at.rotation) {
  center = at.position + at.rotation * bound.center;
  travel = half_time * (at.velocity + at.rate * bound.center);
  for (int j = 0; j < 3; ++j) {
    arms.col(j) = bound.half[j] * at.rotation.col(j);
    swing.col(j) = (half_time * bound.half[j]) * at.rate.col(j);
  }
  const double radius = bound.center.cwiseAbs().sum() + bound.half.sum();
  const double size = at.position.cwiseAbs().sum() + 3 * radius +
                      half_time * (at.velocity.cwiseAbs().sum() + at.rate.cwiseAbs().sum() * radius);
  const double error =
      at.position_error + at.rotation_error * radius + half_time * (at.velocity_error + at.rate_error * radius);
  slack = (0.5 * half_time * half_time * acceleration.at(radius) + error) * (1 + 1e-5) + kRounding * size;
  const Vector3 beyond = travel.cwiseAbs() + arms.cwiseAbs().rowwise().sum() + swing.cwiseAbs().rowwise().sum() +
                         Vector3::Constant(slack + kRounding * size);
  swept = {center - beyond, center + beyond};
}

PartBox::PartBox(const SweptBox& box) : center(0.5 * box.lower + 0.5 * box.upper), swept(box) {
  const Vector3 half = (box.upper - center).cwiseMax(center - box.lower);
  arms.diagonal() = half;
  slack = kRounding * (center.cwiseAbs().sum() + half.sum());
}

bool surely_apart(const SweptBox& a, const SweptBox& b, double distance) {
  return ((a.lower - b.upper).array() > kUnit * distance).any() ||
         ((b.lower - a.upper).array() > kUnit * distance).any();
}

bool surely_apart(const PartBox& a, const PartBox& b, double distance) {
  if (surely_apart(a.swept, b.swept, distance)) return true;
  const Vector3 between = b.center - a.center;
  const Vector3 travel = b.travel - a.travel;
  const double need = kUnit * distance;
  const auto apart_along = [&](const Vector3& n) {
    return std::abs(n.dot(between)) - std::abs(n.dot(travel)) - reach(a, n) - reach(b, n) > need;
  };
  if (apart_along(unit_of(between))) return true;
  for (int j = 0; j < 3; ++j)
    if (apart_along(a.axes.col(j)) || apart_along(b.axes.col(j))) return true;
  return false;
}

StillPlane::StillPlane(const MotionInstant& at, const HalfSpace& half_space)
    : normal(at.rotation * half_space.normal),
      point(at.position + half_space.offset * normal),
      error(at.position_error + std::abs(half_space.offset) * (at.rotation_error + kRounding)),
      angle_error(at.rotation_error + kRounding) {}

bool surely_apart(const PartBox& box, const StillPlane& plane, double distance) {
  const double size = box.center.cwiseAbs().sum() + plane.point.cwiseAbs().sum() + box.travel.norm() +
                      box.arms.cwiseAbs().sum() + box.swing.cwiseAbs().sum() + box.slack;
  const double lowest =
      plane.normal.dot(box.center - plane.point) - std::abs(plane.normal.dot(box.travel)) - reach(box, plane.normal);
  return lowest - (1 + 1e-5) * (plane.error + plane.angle_error * size) > kUnit * distance;
}

}  // namespace graze
