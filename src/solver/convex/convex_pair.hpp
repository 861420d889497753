// SPDX-License-Identifier: Apache-2.0
// Two convex solids (or a half-space and a convex solid) in motion, seen from one instant s: distances there, and
// certified bounds on the gap along a fixed direction from there on.
#pragma once

#include "distance/gjk.hpp"
#include "shape/shape_data.hpp"
#include "solver/convex/moving_plane.hpp"
#include "solver/linearization/last_positive.hpp"

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
  ConvexPair(const MovingPlane& a, const MovingSolid& b) : plane_(a), b_(b) {}
  ConvexPair(const MovingSolid& a, const MovingSolid& b) : a_(a), b_(b) {}

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
  // How far apart the body origins are along a direction, less the radii of balls, as a linear function of time. A
  // remainder of second order comes to that, with the acceleration given.
  struct Offset {
    double value, rate, error, error_rate, acceleration;
  };
  // The gap along one unit direction, which stays where it is, or along the normal of a half-space, which may turn; for
  // 0 <= t <= span. The bound, without its rounding, is a concave function of t: positive at 0 and at t, it is positive
  // in between.
  class GapAlong {
   public:
    GapAlong(const ConvexPair& pair, const Vector3& direction);
    Gap at(double t) const;

   private:
    GapAlong(const ConvexPair& pair, const TurningDirection& d);

    Offset offset_;
    MovingSolid::Along b_;
    std::optional<MovingSolid::Along> a_;
    double acceleration_;
  };
  // The same for the balls around the body origins that hold the bodies: they do not mind how the bodies turn. The
  // direction is that between the origins. Not for half-spaces.
  Gap ball_gap(double t) const;
  // Of a half-space that turns all round: the walls that stand for it. The gap is that from the wall chosen.
  std::size_t walls() const { return plane_ ? plane_->walls() : 0; }
  void choose_wall(std::size_t k) { plane_->choose_wall(k); }
  bool has_balls() const { return a_.has_value(); }
  double ball_radii() const { return a_->shape().radius() + b_.shape().radius(); }
  // Coumans' bound on the speed at which the gap along the direction can shrink during the span:
  // D = v . n + |w_a| r_a + |w_b| r_b; where v is not constant, at most by how much it can change meanwhile more.
  double published_speed(const Vector3& direction, double span) const;
  double approach_speed(const ConvexDistance& at) const;

 private:
  ConvexDistance plane_distance() const;
  SupportPair support(const Vector3& direction) const;
  void place(SupportPair& pair) const;
  TurningDirection turning(const Vector3& direction) const;
  Offset offset_along(const TurningDirection& d, double span) const;
  double longest_offset(double span) const;
  // Of which one bound is the gap along a direction at s; for a half-space it is that along its normal.
  Interval gap_now(const Vector3& n) const;
  // How far any computed place of a point of the pair may be off at s.
  double place_error() const;

  std::optional<MovingPlane> plane_;  // instead of a
  std::optional<MovingSolid> a_;
  MovingSolid b_;

  double time_ = 0.0;
  double span_ = 0.0;
  Interval during_;  // from the time for the span
  Vector3 origin_ = Vector3::Zero();
};

}  // namespace graze
