// SPDX-License-Identifier: Apache-2.0
// One span of a cubic spline, as the change since its start: c1 s + c2 s^2 + c3 s^3, s the time since then.
#pragma once

#include <vector>

#include <graze/taylor2.hpp>

#include "motion/travel.hpp"

namespace graze {

struct Cubic {
  Interval c1, c2, c3;

  Interval value(const Interval& s) const { return s * (c1 + s * (c2 + s * c3)); }
  Interval slope(const Interval& s) const { return c1 + s * (Interval(2.0) * c2 + Interval(3.0) * (s * c3)); }
  Interval bend(const Interval& s) const { return Interval(2.0) * c2 + Interval(6.0) * (s * c3); }

  // Value, slope and bend from s = first to s = last. The bend is linear, so its ends are its extremes; the others
  // follow from the one above them.
  Taylor2<Interval> over(const Interval& first, const Interval& last, double length) const {
    Taylor2<Interval> result;
    result.second = hull(bend(first), bend(last));
    result.first = range_between(slope(first), slope(last), result.second, length);
    result.value = range_between(value(first), value(last), result.first, length);
    return result;
  }
};

// The spans of the C2 spline through the values at the times, with no slope at either end.
std::vector<Cubic> clamped_spline(const std::vector<double>& times, const std::vector<Interval>& values);

}  // namespace graze
