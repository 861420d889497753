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

  // Of first order: what holds over all of the time stands for its start, and nothing is known beyond. Enclosures made
  // of this hold at every time of `time`.
  static PairMotion first_order(const Motion& a, const Motion& b, const Interval& time, const Vector3& origin) {
    return {a.enclose(time, origin), b.enclose(time, origin), Interval(time.lo()), origin};
  }

 private:
  PairMotion(const MotionEnclosure& a, const MotionEnclosure& b, const Interval& time, const Vector3& origin)
      : domain(time), origin(origin), a_start(a), b_start(b), a_over(a), b_over(b) {}
};

}  // namespace graze
