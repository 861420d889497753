// SPDX-License-Identifier: Apache-2.0
#include "solver/linearization/linearized_motion.hpp"

namespace graze {

LinearizedMotion::LinearizedMotion(const Motion& motion, double time, const Vector3& origin)
    : MotionInstant(motion.instant(time, origin)), rate_size(rate.norm() * (1 + 16 * rounding::kUlp) + rate_error) {}

void LinearizedMotion::see_from_turning(const Vector3& w) {
  // Three roundings in each entry of a cross product and a difference; norms of sums are bounded by sums of norms.
  const double size = w.norm() * (1 + 1e-9);
  velocity_error += size * position_error + 16 * rounding::kUlp * (velocity.norm() + size * position.norm());
  rate_error += size * rotation_error + 16 * rounding::kUlp * (rate.norm() + size * rotation.norm());
  velocity -= w.cross(position);
  for (int k = 0; k < 3; ++k) rate.col(k) -= w.cross(Vector3(rotation.col(k)));
  rate_size = rate.norm() * (1 + 16 * rounding::kUlp) + rate_error;
}

}  // namespace graze
