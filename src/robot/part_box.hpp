// SPDX-License-Identifier: Apache-2.0
// A box around a body during a short time, to first order about the instant in its middle, and a bound on the rest.
#pragma once

#include "broadphase/swept_box.hpp"
#include "shape/shape_data.hpp"

namespace graze {

struct PartBox {
  Vector3 center = Vector3::Zero();
  Vector3 travel = Vector3::Zero();                    // of the center, in half of the time
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();  // unit to within a millionth
  Eigen::Matrix3d arms = Eigen::Matrix3d::Zero();      // from the center to the sides, along the axes
  Eigen::Matrix3d swing = Eigen::Matrix3d::Zero();     // of those, in half of the time
  double slack = 0.0;                                  // how far a point of the body may be from where this has it
  SweptBox swept;                                      // around all of it

  // A body of this bound for so long before and after an instant, with a bound on the acceleration of its points. The
  // errors of the instant's rotation are below a millionth.
  PartBox(const MotionInstant& at, const RateBound& acceleration, const ShapeBound& bound, double half_time);
  // Something that stays in a box all the time.
  explicit PartBox(const SweptBox& box);
};

// Are all points of one further than `distance` from all of the other? Only if they are by a millionth more.
bool surely_apart(const SweptBox& a, const SweptBox& b, double distance);
// Do they surely stay further apart than `distance`? Both over the same time.
bool surely_apart(const PartBox& a, const PartBox& b, double distance);
// What is below a plane: normal . (x - point) <= 0, the normal a unit vector to within a millionth.
struct StillPlane {
  Vector3 normal, point;
  double error;        // of the point
  double angle_error;  // of the normal

  StillPlane(const MotionInstant& at, const HalfSpace& half_space);
};
bool surely_apart(const PartBox& box, const StillPlane& plane, double distance);

}  // namespace graze
