// SPDX-License-Identifier: Apache-2.0
// One variable of a joint as a smooth function of time.
#pragma once

#include <graze/taylor2.hpp>

#include "motion/cubic.hpp"

namespace graze {

struct JointCurve {
  Interval start;      // at the epoch
  double epoch = 0.0;  // a time
  Cubic change{};      // since then

  // At a constant rate, which may be zero.
  bool is_even() const { return is_zero(change.c2) && is_zero(change.c3); }
  bool moves() const { return !is_even() || !is_zero(change.c1); }

  Taylor2<Interval> over(const Interval& time) const {
    if (!moves()) return start;
    if (is_even()) {
      const Interval first = change.c1 * since_epoch(time.lo());
      const Interval last = time.is_point() ? first : change.c1 * since_epoch(time.hi());
      return {start + hull(first, last), change.c1, 0.0};
    }
    Taylor2<Interval> result = change.over(since_epoch(time.lo()), since_epoch(time.hi()), time.width());
    result.value += start;
    return result;
  }

  // multiplier * this + offset.
  JointCurve followed(double multiplier, double offset) const {
    const Interval m(multiplier);
    return {m * start + Interval(offset), epoch, {m * change.c1, m * change.c2, m * change.c3}};
  }

 private:
  static bool is_zero(const Interval& x) { return x == Interval(0.0); }
  Interval since_epoch(double time) const { return Interval(time) - Interval(epoch); }
};

}  // namespace graze
