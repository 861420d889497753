// SPDX-License-Identifier: Apache-2.0
#include <graze/interval.hpp>

#include "numeric/elementary/elementary.hpp"
#include "numeric/elementary/sine_cosine.hpp"

namespace graze {
namespace {

// Enclosures of pi/2 and 2 pi: the double nearest to pi is below it, by less than one ulp.
const Interval kHalfPi(std::numbers::pi / 2, rounding::up(std::numbers::pi / 2));
const Interval kTwoPi(2 * std::numbers::pi, rounding::up(2 * std::numbers::pi));

// Beyond this the division below could not tell which period it is in.
constexpr double kLargestAngle = 0x1p45;

// Does x hold phase + 2 pi k for some integer k? "Yes" may be wrong by rounding, which only widens the answer.
bool meets_period(const Interval& x, const Interval& phase) {
  const Interval periods = (x - phase) / kTwoPi;
  return std::floor(periods.hi()) >= std::ceil(periods.lo());
}

// The range of sine or cosine over x, given the values at its ends, which are within an ulp, with maxima at peak + 2 pi
// k and minima at trough + 2 pi k; between two of them it is monotone. Values stay in [-1, 1].
Interval periodic(const Interval& x, double first, double last, const Interval& peak, const Interval& trough) {
  double lo = std::max(-1.0, rounding::down(std::min(first, last)));
  double hi = std::min(1.0, rounding::up(std::max(first, last)));
  if (!x.is_point()) {
    if (meets_period(x, peak)) hi = 1.0;
    if (meets_period(x, trough)) lo = -1.0;
  }
  return {lo, hi};
}

Interval sine_range(const Interval& x, double first, double last) {
  return periodic(x, first, last, kHalfPi, -kHalfPi);
}
Interval cosine_range(const Interval& x, double first, double last) {
  return periodic(x, first, last, Interval(0.0), kHalfPi * Interval(2.0));
}

bool is_moderate(const Interval& x) { return x.magnitude() < kLargestAngle; }

}  // namespace

Interval sin(const Interval& x) {
  if (!is_moderate(x)) return {-1.0, 1.0};
  const double first = portable::sin(x.lo());
  return sine_range(x, first, x.is_point() ? first : portable::sin(x.hi()));
}

Interval cos(const Interval& x) {
  if (!is_moderate(x)) return {-1.0, 1.0};
  const double first = portable::cos(x.lo());
  return cosine_range(x, first, x.is_point() ? first : portable::cos(x.hi()));
}

void sin_cos(const Interval& x, Interval& sine, Interval& cosine) {
  if (!is_moderate(x)) {
    sine = cosine = Interval(-1.0, 1.0);
    return;
  }
  const portable::SineCosine first = portable::sin_cos(x.lo());
  const portable::SineCosine last = x.is_point() ? first : portable::sin_cos(x.hi());
  sine = sine_range(x, first.sine, last.sine);
  cosine = cosine_range(x, first.cosine, last.cosine);
}

// In the upper half plane the angle falls as x grows; with y it grows to the right of the y axis and falls to its left.
Interval angle_of(const Interval& x, const Interval& y) {
  const double bottom = std::max(0.0, y.lo());
  const double top = std::max(0.0, y.hi());
  const double left = x.lo() + 0.0;  // no -0, on which atan2 would turn to pi
  const double right = x.hi() + 0.0;
  const double least = portable::atan2(right >= 0.0 ? bottom : top, right);
  const double most = portable::atan2(left >= 0.0 ? top : bottom, left);
  return {std::max(0.0, rounding::down(least)), rounding::up(most)};
}

}  // namespace graze
