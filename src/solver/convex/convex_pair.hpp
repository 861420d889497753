// SPDX-License-Identifier: Apache-2.0
// Two convex solids (or a half-space and a convex solid) in motion, seen from one instant s: distances there, and
// certified bounds on the gap along a fixed direction from there on.
#pragma once

#include "distance/gjk.hpp"
#include "shape/shape_data.hpp"
#include "solver/linearization/last_positive.hpp"
#include "solver/linearization/linearized_motion.hpp"

namespace graze {

// Where the pair is closest at s. Certified bounds of the distance, and the direction that proves the lower one.
struct ConvexDistance {
  double lower = 0.0, upper = 0.0;      // lower may be negative: nothing is proved then
  Vector3 direction = Vector3::Zero();  // unit, from a to b
  Vector3 point_a = Vector3::Zero(), point_b = Vector3::Zero();
  Simplex4 simplex;
};

class ConvexPair {
 public:
  // Of the half-space, which never moves here, only the shape counts.
  ConvexPair(const HalfSpace& a, const ConvexShape& b, const Motion& motion_b)
      : half_space_(&a), b_(b), motion_b_(motion_b) {}
  ConvexPair(const ConvexShape& a, const Motion& motion_a, const ConvexShape& b, const Motion& motion_b)
      : a_(&a), motion_a_(&motion_a), b_(b), motion_b_(motion_b) {}

  // Takes the pair to the instant s. Positions are relative to the origin from here on.
  void set_time(double s, const Vector3& origin);
  // ... and bounds accelerations from s to s + span, which later times below stay within.
  void set_span(double span);
  // The pair t later, to first order: good for directions, not for bounds.
  ConvexPair after(double t) const;

  double time() const { return time_; }
  const Vector3& origin() const { return origin_; }
  // `before`: the answer a little earlier, if there is one: a good place to start.
  // The bounds are the closer together the closer the distance is to the separation.
  ConvexDistance distance(const ConvexDistance& before, double separation, double accuracy = kAccuracyOfSteps) const;
  // For a unit direction and 0 <= t <= span. The bound, without its rounding, is a concave function of t: positive at 0
  // and at t, it is positive in between.
  Gap gap(const Vector3& direction, double t) const;
  // The same for the balls around the body origins that hold the bodies: they do not mind how the bodies turn. The
  // direction is that between the origins. Not for half-spaces.
  Gap ball_gap(double t) const;
  bool has_balls() const { return a_ != nullptr; }
  double ball_radii() const { return a_->radius() + b_.radius(); }
  // Coumans' bound on the speed at which the gap along the direction can shrink during the span:
  // D = v . n + |w_a| r_a + |w_b| r_b; where v is not constant, at most by how much it can change meanwhile more.
  double published_speed(const Vector3& direction, double span) const;
  double approach_speed(const ConvexDistance& at) const;

 private:
  ConvexDistance plane_distance() const;
  SupportPair support(const Vector3& direction) const;
  void place(SupportPair& pair) const;
  // How far any computed place of a point of the pair may be off at s.
  double place_error() const;

  const HalfSpace* half_space_ = nullptr;  // instead of a
  const ConvexShape* a_ = nullptr;
  const Motion* motion_a_ = nullptr;
  const ConvexShape& b_;
  const Motion& motion_b_;

  double time_ = 0.0;
  Interval during_;  // from the time for the span
  Vector3 origin_ = Vector3::Zero();
  std::optional<LinearizedMotion> frame_a_, frame_b_;
  RateBound acceleration_a_, acceleration_b_;
  double turn_speed_a_ = 0.0, turn_speed_b_ = 0.0;
};

}  // namespace graze
