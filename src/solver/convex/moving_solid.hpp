// SPDX-License-Identifier: Apache-2.0
// One convex solid in motion, seen from one instant s: its support there, and certified bounds on how far it reaches
// along a fixed direction from there on.
#pragma once

#include <optional>

#include "distance/gjk.hpp"
#include "solver/linearization/linearized_motion.hpp"

namespace graze {

// A unit direction that may turn: at s + t it is n + t rate, up to the errors and a remainder of at most bend t^2 / 2.
struct TurningDirection {
  Vector3 n = Vector3::Zero(), rate = Vector3::Zero();
  double error = 0.0, rate_error = 0.0;
  double speed = 0.0, bend = 0.0;  // bound the lengths of the first and second derivatives during a span

  TurningDirection opposite() const { return {-n, -rate, error, rate_error, speed, bend}; }
};

// How far a core reaches along a direction from its body origin, as computed, and with which point in body coordinates.
struct Reach {
  Vector3 point;
  double value, error;
};

// As that of the point of the body which is calm, instead of that of the body origin.
void move_to(const CalmPoint& about, LinearizedMotion& frame);

class MovingSolid {
 public:
  // Shape and motion outlive this.
  MovingSolid(const ConvexShape& shape, const Motion& motion, const Interval& window);
  // A solid that turning about the motion's axis through a point of the body does not change: it moves as that point.
  // Its shape is about the point.
  MovingSolid(const ConvexShape& all_round, const Motion& motion, const CalmPoint& about);

  // To the instant s. Positions are relative to the origin from here on.
  void set_time(double s, const Vector3& origin);
  // Bounds accelerations during this time, which starts at s.
  void set_span(const Interval& during);
  // Takes the solid to s + t, to first order: good for directions, not for bounds.
  void advance(double t);

  const ConvexShape& shape() const { return shape_; }
  const LinearizedMotion& frame() const { return *frame_; }
  const Motion& motion() const { return motion_; }
  double turn_speed() const { return about_ ? 0.0 : motion_.speed_bound(during_).per_radius; }
  double origin_acceleration() const { return about_ ? about_->acceleration : whole_acceleration().origin; }

  ConvexShape::Support support(const Vector3& direction) const {
    return shape_.support(frame_->rotation.transpose() * direction);
  }
  Vector3 place(const Vector3& body_point) const { return frame_->rotation * body_point + frame_->position; }
  // How far any computed place of a point may be off at s.
  double place_error() const;

  // How far it reaches along a unit direction at s.
  Reach reach(const TurningDirection& d) const {
    return reach_along(frame_->rotation.transpose() * d.n, 1 + 1e-9, d.error);
  }
  // The bounds along one direction, for all offsets from s within the span.
  class Along {
   public:
    Reach at(double t) const;
    double slope(const Reach& reach) const { return reach.point.dot(turn_); }
    double acceleration() const { return acceleration_; }

   private:
    friend class MovingSolid;
    Along(const MovingSolid& solid, const TurningDirection& d);

    const MovingSolid& solid_;
    Vector3 start_, turn_;  // the direction in body coordinates
    double rate_size_, error_, rate_error_;
    double acceleration_;  // that of the body origin included
  };
  Along along(const TurningDirection& d) const { return {*this, d}; }

 private:
  // The rate and its error.
  struct Rate {
    Eigen::Matrix3d rate = Eigen::Matrix3d::Zero();
    double error = 0.0;
    double speed = 0.0, acceleration = 0.0;  // bound the spectral norms of the derivatives during the span
  };
  Rate without_spin(const AngularVelocity& w) const;
  // Of every point during the span; computed when it is asked for first.
  const RateBound& whole_acceleration() const;
  // Along a direction in body coordinates, no longer than `size` and off by `error`, but for roundings.
  Reach reach_along(const Vector3& direction, double size, double error) const;

  const ConvexShape& shape_;
  const Motion& motion_;
  std::optional<CalmPoint> about_;           // if it turns all round
  std::optional<AngularVelocity> constant_;  // if it is that all through the window
  std::optional<LinearizedMotion> frame_;
  Interval during_;
  mutable std::optional<RateBound> whole_;
  // Of a solid of revolution, as if it did not spin about its own axis; of one that turns all round, nothing.
  std::optional<Rate> no_spin_;
};

}  // namespace graze
