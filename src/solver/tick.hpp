// SPDX-License-Identifier: Apache-2.0
// Steps as short as a tick: the time from one double to the next.
//
// Late times and fast bodies make ticks long: bodies may come from afar, touch and part again within one. A step that
// does not reach the next double then says nothing about a contact. Offsets from an instant are as fine as need be, so
// the way through one tick is found in offsets.
#pragma once

#include <cmath>
#include <limits>

#include <graze/interval.hpp>

#include "numeric/error_free.hpp"

namespace graze {

// Where a step that was proved safe ends: a double no later than time + step, and the last one if the step is short.
inline double instant_after(double time, double step) {
  const double next = rounding::down(time + step);
  if (next > time || !(step > 0)) return std::max(next, time);
  const Exact sum = two_sum(time, step);
  return sum.rest < 0 ? std::nextafter(sum.value, -std::numeric_limits<double>::infinity()) : sum.value;
}

inline double next_instant(double time) { return std::nextafter(time, std::numeric_limits<double>::infinity()); }
// Exact: neighbouring doubles have a double between them as their difference.
inline double tick_after(double time) { return next_instant(time) - time; }

// Do steps lead through all of a tick? `step(t)` proves bodies apart from the offset t to the one it returns; one that
// is not above t means that they touch, or come within the tolerance.
template <class Step>
bool passes_tick(double tick, const Step& step) {
  constexpr int kMostSteps = 256;
  double t = 0.0;
  for (int i = 0; i < kMostSteps && t < tick; ++i) {
    const double next = step(t);
    if (!(next > t)) return false;
    t = next;
  }
  return t >= tick;
}

}  // namespace graze
