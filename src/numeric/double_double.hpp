// SPDX-License-Identifier: Apache-2.0
// Numbers of two doubles, value + rest with |rest| <= ulp(value) / 2: twice the digits, some ten times the work.
//
// Algorithms and bounds: M. Joldes, J.-M. Muller, V. Popescu, "Tight and rigorous error bounds for basic building
// blocks of double-word arithmetic", ACM TOMS 44 (2017). Barring overflow and underflow, with u = 2^-53: the sum errs
// by less than 3 u^2 + 13 u^3 of the result, the product by less than 7 u^2, the quotient by a double by less than 3
// u^2. Each is below 2^-103. None of them needs a fused operation, which is slow where the CPU, or the build, lacks it.
#pragma once

#include <compare>

#include "numeric/error_free.hpp"

namespace graze {

struct DoubleDouble {
  double value = 0.0;
  double rest = 0.0;

  DoubleDouble() = default;
  DoubleDouble(double x) : value(x) {}
  DoubleDouble(double v, double r) : value(v), rest(r) {}

  DoubleDouble operator-() const { return {-value, -rest}; }
  friend DoubleDouble operator+(const DoubleDouble& x, const DoubleDouble& y) {  // AccurateDWPlusDW
    const Exact high = two_sum(x.value, y.value);
    const Exact low = two_sum(x.rest, y.rest);
    const Exact sum = fast_two_sum(high.value, high.rest + low.value);
    return normalized(sum.value, low.rest + sum.rest);
  }
  friend DoubleDouble operator-(const DoubleDouble& x, const DoubleDouble& y) { return x + -y; }
  friend DoubleDouble operator*(const DoubleDouble& x, const DoubleDouble& y) {  // DWTimesDW1
    const Exact high = two_product(x.value, y.value);
    const double cross = x.value * y.rest + x.rest * y.value;
    return normalized(high.value, high.rest + cross);
  }
  friend DoubleDouble operator/(const DoubleDouble& x, double y) {  // DWDivFP3
    const double quotient = x.value / y;
    const Exact product = two_product(quotient, y);
    const double remainder = (x.value - product.value) - product.rest + x.rest;
    return normalized(quotient, remainder / y);
  }

  friend bool operator==(const DoubleDouble& x, const DoubleDouble& y) = default;
  // The higher parts decide unless they are equal, since rests are at most half a step of them.
  friend std::partial_ordering operator<=>(const DoubleDouble& x, const DoubleDouble& y) {
    const std::partial_ordering high = x.value <=> y.value;
    return high != 0 ? high : x.rest <=> y.rest;
  }

 private:
  // For |a| >= |b| (Dekker).
  static Exact fast_two_sum(double a, double b) {
    const double sum = a + b;
    return {sum, b - (sum - a)};
  }
  static DoubleDouble normalized(double a, double b) {
    const auto [v, r] = fast_two_sum(a, b);
    return {v, r};
  }
};

inline DoubleDouble magnitude(const DoubleDouble& x) { return x.value < 0 ? -x : x; }
inline double rounded(const DoubleDouble& x) { return x.value; }
inline double rounded(double x) { return x; }

}  // namespace graze
