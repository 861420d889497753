// SPDX-License-Identifier: Apache-2.0
// What the positions of several motions have in common: sums that keep their digits, ranges from slopes, checks.
#pragma once

#include <stdexcept>
#include <string>

#include <graze/motion.hpp>

#include "numeric/error_free.hpp"
#include "numeric/range_checks.hpp"

namespace graze {

// Numbers as a motion takes them (graze/limits.hpp); `what` starts with "motion: ".
inline const Vector3& checked_rate(const Vector3& v, std::string_view what) {
  return require_at_most(v, limits::kLargestRate, what);
}
inline double checked_rate(double x, std::string_view what) { return require_at_most(x, limits::kLargestRate, what); }
inline double checked_time(double x, std::string_view what) { return require_at_most(x, limits::kLargestTime, what); }

// A direction of any length but zero.
inline const Vector3& checked_direction(const Vector3& v, const std::string& what) {
  if (!v.allFinite() || v.isZero(0.0)) throw std::invalid_argument(what + " must be finite and not zero");
  return v;
}

// Of a motion from one place to another.
inline void check_duration(double from, double to) {
  checked_time(from, "motion: times");
  checked_time(to, "motion: times");
  if (!(to - from >= limits::kShortestTime))
    throw std::invalid_argument("motion: each time must come after the one before it, by at least 1e-40");
}

// Upper bounds of the Euclidean norm of a vector and of the spectral norm of a matrix (by its Frobenius norm). Infinite
// only if an entry is: where squares overflow, the norm is at most the largest of up to nine entries times three.
template <class Matrix>
double norm_bound(const Matrix& m) {
  Interval sum;
  for (const Interval& entry : m.reshaped()) sum += sqr(entry);
  const double norm = sqrt(sum).hi();
  if (std::isfinite(norm)) return norm;
  double largest = 0.0;
  for (const Interval& entry : m.reshaped()) largest = std::max(largest, entry.magnitude());
  return 3 * largest;
}

// p - origin + v t at one instant. The rests of the product and the sums are carried along, so large terms that
// cancel leave only the error of the last addition, and that of v and t.
inline Interval moved(double position, double origin, const Interval& velocity, const Exact& time) {
  const double speed = velocity.mid();
  const Exact offset = two_sum(position, -origin);
  const Exact travel = two_product(speed, time.value);
  const Exact sum = two_sum(offset.value, travel.value);
  Interval rest = Interval(sum.rest) + Interval(offset.rest) + Interval(travel.rest);
  if (time.rest != 0.0) rest += Interval(speed) * Interval(time.rest);
  if (!velocity.is_point()) rest += (velocity - Interval(speed)) * (Interval(time.value) + Interval(time.rest));
  return Interval(sum.value) + rest;
}

// The values of a function over an interval of this length, from its values at both ends and its slopes in between.
// Where the slope keeps its sign the ends are the extremes; else the mean value theorem bounds the rest, and the slope
// is small.
inline Interval range_between(const Interval& first, const Interval& last, const Interval& slope, double length) {
  if (slope.lo() >= 0.0 || slope.hi() <= 0.0) return hull(first, last);
  return first + slope * Interval(0.0, length);
}

}  // namespace graze
