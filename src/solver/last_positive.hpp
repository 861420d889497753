// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

namespace graze {

// A lower bound on a gap at some time, and about how fast it changes.
struct Gap {
  double value;
  double slope;
};

// The largest t found with value(t) >= 0, in [first, last], given a concave function that is
// positive at the first: from the right by tangents,
// which overshoot, from the left by chords, which fall short and so are safe.
template <class Function>
double last_positive(const Function& f, double first, double first_value, double last) {
  constexpr int kRounds = 6;
  constexpr double kClose = 1e-4;
  double left = first;
  double left_value = first_value;
  double right = last;
  double reserve = 1e-9;
  Gap at_right = f(right);
  if (at_right.value >= 0) return right;
  for (int round = 0; round < kRounds && right - left > kClose * (right - first); ++round) {
    const double tangent = right - at_right.value / at_right.slope;
    if (at_right.slope < 0 && tangent > left && tangent < right) {
      right = tangent;
      at_right = f(right);
      if (at_right.value >= 0) return right;
    }
    // Where the tangent has met the root up to rounding, the chord ends there too: a little less is safe.
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
  }
  return left;
}

}  // namespace graze
