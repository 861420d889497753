// SPDX-License-Identifier: Apache-2.0
// Solvers extrapolate paths to second order, which is wrong across a corner. So a window is cut wherever one of two
// motions goes from one smooth piece to the next, and each part is asked about with the pieces that hold there: at its
// ends these have the derivatives of its own side.
#pragma once

#include <algorithm>
#include <limits>

#include <graze/motion.hpp>

namespace graze {

struct SmoothPart {
  const Motion* motion;
  double until;
};

// The smooth motion that this one is from `time` on.
inline SmoothPart smooth_part(const Motion& motion, double time) {
  const std::span<const MotionPiece> pieces = motion.pieces();
  const auto ends_by = [time](const MotionPiece& piece) { return piece.until <= time; };
  const auto piece = std::partition_point(pieces.begin(), pieces.end(), ends_by);
  if (piece == pieces.end()) return {&motion, std::numeric_limits<double>::infinity()};
  return {&piece->motion, piece->until};
}

// Calls visit(motion_a, motion_b, part of the window) in order of time until it answers false. The parts are closed and
// share their ends.
template <class Visit>
void each_smooth_window(const Motion& a, const Motion& b, const Interval& window, Visit&& visit) {
  double from = window.lo();
  for (;;) {
    const SmoothPart part_a = smooth_part(a, from);
    const SmoothPart part_b = smooth_part(b, from);
    const double to = std::min(window.hi(), std::min(part_a.until, part_b.until));
    if (!visit(*part_a.motion, *part_b.motion, Interval(from, to)) || to >= window.hi()) return;
    from = to;
  }
}

}  // namespace graze
