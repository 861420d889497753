// SPDX-License-Identifier: Apache-2.0
// The normal of a half-space in motion, seen from one instant s. That the half-space spins about it changes nothing.
#pragma once

#include <optional>
#include <vector>

#include "shape/shape_data.hpp"
#include "solver/convex/moving_solid.hpp"

namespace graze {

// A half-space that turns all round an axis of the body, by half-spaces that do not turn: what all of them leave free,
// it leaves free. They move as a point of the axis does.
struct TurnedWalls {
  std::vector<HalfSpace> walls;  // about the point, in body coordinates; normals may be off by the error
  CalmPoint about;
  double error;

  // With an axis, a unit vector in body coordinates, that may be off by the error. For solids whose core is rounded by
  // a ball of this radius.
  TurnedWalls(const HalfSpace& shape, const Vector3& axis, double axis_error, const CalmPoint& about, double rounding);
};

class MovingPlane {
 public:
  // Shape and motion outlive this.
  MovingPlane(const HalfSpace& shape, const Motion& motion, const Interval& window);
  // The first of the walls; they outlive this.
  MovingPlane(const TurnedWalls& turned, const Motion& motion);

  void set_time(double s, const Vector3& origin);
  void set_span(const Interval& during);
  void advance(double t);
  // The wall of this number from now on, at the time set.
  void choose_wall(std::size_t k);
  std::size_t walls() const { return turned_ ? turned_->walls.size() : 0; }

  const HalfSpace& shape() const { return *shape_; }
  const Motion& motion() const { return motion_; }
  const LinearizedMotion& frame() const { return *frame_; }
  const TurningDirection& normal() const { return normal_; }
  // Of the half-space's origin during the span: along all directions, and along one.
  double origin_acceleration() const { return acceleration_.origin; }
  double origin_acceleration_along(const Vector3& n) const {
    return turned_ ? acceleration_.origin : motion_.acceleration_along(n, during_, acceleration_).origin;
  }

 private:
  void find_normal();

  const HalfSpace* shape_;
  const Motion& motion_;
  const TurnedWalls* turned_ = nullptr;
  std::optional<AngularVelocity> constant_;  // if it is that all through the window
  std::optional<LinearizedMotion> frame_;
  IntervalMatrix3 rotation_;
  TurningDirection normal_;
  Interval during_;
  RateBound acceleration_;
};

}  // namespace graze
