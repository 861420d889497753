// SPDX-License-Identifier: Apache-2.0
// A rigid motion around one instant s, in doubles with bounds on their errors: the point r of the body is, at s + t,
//   position + t velocity + (rotation + t rate) r,
// up to the errors below and to a second-order rest of at most t^2 / 2 times a bound on the acceleration.
#pragma once

#include <graze/motion.hpp>

namespace graze {

struct MotionFrame {
  Vector3 position, velocity;
  Eigen::Matrix3d rotation, rate;
  // Euclidean for the vectors; spectral for the matrices, so times |r|.
  double position_error, velocity_error, rotation_error, rate_error;
  double rate_size;  // a bound on the spectral norm of the rate

  // Positions are relative to the origin.
  MotionFrame(const Motion& motion, double time, const Vector3& origin);

  // From now on as seen from a frame that turns about the origin at this rate (and is not turned yet at s).
  void see_from_turning(const Vector3& rate_of_frame);

  Vector3 velocity_of(const Vector3& body_point) const { return velocity + rate * body_point; }
};

}  // namespace graze
