// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

namespace graze {

// A lower bound on a gap at some time, about how fast it changes, and the bend that is part of it.
struct Gap {
  double value;
  double slope;
  double acceleration;  // the slope falls at least this fast
};

// How far a path may have bent off its tangent by the time t: not at all at first, even if the acceleration is without
// bound.
inline double bend_by(double t, double acceleration) { return t > 0 ? 0.5 * acceleration * t * t : 0.0; }

// The largest t found with value(t) >= 0 in [first, last], given a concave function that is positive at the first. From
// the right by tangents, which overshoot; from the left by chords, which fall short and so are safe.
template <class Function>
double last_positive(const Function& f, double first, double last) {
  constexpr int kRounds = 6;
  constexpr double kClose = 1e-4;
  const Gap at_first = f(first);
  if (!(at_first.value > 0)) return first;
  // A parabola with the slope at the first and the least bend lies above the function: so does its root.
  double right = last;
  const double k = at_first.acceleration;
  const double root = std::sqrt(at_first.slope * at_first.slope + 2 * k * at_first.value);
  if (at_first.slope < 0) right = std::min(right, first + 2 * at_first.value / (root - at_first.slope));
  if (at_first.slope >= 0 && k > 0) right = std::min(right, first + (root + at_first.slope) / k);
  double left = first;
  double left_value = at_first.value;
  double reserve = 1e-9;
  Gap at_right = f(right);
  if (at_right.value >= 0) return right;
  for (int round = 0; round < kRounds && right - left > kClose * (right - first); ++round) {
    // Where the root is met up to rounding, the chord ends there too: a little less is safe.
    const double part = std::min(left_value / (left_value - at_right.value), 1 - reserve);
    const double chord = left + (right - left) * part;
    if (!(chord > left)) break;
    const Gap at_chord = f(chord);
    if (at_chord.value >= 0) {
      left = chord;
      left_value = at_chord.value;
    } else {  // by rounding only
      right = chord;
      at_right = at_chord;
      reserve = std::min(0.5, 1000 * reserve);
    }
    const double tangent = right - at_right.value / at_right.slope;
    if (at_right.slope < 0 && tangent > left && tangent < right) {
      right = tangent;
      at_right = f(right);
      if (at_right.value >= 0) return right;
    }
  }
  return left;
}

}  // namespace graze
