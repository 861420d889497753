// SPDX-License-Identifier: Apache-2.0
// The normal of a half-space in motion, seen from one instant s. That the half-space spins about it changes nothing.
#pragma once

#include <optional>

#include "shape/shape_data.hpp"
#include "solver/convex/moving_solid.hpp"

namespace graze {

class MovingPlane {
 public:
  // Shape and motion outlive this.
  MovingPlane(const HalfSpace& shape, const Motion& motion, const Interval& window);

  void set_time(double s, const Vector3& origin);
  void set_span(const Interval& during);
  void advance(double t);

  const HalfSpace& shape() const { return shape_; }
  const LinearizedMotion& frame() const { return *frame_; }
  const TurningDirection& normal() const { return normal_; }
  // Of the half-space's origin during the span: along all directions, and along one.
  double origin_acceleration() const { return acceleration_.origin; }
  double origin_acceleration_along(const Vector3& n) const {
    return motion_.acceleration_along(n, during_, acceleration_).origin;
  }

 private:
  const HalfSpace& shape_;
  const Motion& motion_;
  std::optional<AngularVelocity> constant_;  // if it is that all through the window
  std::optional<LinearizedMotion> frame_;
  TurningDirection normal_;
  Interval during_;
  RateBound acceleration_;
};

}  // namespace graze
