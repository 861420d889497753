// SPDX-License-Identifier: Apache-2.0
// Two bodies around one instant s: their motions to first order, and bounds on what that leaves out.
//
// The frame may turn. Bodies that turn together hardly move as seen from a frame that turns with them, while a
// direction fixed in the world is soon no longer one they are apart along. In a frame that turns about the origin o at
// the rate w, a point x has y = Q (x - o) with Q' = -Q [w], so
//   y' = Q (x' - w x (x - o)),   y'' = Q (x'' - 2 w x x' + w x (w x (x - o))).
// Distances and separating directions are the same for y; all below is about y then.
#pragma once

#include <optional>

#include "solver/linearization/linearized_motion.hpp"

namespace graze {

class LinearizedPair {
 public:
  // Positions are relative to the origin; accelerations are bounded over [s, s + span]. The radii bound the bodies.
  LinearizedPair(const Motion& a, double radius_a, const Motion& b, double radius_b, double s, double span,
                 const Vector3& origin);
  // The same in a frame that turns at this rate. Its bounds are from enclosures over the span: it should be short.
  LinearizedPair(const Motion& a, double radius_a, const Motion& b, double radius_b, double s, double span,
                 const Vector3& origin, const Vector3& turning);

  double time() const { return time_; }
  double span() const { return span_; }
  const Vector3& origin() const { return origin_; }
  const LinearizedMotion& a() const { return a_; }
  const LinearizedMotion& b() const { return b_; }
  // A bound on the relative acceleration of any two points during the span, and on the part of it along a unit
  // direction.
  double acceleration() const { return acceleration_; }
  double acceleration_along(const Vector3& direction) const;
  // How fast the bodies turn.
  double turn_rate() const { return a_.rate_size + b_.rate_size; }
  // A bound on the error of any gap along a unit direction at s + t, less that of the supports.
  double error(double t) const { return error_ + t * error_rate_; }

 protected:
  double error_rate() const { return error_rate_; }

 private:
  // What y'' is: of the relative position of the origins, and per unit of body coordinates.
  struct Bend {
    IntervalVector3 origins;
    IntervalMatrix3 turn_a, turn_b;
    double drift;  // of a direction fixed in the turning frame, as the world sees it, during the span
  };
  Interval during() const { return {time_, rounding::up(time_ + span_)}; }
  void set_errors();

  const Motion& motion_a_;
  const Motion& motion_b_;
  double radius_a_, radius_b_;
  double time_, span_;
  Vector3 origin_;
  LinearizedMotion a_, b_;
  RateBound all_a_, all_b_;   // of accelerations during the span, along all directions
  std::optional<Bend> bend_;  // in a frame that turns
  double acceleration_ = 0.0, error_ = 0.0, error_rate_ = 0.0;
};

// The rate at which both bodies turn, if they turn alike at that instant; otherwise zero.
Vector3 common_turning(const Motion& a, const Motion& b, double time);

}  // namespace graze
