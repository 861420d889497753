// SPDX-License-Identifier: Apache-2.0
// A rigid motion around one instant, possibly as seen from a frame that turns.
#pragma once

#include <graze/motion.hpp>

namespace graze {

struct LinearizedMotion : MotionInstant {
  double rate_size;  // a bound on the spectral norm of the rate

  // Positions are relative to the origin.
  LinearizedMotion(const Motion& motion, double time, const Vector3& origin);

  // From now on as seen from a frame that turns about the origin at this rate (and is not turned yet at the instant).
  void see_from_turning(const Vector3& rate_of_frame);

  Vector3 velocity_of(const Vector3& body_point) const { return velocity + rate * body_point; }
};

}  // namespace graze
