// SPDX-License-Identifier: Apache-2.0
// What the positions of several motions have in common: sums that keep their digits, ranges from slopes, checks.
#pragma once

#include <stdexcept>
#include <string>

#include <graze/motion.hpp>

#include "numeric/error_free.hpp"

namespace graze {

inline const Vector3& finite(const Vector3& v, const char* what) {
  if (!v.allFinite()) throw std::invalid_argument(std::string("motion: ") + what + " must be finite");
  return v;
}

inline double finite(double x, const char* what) {
  if (!std::isfinite(x)) throw std::invalid_argument(std::string("motion: ") + what + " must be finite");
  return x;
}

// Upper bounds of the Euclidean norm of a vector and of the spectral norm of a matrix (by its Frobenius norm).
template <class Matrix>
double norm_bound(const Matrix& m) {
  Interval sum;
  for (const Interval& entry : m.reshaped()) sum += sqr(entry);
  return sqrt(sum).hi();
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
