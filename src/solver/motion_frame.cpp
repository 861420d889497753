// SPDX-License-Identifier: Apache-2.0
#include "solver/motion_frame.hpp"

namespace graze {
namespace {

// Middles into `middle`; returns a bound on the Frobenius norm of the distance of any member from them. Half a width
// is taken as all of it: that covers the rounding of the middle and of the sum of squares.
template <class IntervalMatrix, class Matrix>
double split(const IntervalMatrix& enclosure, Matrix& middle) {
  double squares = 0.0;
  bool known = true;
  for (Eigen::Index i = 0; i < enclosure.rows(); ++i)
    for (Eigen::Index j = 0; j < enclosure.cols(); ++j) {
      const Interval& entry = enclosure(i, j);
      middle(i, j) = entry.mid();
      if (entry.is_point()) continue;
      known = false;
      const double width = entry.width();
      squares += width * width;
    }
  return known ? 0.0 : std::sqrt(squares) + 0x1p-480;  // below which squares vanish
}

}  // namespace

MotionFrame::MotionFrame(const Motion& motion, double time, const Vector3& origin) {
  const MotionEnclosure at = motion.enclose(Interval(time), origin);
  position_error = split(at.position, position);
  velocity_error = split(at.velocity, velocity);
  rotation_error = split(at.rotation, rotation);
  rate_error = split(at.rotation_rate, rate);
  rate_size = rate.norm() * (1 + 16 * rounding::kUlp) + rate_error;
}

void MotionFrame::see_from_turning(const Vector3& w) {
  // Three roundings in each entry of a cross product and a difference; norms of sums are bounded by sums of norms.
  const double size = w.norm() * (1 + 1e-9);
  velocity_error += size * position_error + 16 * rounding::kUlp * (velocity.norm() + size * position.norm());
  rate_error += size * rotation_error + 16 * rounding::kUlp * (rate.norm() + size * rotation.norm());
  velocity -= w.cross(position);
  for (int k = 0; k < 3; ++k) rate.col(k) -= w.cross(Vector3(rotation.col(k)));
  rate_size = rate.norm() * (1 + 16 * rounding::kUlp) + rate_error;
}

}  // namespace graze
