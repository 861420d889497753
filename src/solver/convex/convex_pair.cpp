// SPDX-License-Identifier: Apache-2.0
#include "solver/convex/convex_pair.hpp"

#include "numeric/stable_norm.hpp"

namespace graze {
namespace {

using rounding::kUlp;

// How far a gap may be off. A direction is unit to within 8 ulp, and sums round at the size of what they add up to.
double slack(double value, double error, double bend) {
  return (error + bend * (1 + 8 * kUlp)) * (1 + 1e-9) + 16 * kUlp * std::abs(value);
}

}  // namespace

void ConvexPair::set_time(double s, const Vector3& origin) {
  time_ = s;
  origin_ = origin;
  if (a_) a_->set_time(s, origin);
  if (plane_) plane_->set_time(s, origin);
  b_.set_time(s, origin);
}

void ConvexPair::set_span(double span) {
  span_ = span;
  during_ = {time_, rounding::up(time_ + span)};
  if (a_) a_->set_span(during_);
  if (plane_) plane_->set_span(during_);
  b_.set_span(during_);
}

ConvexPair ConvexPair::after(double t) const {
  ConvexPair later = *this;
  if (later.a_) later.a_->advance(t);
  if (later.plane_) later.plane_->advance(t);
  later.b_.advance(t);
  return later;
}

SupportPair ConvexPair::support(const Vector3& direction) const {
  const ConvexShape::Support a = a_->support(direction);
  const ConvexShape::Support b = b_.support(-direction);
  SupportPair pair;
  pair.body_a = a.point;
  pair.body_b = b.point;
  pair.vertex_a = a.vertex;
  pair.vertex_b = b.vertex;
  place(pair);
  return pair;
}

void ConvexPair::place(SupportPair& pair) const {
  pair.a = a_->place(pair.body_a);
  pair.b = b_.place(pair.body_b);
  pair.difference = pair.b - pair.a;
}

double ConvexPair::place_error() const { return (a_ ? a_->place_error() : 0.0) + b_.place_error() + kVanishingLength; }

ConvexDistance ConvexPair::plane_distance() const {
  const Vector3& n = plane_->normal().n;
  const ConvexShape::Support b = b_.support(-n);
  ConvexDistance result;
  result.direction = n;
  result.point_b = b_.place(b.point) - b_.shape().rounding_radius() * n;
  const Interval height = gap_now(n);
  result.lower = height.lo();
  result.upper = std::max(0.0, height.hi());
  result.point_a = result.point_b - height.mid() * n;
  result.simplex.size = 1;
  result.simplex.pairs[0].vertex_b = b.vertex;
  return result;
}

ConvexDistance ConvexPair::distance(const ConvexDistance& before, double separation, double accuracy) const {
  if (plane_) return plane_distance();
  Simplex4 start = before.simplex;
  for (int i = 0; i < start.size; ++i) place(start.pairs[i]);
  const Vector3& guess = before.direction;
  const Vector3 between = b_.frame().position - a_->frame().position;
  const double radii = a_->shape().rounding_radius() + b_.shape().rounding_radius();
  const GjkResult found = gjk([this](const Vector3& direction) { return support(direction); }, start, between, accuracy,
                              radii + separation);
  ConvexDistance result;
  result.lower = -std::numeric_limits<double>::infinity();
  result.direction = found.direction;
  if (!found.overlap)
    for (const Vector3& direction : {found.direction, facing_direction(found.simplex), guess}) {
      if (direction.isZero(0.0)) continue;
      const double proved = gap_now(direction).lo();
      if (proved <= result.lower) continue;
      result.lower = proved;
      result.direction = direction;
    }
  const double rounding_radii = radii * (1 - 4 * kUlp);
  result.upper = upper_distance(found.upper * (1 + 8 * kUlp) + place_error() - rounding_radii);
  const WitnessPoints points = witnesses(found.simplex, a_->shape().rounding_radius(), b_.shape().rounding_radius());
  result.point_a = points.a;
  result.point_b = points.b;
  result.simplex = found.simplex;
  return result;
}

TurningDirection ConvexPair::turning(const Vector3& direction) const {
  if (plane_) return plane_->normal();
  TurningDirection d;
  d.n = direction;
  return d;
}

// With n the direction, y the offset of the origins and r, q their remainders of second order,
//   (n + t n' + r) . (y + t y' + q) = n . y + t (n' . y + n . y') + t^2 n' . y' + r . y(t) + (n + t n') . q.
// Only a half-space has an n that turns. The part of q that is the solids' is in their own bounds.
ConvexPair::Offset ConvexPair::offset_along(const TurningDirection& d, double span) const {
  const LinearizedMotion& frame_a = a_ ? a_->frame() : plane_->frame();
  const LinearizedMotion& frame_b = b_.frame();
  const Vector3 offset = frame_b.position - frame_a.position;
  const Vector3 drift = frame_b.velocity - frame_a.velocity;
  const double length = offset.cwiseAbs().sum(), speed = drift.cwiseAbs().sum();
  const double kept = b_.shape().rounding_radius() + (a_ ? a_->shape().rounding_radius() : plane_->shape().offset);
  Offset result{d.n.dot(offset) - kept, d.n.dot(drift), 0.0, frame_a.velocity_error + frame_b.velocity_error, 0.0};
  result.error = frame_a.position_error + frame_b.position_error + kVanishingLength +
                 kUlp * (4 * length + 4 * (std::abs(kept) + b_.shape().rounding_radius()));
  result.error_rate += 16 * kUlp * speed;
  if (a_) return result;
  const double most = longest_offset(span);
  const double turned = span > 0 ? d.speed * span : 0.0;  // not of an infinite speed
  result.rate += d.rate.dot(offset);
  result.error = (result.error * (1 + turned) + d.error * most) * (1 + 1e-9);
  result.error_rate =
      (result.error_rate * (1 + turned) + d.rate_error * most + 16 * kUlp * d.speed * length) * (1 + 1e-9);
  if (span == 0) return result;
  const double closing = std::max(0.0, 16 * kUlp * d.speed * speed - d.rate.dot(drift));
  const double along = plane_->origin_acceleration_along(d.n);
  result.acceleration = (along + turned * plane_->origin_acceleration() + d.bend * most + 2 * closing) * (1 + 1e-9);
  return result;
}

// During the span.
double ConvexPair::longest_offset(double span) const {
  const LinearizedMotion& frame_a = a_ ? a_->frame() : plane_->frame();
  const LinearizedMotion& frame_b = b_.frame();
  double longest = (frame_b.position - frame_a.position).norm() + frame_a.position_error + frame_b.position_error;
  if (span > 0) {
    const double bend = (a_ ? a_->origin_acceleration() : plane_->origin_acceleration()) + b_.origin_acceleration();
    longest += span * ((frame_b.velocity - frame_a.velocity).norm() + frame_a.velocity_error + frame_b.velocity_error);
    longest += 0.5 * span * span * bend;
  }
  return longest * (1 + 1e-9) + kVanishingLength;
}

Interval ConvexPair::gap_now(const Vector3& n) const {
  const TurningDirection d = turning(n);
  const Offset offset = offset_along(d, 0.0);
  const Reach b = b_.reach(d.opposite());
  double value = offset.value - b.value;
  double error = offset.error + b.error;
  if (a_) {
    const Reach a = a_->reach(d);
    value -= a.value;
    error += a.error;
  }
  const double off = slack(value, error, 0.0);
  return {value - off, value + off};
}

ConvexPair::GapAlong::GapAlong(const ConvexPair& pair, const Vector3& direction)
    : GapAlong(pair, pair.turning(direction)) {}

ConvexPair::GapAlong::GapAlong(const ConvexPair& pair, const TurningDirection& d)
    : offset_(pair.offset_along(d, pair.span_)), b_(pair.b_.along(d.opposite())) {
  acceleration_ = b_.acceleration() + offset_.acceleration;
  if (!pair.a_) return;
  a_.emplace(pair.a_->along(d));
  acceleration_ += a_->acceleration();
}

Gap ConvexPair::GapAlong::at(double t) const {
  const Reach b = b_.at(t);
  double value = offset_.value + t * offset_.rate - b.value;
  double slope = offset_.rate - b_.slope(b);
  double error = offset_.error + t * offset_.error_rate + b.error;
  if (a_) {
    const Reach a = a_->at(t);
    value -= a.value;
    slope -= a_->slope(a);
    error += a.error;
  }
  return {value - slack(value, error, bend_by(t, acceleration_)), slope - acceleration_ * t, acceleration_};
}

Gap ConvexPair::ball_gap(double t) const {
  const LinearizedMotion& frame_a = a_->frame();
  const LinearizedMotion& frame_b = b_.frame();
  const Vector3 offset = frame_b.position - frame_a.position;
  const Vector3 drift = frame_b.velocity - frame_a.velocity;
  const double distance = offset.norm();
  if (!(distance > 0)) return {-1.0, 0.0, 0.0};
  const double speed = offset.dot(drift) / distance;  // the error counts kVanishingLength
  const double acceleration = a_->origin_acceleration() + b_.origin_acceleration();
  const double error =
      kVanishingLength + frame_a.position_error + frame_b.position_error +
      t * (frame_a.velocity_error + frame_b.velocity_error) +
      32 * kUlp * (frame_a.position.cwiseAbs().sum() + frame_b.position.cwiseAbs().sum() + t * drift.cwiseAbs().sum());
  const double bend = bend_by(t, acceleration);
  return {distance + t * speed - (ball_radii() + error + bend) * (1 + 1e-9), speed - acceleration * t, acceleration};
}

double ConvexPair::published_speed(const Vector3& n, double span) const {
  Vector3 drift = b_.frame().velocity;
  double error = b_.frame().velocity_error;
  double turning = b_.turn_speed() * b_.shape().radius();
  double speeding_up = b_.origin_acceleration();
  if (plane_) {
    drift -= plane_->frame().velocity;
    error += plane_->frame().velocity_error;
    turning += plane_->normal().speed * (b_.shape().radius() + longest_offset(span));
    speeding_up += plane_->origin_acceleration();
  } else {
    drift -= a_->frame().velocity;
    error += a_->frame().velocity_error;
    turning += a_->turn_speed() * a_->shape().radius();
    speeding_up += a_->origin_acceleration();
  }
  const double closing = -n.dot(drift) + 16 * kUlp * drift.cwiseAbs().sum();
  return closing + (turning + error + speeding_up * span) * (1 + 8 * kUlp) + rounding::kFloor;
}

double ConvexPair::approach_speed(const ConvexDistance& at) const {
  const auto velocity = [](const LinearizedMotion& frame, const Vector3& point) -> Vector3 {
    return frame.velocity_of(frame.rotation.transpose() * (point - frame.position));
  };
  const Vector3 of_a = velocity(a_ ? a_->frame() : plane_->frame(), at.point_a);
  return (of_a - velocity(b_.frame(), at.point_b)).dot(at.direction);
}

}  // namespace graze
