// SPDX-License-Identifier: Apache-2.0
#include "solver/convex/convex_pair.hpp"

#include "numeric/stable_norm.hpp"

namespace graze {
namespace {

// One body's part of a gap along n: how far it reaches along n at s + t, as a linear function of its place taken at s,
// and a bound on the error of that.
struct Reach {
  double value, slope, error;
};

Reach reach(const ConvexShape& shape, const LinearizedMotion& frame, const Vector3& n, double t) {
  const Vector3 turn = frame.rate.transpose() * n;
  const Vector3 direction = frame.rotation.transpose() * n + t * turn;
  const Vector3 point = shape.support(direction).point;
  // |direction| <= size; the support's own error, that of the matrices, and the rounding of the direction (fewer than
  // 16 ulp of size an entry) each count times how far the core reaches.
  const double size = (1 + t * frame.rate_size) * (1 + 1e-9);
  const double error = shape.support_error() * size +
                       shape.core_radius() * (frame.rotation_error + t * frame.rate_error + 16 * rounding::kUlp * size);
  return {point.dot(direction), point.dot(turn), error};
}

}  // namespace

void ConvexPair::set_time(double s, const Vector3& origin) {
  time_ = s;
  origin_ = origin;
  if (motion_a_ != nullptr) frame_a_.emplace(*motion_a_, s, origin);
  frame_b_.emplace(motion_b_, s, origin);
}

void ConvexPair::set_span(double span) {
  during_ = {time_, rounding::up(time_ + span)};
  if (motion_a_ != nullptr) {
    acceleration_a_ = motion_a_->acceleration_bound(during_);
    turn_speed_a_ = motion_a_->speed_bound(during_).per_radius;
  }
  acceleration_b_ = motion_b_.acceleration_bound(during_);
  turn_speed_b_ = motion_b_.speed_bound(during_).per_radius;
}

ConvexPair ConvexPair::after(double t) const {
  ConvexPair later = *this;
  for (std::optional<LinearizedMotion>* frame : {&later.frame_a_, &later.frame_b_}) {
    if (!*frame) continue;
    (*frame)->position += t * (*frame)->velocity;
    (*frame)->rotation += t * (*frame)->rate;
  }
  return later;
}

SupportPair ConvexPair::support(const Vector3& direction) const {
  const ConvexShape::Support a = a_->support(frame_a_->rotation.transpose() * direction);
  const ConvexShape::Support b = b_.support(-(frame_b_->rotation.transpose() * direction));
  SupportPair pair;
  pair.body_a = a.point;
  pair.body_b = b.point;
  pair.vertex_a = a.vertex;
  pair.vertex_b = b.vertex;
  place(pair);
  return pair;
}

void ConvexPair::place(SupportPair& pair) const {
  pair.a = frame_a_->rotation * pair.body_a + frame_a_->position;
  pair.b = frame_b_->rotation * pair.body_b + frame_b_->position;
  pair.difference = pair.b - pair.a;
}

double ConvexPair::place_error() const {
  const auto of = [](const ConvexShape& shape, const LinearizedMotion& frame) {
    const double reach = frame.position.norm() + shape.core_radius();
    return frame.position_error + frame.rotation_error * shape.core_radius() + shape.support_error() +
           16 * rounding::kUlp * reach;
  };
  return (a_ != nullptr ? of(*a_, *frame_a_) : 0.0) + of(b_, *frame_b_) + kVanishingLength;
}

ConvexDistance ConvexPair::plane_distance() const {
  const Vector3& n = half_space_->normal;
  const ConvexShape::Support b = b_.support(-(frame_b_->rotation.transpose() * n));
  ConvexDistance result;
  result.direction = n;
  result.point_b = frame_b_->rotation * b.point + frame_b_->position - b_.rounding_radius() * n;
  const double height = gap(n, 0.0).value;
  result.lower = height;
  // The height is within twice its own error, which lowered it.
  const double offset_error = 8 * rounding::kUlp * (std::abs(half_space_->offset) + origin_.norm());
  result.upper = height + 4 * (place_error() + offset_error + 16 * rounding::kUlp * b_.radius());
  result.point_a = result.point_b - height * n;
  result.simplex.size = 1;
  result.simplex.pairs[0].vertex_b = b.vertex;
  return result;
}

ConvexDistance ConvexPair::distance(const ConvexDistance& before, double separation, double accuracy) const {
  if (half_space_ != nullptr) return plane_distance();
  Simplex4 start = before.simplex;
  for (int i = 0; i < start.size; ++i) place(start.pairs[i]);
  const Vector3& guess = before.direction;
  const Vector3 between = frame_b_->position - frame_a_->position;
  const GjkResult found = gjk([this](const Vector3& direction) { return support(direction); }, start, between, accuracy,
                              a_->rounding_radius() + b_.rounding_radius() + separation);
  ConvexDistance result;
  result.lower = -std::numeric_limits<double>::infinity();
  result.direction = found.direction;
  if (!found.overlap)
    for (const Vector3& direction : {found.direction, facing_direction(found.simplex), guess}) {
      if (direction.isZero(0.0)) continue;
      const double proved = gap(direction, 0.0).value;
      if (proved <= result.lower) continue;
      result.lower = proved;
      result.direction = direction;
    }
  const double rounding_radii = (a_->rounding_radius() + b_.rounding_radius()) * (1 - 4 * rounding::kUlp);
  result.upper = upper_distance(found.upper * (1 + 8 * rounding::kUlp) + place_error() - rounding_radii);
  const WitnessPoints points = witnesses(found.simplex, a_->rounding_radius(), b_.rounding_radius());
  result.point_a = points.a;
  result.point_b = points.b;
  result.simplex = found.simplex;
  return result;
}

Gap ConvexPair::gap(const Vector3& n, double t) const {
  const Reach b = reach(b_, *frame_b_, -n, t);
  Vector3 offset = frame_b_->position;
  Vector3 drift = frame_b_->velocity;
  double value = -b.value - b_.rounding_radius();
  double slope = -b.slope;
  double error =
      b.error + frame_b_->position_error + t * frame_b_->velocity_error + 4 * rounding::kUlp * b_.rounding_radius();
  double acceleration = motion_b_.acceleration_along(n, during_).at(b_.core_radius());
  if (half_space_ != nullptr) {
    const double height = n.dot(origin_) - half_space_->offset;
    value += height;
    error += 8 * rounding::kUlp * (origin_.cwiseAbs().sum() + std::abs(half_space_->offset));
  } else {
    const Reach a = reach(*a_, *frame_a_, n, t);
    offset -= frame_a_->position;
    drift -= frame_a_->velocity;
    value -= a.value + a_->rounding_radius();
    slope -= a.slope;
    error += a.error + frame_a_->position_error + t * frame_a_->velocity_error +
             4 * rounding::kUlp * a_->rounding_radius() +
             2 * rounding::kUlp * (frame_a_->position.cwiseAbs().sum() + frame_b_->position.cwiseAbs().sum());
    acceleration += motion_a_->acceleration_along(n, during_).at(a_->core_radius());
  }
  value += n.dot(offset) + t * n.dot(drift);
  slope += n.dot(drift);
  error += 16 * rounding::kUlp * (offset.cwiseAbs().sum() + t * drift.cwiseAbs().sum()) + kVanishingLength;
  // A direction is unit to within 8 ulp, and the sums above round at the size of what they add up to.
  const double bend = bend_by(t, acceleration) * (1 + 8 * rounding::kUlp);
  return {value - (error + bend) * (1 + 1e-9) - 16 * rounding::kUlp * std::abs(value), slope - acceleration * t,
          acceleration};
}

Gap ConvexPair::ball_gap(double t) const {
  const Vector3 offset = frame_b_->position - frame_a_->position;
  const Vector3 drift = frame_b_->velocity - frame_a_->velocity;
  const double distance = offset.norm();
  if (!(distance > 0)) return {-1.0, 0.0, 0.0};
  const double speed = offset.dot(drift) / distance;
  const double acceleration = acceleration_a_.at(0.0) + acceleration_b_.at(0.0);
  const double error =
      kVanishingLength + frame_a_->position_error + frame_b_->position_error +
      t * (frame_a_->velocity_error + frame_b_->velocity_error) +
      32 * rounding::kUlp *
          (frame_a_->position.cwiseAbs().sum() + frame_b_->position.cwiseAbs().sum() + t * drift.cwiseAbs().sum());
  const double bend = bend_by(t, acceleration);
  return {distance + t * speed - (a_->radius() + b_.radius() + error + bend) * (1 + 1e-9), speed - acceleration * t,
          acceleration};
}

double ConvexPair::published_speed(const Vector3& n, double span) const {
  Vector3 drift = frame_b_->velocity;
  double error = frame_b_->velocity_error;
  double turning = turn_speed_b_ * b_.radius();
  double speeding_up = acceleration_b_.at(0.0);
  if (a_ != nullptr) {
    drift -= frame_a_->velocity;
    error += frame_a_->velocity_error;
    turning += turn_speed_a_ * a_->radius();
    speeding_up += acceleration_a_.at(0.0);
  }
  const double closing = -n.dot(drift) + 16 * rounding::kUlp * drift.cwiseAbs().sum();
  return closing + (turning + error + speeding_up * span) * (1 + 8 * rounding::kUlp) + rounding::kFloor;
}

double ConvexPair::approach_speed(const ConvexDistance& at) const {
  const auto velocity = [](const LinearizedMotion& frame, const Vector3& point) -> Vector3 {
    return frame.velocity_of(frame.rotation.transpose() * (point - frame.position));
  };
  const Vector3 of_a = frame_a_ ? velocity(*frame_a_, at.point_a) : Vector3(Vector3::Zero());
  return (of_a - velocity(*frame_b_, at.point_b)).dot(at.direction);
}

}  // namespace graze
