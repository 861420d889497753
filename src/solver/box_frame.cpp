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
  for (int i = 0; i < kGroups * kLanes; ++i)
    set_axis(i, i < 3 ? a_.rotation.col(i) : b_.rotation.col(std::min(i, kAxes - 1) - 3));
}

double BoxFrame::acceleration_along(const Vector3& direction) const {
  const Interval during(time_, rounding::up(time_ + span_));
  return rounding::up(motion_a_.acceleration_along(direction, during).at(radius_a_) +
                      motion_b_.acceleration_along(direction, during).at(radius_b_));
}

void BoxFrame::set_axis(int index, const Vector3& n) {
  AxisBound<Pack>& group = axes_[static_cast<std::size_t>(index / kLanes)];
  const int lane = index % kLanes;
  const auto set = [lane](std::array<Pack, 3>& row, std::array<Pack, 3>& size, const Vector3& v) {
    for (std::size_t k = 0; k < 3; ++k) {
      row[k][lane] = v[static_cast<int>(k)];
      size[k][lane] = std::abs(v[static_cast<int>(k)]);
    }
  };
  set(group.on_a, group.size_on_a, a_.rotation.transpose() * n);
  set(group.on_b, group.size_on_b, b_.rotation.transpose() * n);
  set(group.turn_a, group.size_turn_a, a_.rate.transpose() * n);
  set(group.turn_b, group.size_turn_b, b_.rate.transpose() * n);
  group.offset[lane] = n.dot(b_.position - a_.position);
  group.drift[lane] = n.dot(b_.velocity - a_.velocity);
  group.acceleration[lane] = acceleration_along(n);
}

namespace {

double largest_lane(const Pack& x) {
  double largest = x[0];
  for (int lane = 1; lane < kLanes; ++lane) largest = std::max(largest, x[lane]);
  return largest;
}

}  // namespace

double BoxFrame::apart_for(const BoxNode& a, const BoxNode& b, double need) const {
  const double margin = need + error_;
  Pack best = axes_[0].apart_for(a, b, margin, error_rate_, span_);
  for (std::size_t i = 1; i < axes_.size(); ++i)
    best = larger<Pack>(axes_[i].apart_for(a, b, margin, error_rate_, span_), best);
  return std::min(largest_lane(best), span_);
}

double BoxFrame::gap(const BoxNode& a, const BoxNode& b) const {
  Pack best = axes_[0].gap(a, b, error_);
  for (std::size_t i = 1; i < axes_.size(); ++i) best = larger<Pack>(axes_[i].gap(a, b, error_), best);
  return largest_lane(best);
}

}  // namespace graze
