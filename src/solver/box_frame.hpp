// SPDX-License-Identifier: Apache-2.0
// Two bodies around one instant s, prepared for bounds on pairs of boxes: for each of the six axes of the two bodies,
// how box coordinates project on it and how that changes.
#pragma once

#include <array>

#include "solver/axis_bound.hpp"
#include "solver/motion_frame.hpp"

namespace graze {

class BoxFrame {
 public:
  // Positions are relative to the origin; accelerations are bounded over [s, s + span]. The radii bound the bodies.
  BoxFrame(const Motion& a, double radius_a, const Motion& b, double radius_b, double s, double span,
           const Vector3& origin);

  double time() const { return time_; }
  double span() const { return span_; }
  const Vector3& origin() const { return origin_; }
  const MotionFrame& a() const { return a_; }
  const MotionFrame& b() const { return b_; }
  // A bound on the relative acceleration of any two points during the span, and on the part of it along a unit
  // direction.
  double acceleration() const { return acceleration_; }
  double acceleration_along(const Vector3& direction) const;
  // How fast the bodies turn.
  double turn_rate() const { return a_.rate_size + b_.rate_size; }
  // A bound on the error of any gap along a unit direction at s + t, less that of the supports.
  double error(double t) const { return error_ + t * error_rate_; }

  // For how long after s what is in the two boxes surely stays further apart than `need`, along the best of the axes:
  // negative if none separates them, span at most.
  double apart_for(const BoxNode& a, const BoxNode& b, double need) const;
  // How far what is in the two boxes is apart at s, at least, along the best of the axes; negative if none separates.
  double gap(const BoxNode& a, const BoxNode& b) const;

 private:
  static constexpr int kAxes = 6;
  static constexpr int kGroups = (kAxes + kLanes - 1) / kLanes;
  void set_axis(int index, const Vector3& n);

  const Motion& motion_a_;
  const Motion& motion_b_;
  double radius_a_, radius_b_;
  double time_, span_;
  Vector3 origin_;
  MotionFrame a_, b_;
  double acceleration_ = 0.0, error_ = 0.0, error_rate_ = 0.0;
  std::array<AxisBound<Pack>, kGroups> axes_;  // the last repeated to fill the lanes
};

}  // namespace graze
