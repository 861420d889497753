// SPDX-License-Identifier: Apache-2.0
#include "solver/box_frame.hpp"

namespace graze {

BoxFrame::BoxFrame(const Motion& a, double radius_a, const Motion& b, double radius_b, double s, double span,
                   const Vector3& origin)
    : motion_a_(a),
      motion_b_(b),
      radius_a_(radius_a),
      radius_b_(radius_b),
      time_(s),
      span_(span),
      origin_(origin),
      a_(a, s, origin),
      b_(b, s, origin) {
  const Interval during(s, rounding::up(s + span));
  acceleration_ = rounding::up(a.acceleration_bound(during).at(radius_a) + b.acceleration_bound(during).at(radius_b));
  // Every quantity below is a sum of fewer than 32 terms, each a product of at most three factors, of magnitudes that
  // add up to `size` (and `size_rate` per time); boxes reach at most sqrt(3) times as far as the body.
  const double reach = 2 * (radius_a + radius_b);
  const double size = a_.position.cwiseAbs().sum() + b_.position.cwiseAbs().sum() + reach;
  const double size_rate = a_.velocity.cwiseAbs().sum() + b_.velocity.cwiseAbs().sum() +
                           2 * (a_.rate_size * radius_a + b_.rate_size * radius_b);
  // The axes are columns of rotations, so unit only up to the errors of these.
  error_ = a_.position_error + b_.position_error + 2 * (a_.rotation_error + b_.rotation_error) * size +
           64 * rounding::kUlp * size + rounding::kFloor;
  error_rate_ = a_.velocity_error + b_.velocity_error + 2 * (a_.rate_error * radius_a + b_.rate_error * radius_b) +
                64 * rounding::kUlp * size_rate;
  for (int i = 0; i < 3; ++i) {
    add_axis(axes_[i], a_.rotation.col(i));
    add_axis(axes_[3 + i], b_.rotation.col(i));
  }
}

double BoxFrame::acceleration_along(const Vector3& direction) const {
  const Interval during(time_, rounding::up(time_ + span_));
  return rounding::up(motion_a_.acceleration_along(direction, during).at(radius_a_) +
                      motion_b_.acceleration_along(direction, during).at(radius_b_));
}

void BoxFrame::add_axis(Axis& axis, const Vector3& n) const {
  axis.on_a = a_.rotation.transpose() * n;
  axis.on_b = b_.rotation.transpose() * n;
  axis.turn_a = a_.rate.transpose() * n;
  axis.turn_b = b_.rate.transpose() * n;
  axis.size_on_a = axis.on_a.cwiseAbs();
  axis.size_on_b = axis.on_b.cwiseAbs();
  axis.size_turn_a = axis.turn_a.cwiseAbs();
  axis.size_turn_b = axis.turn_b.cwiseAbs();
  axis.offset = n.dot(b_.position - a_.position);
  axis.drift = n.dot(b_.velocity - a_.velocity);
  axis.acceleration = acceleration_along(n);
}

double BoxFrame::apart_for(const BoxNode& a, const BoxNode& b, double need) const {
  // Along n, the gap at s + t is at least gap - t closing - t^2 acceleration / 2: the reach of a box along a direction
  // that turns linearly is at most its reach along the start plus t times that along the change (reaches are
  // sublinear). That stays positive until t = 2 gap / (closing + sqrt(closing^2 + 2 acceleration gap)). The factor on
  // the gap covers the rounding of this quotient.
  const double margin = need + error_;
  double best = -1.0;
  for (const Axis& axis : axes_) {
    const double centers = axis.offset + b.center.dot(axis.on_b) - a.center.dot(axis.on_a);
    const double reach = a.half.dot(axis.size_on_a) + b.half.dot(axis.size_on_b);
    const double gap = (std::abs(centers) - reach - margin) * (1 - 1e-9);
    if (!(gap > 0)) continue;
    const double drift = axis.drift + b.center.dot(axis.turn_b) - a.center.dot(axis.turn_a);
    const double turning = a.half.dot(axis.size_turn_a) + b.half.dot(axis.size_turn_b);
    const double closing = (centers > 0 ? -drift : drift) + turning + error_rate_;
    const double root = std::sqrt(closing * closing + 2 * axis.acceleration * gap);
    // The form without cancellation; parting at a constant speed, for ever.
    const double time = closing > 0             ? 2 * gap / (closing + root)
                        : axis.acceleration > 0 ? (root - closing) / axis.acceleration
                                                : span_;
    best = std::max(best, time);
  }
  return std::min(best, span_);
}

}  // namespace graze
