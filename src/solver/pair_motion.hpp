// SPDX-License-Identifier: Apache-2.0
// The motions of both bodies over one time interval: enclosures at its start and over all of it.
#pragma once

#include <graze/motion.hpp>

namespace graze {

struct PairMotion {
  Interval domain;
  Vector3 origin;  // positions are relative to this
  MotionEnclosure a_start, b_start;
  MotionEnclosure a_over, b_over;

  PairMotion(const Motion& a, const Motion& b, const Interval& time, const Vector3& origin)
      : domain(time),
        origin(origin),
        a_start(a.enclose(Interval(time.lo()), origin)),
        b_start(b.enclose(Interval(time.lo()), origin)),
        a_over(time.is_point() ? a_start : a.enclose(time, origin)),
        b_over(time.is_point() ? b_start : b.enclose(time, origin)) {}
};

}  // namespace graze
