// SPDX-License-Identifier: Apache-2.0
#include "solver/linearization/linearized_pair.hpp"

#include "motion/turning.hpp"
#include "numeric/interval_vector.hpp"
#include "numeric/stable_norm.hpp"

namespace graze {
namespace {

// Rates of turning are alike if they differ by no more than this part of the smaller.
constexpr double kAlike = 0.25;

// A bound on |m^T n| over an enclosure m.
double size_along(const IntervalMatrix3& m, const Vector3& n) {
  const IntervalVector3 row = m.transpose() * n.cast<Interval>();
  return norm(row).hi();
}
// A bound on |m r| for |r| = 1: the root of the sum of squares.
double size_of(const IntervalMatrix3& m) {
  Interval squares(0.0);
  for (Eigen::Index k = 0; k < m.size(); ++k) squares += sqr(m.data()[k]);
  return sqrt(squares).hi();
}

Vector3 turning_of(const LinearizedMotion& linearized) {
  const Eigen::Matrix3d angular = linearized.rate * linearized.rotation.transpose();  // x -> w x x
  return 0.5 * Vector3(angular(2, 1) - angular(1, 2), angular(0, 2) - angular(2, 0), angular(1, 0) - angular(0, 1));
}

}  // namespace

LinearizedPair::LinearizedPair(const Motion& a, double radius_a, const Motion& b, double radius_b, double s,
                               double span, const Vector3& origin)
    : motion_a_(a),
      motion_b_(b),
      radius_a_(radius_a),
      radius_b_(radius_b),
      time_(s),
      span_(span),
      origin_(origin),
      a_(a, s, origin),
      b_(b, s, origin) {
  all_a_ = a.acceleration_bound(during());
  all_b_ = b.acceleration_bound(during());
  acceleration_ = rounding::up(all_a_.at(radius_a) + all_b_.at(radius_b));
  set_errors();
}

LinearizedPair::LinearizedPair(const Motion& a, double radius_a, const Motion& b, double radius_b, double s,
                               double span, const Vector3& origin, const Vector3& turning)
    : LinearizedPair(a, radius_a, b, radius_b, s, span, origin) {
  a_.see_from_turning(turning);
  b_.see_from_turning(turning);
  const MotionEnclosure on_a = a.enclose(during(), origin);
  const MotionEnclosure on_b = b.enclose(during(), origin);
  const IntervalMatrix3 w = cross_matrix(turning.cast<Interval>());
  const Interval two(2.0);
  const auto turned = [&](const auto& x, const auto& rate, const auto& acceleration) {
    return (acceleration - (w * rate) * two + w * (w * x)).eval();
  };
  Bend bend;
  bend.origins = turned((on_b.position - on_a.position).eval(), (on_b.velocity - on_a.velocity).eval(),
                        (on_b.acceleration - on_a.acceleration).eval());
  bend.turn_a = turned(on_a.rotation, on_a.rotation_rate, on_a.rotation_acceleration);
  bend.turn_b = turned(on_b.rotation, on_b.rotation_rate, on_b.rotation_acceleration);
  bend.drift = rounding::up(turning.norm() * span * (1 + 1e-9));
  bend_ = bend;
  acceleration_ = (norm(bend.origins).hi() + size_of(bend.turn_a) * radius_a + size_of(bend.turn_b) * radius_b) *
                  (1 + 8 * rounding::kUlp);
  set_errors();
}

void LinearizedPair::set_errors() {
  // Every quantity that is built from a linearization is a sum of fewer than 32 terms, each a product of at most three
  // factors, of magnitudes that add up to `size` (and `size_rate` per time); boxes reach at most sqrt(3) times as far
  // as the body. A time t after s is a difference that was rounded once: what moves in that is among the 64 ulp of t
  // `size_rate`.
  const double reach = 2 * (radius_a_ + radius_b_);
  const double size = a_.position.cwiseAbs().sum() + b_.position.cwiseAbs().sum() + reach;
  const double size_rate = a_.velocity.cwiseAbs().sum() + b_.velocity.cwiseAbs().sum() +
                           2 * (a_.rate_size * radius_a_ + b_.rate_size * radius_b_);
  // Directions are unit only up to the errors of rotations.
  error_ = a_.position_error + b_.position_error + 2 * (a_.rotation_error + b_.rotation_error) * size +
           64 * rounding::kUlp * size + kVanishingLength;
  error_rate_ = a_.velocity_error + b_.velocity_error + 2 * (a_.rate_error * radius_a_ + b_.rate_error * radius_b_) +
                64 * rounding::kUlp * size_rate;
}

double LinearizedPair::acceleration_along(const Vector3& direction) const {
  if (bend_) {
    // The direction turns, so that along it y'' has its part along where it was, and as much of all of it as it drifts.
    const Interval origins = bend_->origins[0] * Interval(direction.x()) + bend_->origins[1] * Interval(direction.y()) +
                             bend_->origins[2] * Interval(direction.z());
    const double along = abs(origins).hi() + size_along(bend_->turn_a, direction) * radius_a_ +
                         size_along(bend_->turn_b, direction) * radius_b_;
    return (along + bend_->drift * acceleration_) * (1 + 8 * rounding::kUlp);
  }
  return rounding::up(motion_a_.acceleration_along(direction, during(), all_a_).at(radius_a_) +
                      motion_b_.acceleration_along(direction, during(), all_b_).at(radius_b_));
}

Vector3 common_turning(const Motion& a, const Motion& b, double time) {
  for (const Motion* motion : {&a, &b})
    if (motion->speed_bound(Interval(time)).per_radius == 0.0) return Vector3::Zero();
  const Vector3 w_a = turning_of(LinearizedMotion(a, time, a.pose(time).translation()));
  const Vector3 w_b = turning_of(LinearizedMotion(b, time, b.pose(time).translation()));
  const bool alike = (w_a - w_b).norm() < kAlike * std::min(w_a.norm(), w_b.norm());
  return alike ? Vector3(0.5 * (w_a + w_b)) : Vector3(Vector3::Zero());
}

}  // namespace graze
