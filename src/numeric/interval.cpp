// SPDX-License-Identifier: Apache-2.0
#include <graze/interval.hpp>

namespace graze {
namespace {

// Enclosures of pi/2 and 2 pi: the double nearest to pi is below it, by less than one ulp.
const Interval kHalfPi(std::numbers::pi / 2, rounding::up(std::numbers::pi / 2));
const Interval kTwoPi(2 * std::numbers::pi, rounding::up(2 * std::numbers::pi));

// Beyond this the C library still reduces arguments exactly, but the division below could not tell which period it is
// in.
constexpr double kLargestAngle = 0x1p45;

// Two steps, each at least an ulp, around a library value that is within one ulp of the truth; values stay in [-1, 1].
Interval widened(double lo, double hi) {
  return {std::max(-1.0, rounding::down(rounding::down(lo))), std::min(1.0, rounding::up(rounding::up(hi)))};
}

// Does x hold phase + 2 pi k for some integer k? "Yes" may be wrong by rounding, which only widens the answer.
bool meets_period(const Interval& x, const Interval& phase) {
  const Interval periods = (x - phase) / kTwoPi;
  return std::floor(periods.hi()) >= std::ceil(periods.lo());
}

// `at` is sin or cos, with maxima at peak + 2 pi k and minima at trough + 2 pi k; between two of them it is monotone.
Interval periodic(const Interval& x, double (*at)(double), const Interval& peak, const Interval& trough) {
  if (!(x.magnitude() < kLargestAngle)) return {-1.0, 1.0};
  const double first = at(x.lo());
  if (x.is_point()) return widened(first, first);
  const double last = at(x.hi());
  Interval range = widened(std::min(first, last), std::max(first, last));
  if (meets_period(x, peak)) range = {range.lo(), 1.0};
  if (meets_period(x, trough)) range = {-1.0, range.hi()};
  return range;
}

}  // namespace

Interval sin(const Interval& x) { return periodic(x, std::sin, kHalfPi, -kHalfPi); }

Interval cos(const Interval& x) { return periodic(x, std::cos, Interval(0.0), kHalfPi * Interval(2.0)); }

// In the upper half plane the angle falls as x grows; with y it grows to the right of the y axis and falls to its left.
Interval angle_of(const Interval& x, const Interval& y) {
  const double bottom = std::max(0.0, y.lo());
  const double top = std::max(0.0, y.hi());
  const double left = x.lo() + 0.0;  // no -0, on which atan2 would turn to pi
  const double right = x.hi() + 0.0;
  const double least = std::atan2(right >= 0.0 ? bottom : top, right);
  const double most = std::atan2(left >= 0.0 ? top : bottom, left);
  return {std::max(0.0, rounding::down(rounding::down(least))), rounding::up(rounding::up(most))};
}

}  // namespace graze
