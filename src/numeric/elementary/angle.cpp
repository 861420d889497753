// SPDX-License-Identifier: Apache-2.0
// The angle of a point. With u = 2^-53.
//
// Let 0 <= y <= x be the coordinates (the rest is symmetry: the angle is K + s arctan(y/x), s = 1 or -1, and K = 0,
// pi/2 or pi). With c = j/32 close to y/x, arctan(y/x) = arctan(c) + arctan(t), t = (y - c x) / (x + c y), and
// |t| <= 1/63, since |y/x - c| <= 1/64 (1 + 2 u) and the denominator is at least x.
//   t is computed as two doubles. c x and c y are sums of two exact products; numerator and denominator are their sums
//   with y and x, good to 2^-104 of the larger number in them; so is t = quotient + (remainder / denominator) good to
//   2^-100 of y/x, or of itself where c = 0 and the numerator is y.
//   arctan(t) = t - t^3/3 + ... + t^9/9, where t^11/11 is below 2^-66 of t. What follows t is at most 8.5e-5 |t| and
//   errs by 6 u of that.
// All parts are added exactly but for the small ones: those are below 2^-53 of the angle and 1.4e-6, rounded four times
// at most. If c = 0 and K = 0 the angle is about t, and 8.5e-5 |t| is rounded: less than 0.001 u. Otherwise it is at
// least 1/65 and 1.4e-6 10 u is below 0.001 u of that. So the angle is within 0.51 ulp.
#include <algorithm>
#include <cmath>
#include <limits>

#include "numeric/elementary/elementary.hpp"
#include "numeric/elementary/tables.hpp"
#include "numeric/exact/parts.hpp"

namespace graze::portable {
namespace {

// a + c b, for c of 6 bits: the products of both halves of b are exact.
Exact sum_with_product(double a, double c, double b) {
  const double high = leading_bits(b);
  const Exact first = two_sum(a, c * high);
  const Exact second = two_sum(first.value, c * (b - high));
  return fast_two_sum(second.value, first.rest + second.rest);
}

Exact quotient(const Exact& x, const Exact& y) {
  const double q = x.value / y.value;
  const Exact product = split_product(q, y.value);
  const double remainder = ((x.value - product.value) - product.rest) + (x.rest - q * y.rest);
  return {q, remainder / y.value};
}

// K + s arctan(y/x) for 0 <= y <= x, both of moderate size, x > 0.
double angle_from(const tables::DoubleTwo& K, double s, double y, double x) {
  const double j = std::floor(32.0 * (y / x) + 0.5);
  const double c = j / 32.0;
  const Exact t = quotient(sum_with_product(y, -c, x), sum_with_product(x, c, y));
  const double z = t.value * t.value;
  const double series = t.value * z * (-1.0 / 3 + z * (1.0 / 5 - z * (1.0 / 7 - z * (1.0 / 9))));
  const tables::DoubleTwo& arc = tables::kArcTangents[static_cast<std::size_t>(j)];
  const Exact first = two_sum(K.value, s * arc.value);
  const Exact second = two_sum(first.value, s * t.value);
  return second.value + ((first.rest + second.rest) + (K.rest + s * (arc.rest + (t.rest + series))));
}

constexpr tables::DoubleTwo kNone{0.0, 0.0};

// For y >= 0, neither NaN.
double upper_angle(double y, double x) {
  const bool left = std::signbit(x);
  double across = std::abs(x);
  double up = y;
  if (up == 0.0) return left ? tables::kPi.value : 0.0;
  if (std::isinf(up) || std::isinf(across)) {
    up = std::isinf(up) ? 1.0 : 0.0;
    across = std::isinf(across) ? 1.0 : 0.0;
  }
  // arctan(q) is q to within q^2 of it.
  if (!left && up < 0x1p-30 * across) return up / across;
  const int exponent = std::ilogb(std::max(up, across));
  up = std::ldexp(up, -exponent);
  across = std::ldexp(across, -exponent);
  if (up <= across) return left ? angle_from(tables::kPi, -1.0, up, across) : angle_from(kNone, 1.0, up, across);
  return angle_from(tables::kHalfPi, left ? 1.0 : -1.0, across, up);
}

}  // namespace

double atan2(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<double>::quiet_NaN();
  return std::copysign(upper_angle(std::abs(y), x), y);
}

}  // namespace graze::portable
