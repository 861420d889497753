// SPDX-License-Identifier: Apache-2.0
// A stretch of time and what all boxes share in it.
#pragma once

#include <array>
#include <memory>

#include "solver/redon/boxes.hpp"

namespace graze {

struct RedonSlice {
  Interval time;
  Vector3 origin;                                   // where b is at the start, about; positions are relative to it
  MotionEnclosure a, b;                             // over all of the time
  LinearizedMotion start_a, start_b, end_a, end_b;  // plain doubles
  double turning_rate;                              // the larger of the two bodies', at the start

  RedonSlice(const Motion& motion_a, const Motion& motion_b, const Interval& when)
      : time(when),
        origin(motion_b.pose(when.lo()).translation()),
        a(motion_a.enclose(when, origin)),
        b(motion_b.enclose(when, origin)),
        start_a(motion_a, when.lo(), origin),
        start_b(motion_b, when.lo(), origin),
        end_a(motion_a, when.hi(), origin),
        end_b(motion_b, when.hi(), origin),
        turning_rate(std::max(start_a.rate_size, start_b.rate_size)) {}
};

// The slices made last. All are halves of halves of one window, and neighbouring pairs of boxes ask for the same ones.
class RedonSlices {
 public:
  RedonSlices(const Motion& a, const Motion& b) : a_(a), b_(b) {}

  std::shared_ptr<const RedonSlice> at(const Interval& time);

 private:
  const Motion& a_;
  const Motion& b_;
  std::array<std::shared_ptr<const RedonSlice>, 256> recent_;
};

}  // namespace graze
