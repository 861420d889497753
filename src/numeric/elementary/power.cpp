// SPDX-License-Identifier: Apache-2.0
// Exponential, logarithm, powers. With u = 2^-53; no ulp is less than u of its number.
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "numeric/elementary/constants.hpp"
#include "numeric/elementary/elementary.hpp"
#include "numeric/elementary/tables.hpp"
#include "numeric/exact/parts.hpp"
#include "numeric/infinity.hpp"

namespace graze::portable {
namespace {

// (high + low) 2^exponent
struct Scaled {
  double high, low;
  int exponent;
};

// exp(x + rest) for |x| < 800, |rest| <= u |x|: 2^exponent 2^(j/64) exp(r), r = x + rest - k log(2)/64, |r| < 0.00543,
// k = 64 exponent + j. log(2)/64 is taken in two parts; the first has 36 bits and k has 17, so the product is exact,
// and so is the difference: for k != 0 both are multiples of 2^-60 and it is below 2^-7. The second product, below
// 2^-28, is rounded to 2^-81. r is a sum of two doubles, of which the lesser is below 2^-60. exp(r) - 1 is Taylor's
// polynomial up to r^6/720; the next term is below 2^-65. What is added to the high part, 2^(j/64) rounded, is below
// 0.00545 of it, with at most four roundings of that in its terms: the error is below 0.03 u of the result, before high
// and low are added.
Scaled exp_parts(double x, double rest) {
  const double shifted = x * tables::kStepsPerLog + kRoundingShift;
  const double k = shifted - kRoundingShift;
  const Exact rough = two_sum(x - k * tables::kLogStepFirst, -(k * tables::kLogStepSecond));
  const Exact r = two_sum(rough.value, rough.rest + rest);
  const double square = r.value * r.value;
  const double series =
      square * ((0.5 + r.value * (1.0 / 6)) + square * ((1.0 / 24 + r.value * (1.0 / 120)) + square * (1.0 / 720)));
  const auto steps = static_cast<int>(k);
  const tables::DoubleTwo& root = tables::kRootsOfTwo[static_cast<std::size_t>(steps & 63)];
  return {root.value, root.rest + root.value * (r.value + (r.rest + series)), steps >> 6};
}

// log(y + rest) for y > 0, |rest| <= u y, as two doubles, good to 2^-64.9 of itself.
//   y = 2^m z, c = j/128 the nearest to z, 0.7 < z < 1.42; z - c is exact. With f = (z - c + rest) / c, |f| < 0.00557,
//   in two doubles (division by c, which has 8 bits, leaves an exact remainder): the logarithm is m log 2 + log c + f -
//   f^2/2 + f^3 P(f), P up to f^6/9. The next term, f^10/10, is below 2^-78 and, where it matters, far below f.
//   m log 2 is an exact product of its first 42 bits, and a rest. f^2 is a product in two parts. The large parts are
//   added exactly. The small ones are below 6e-8 or 2^-50 of the sum; f^3 P(f) errs by 6 u of 6e-8, and five sums by as
//   much: less than 2^-73. Where m = 0 and c = 1 the logarithm is about f, all this is in proportion to f^3, and less
//   than 2^-67 of f. Elsewhere it is at least 0.0038, so that 2^-73 is below 2^-64.9 of it.
Exact log_parts(double y, double rest) {
  constexpr double kSmallestNormal = std::numeric_limits<double>::min();
  int m = 0;
  if (y < kSmallestNormal) {
    y *= 0x1p54;
    m = -54;
  }
  const auto bits = std::bit_cast<std::uint64_t>(y);
  // z in [0.703, 1.406): the exponent of y / 0.703.
  constexpr std::uint64_t kLowest = 0x3FE6800000000000;  // 0.703125 = 90 / 128
  const auto scale = static_cast<std::int64_t>(bits - kLowest) >> 52;
  const double z = std::bit_cast<double>(bits - (static_cast<std::uint64_t>(scale) << 52U));
  const double one = static_cast<double>(m) + static_cast<double>(scale);
  const double j = std::floor(128.0 * z + 0.5);
  const double c = j / 128.0;
  const Exact d = two_sum(z - c, rest == 0.0 ? 0.0 : std::ldexp(rest, -static_cast<int>(scale)));
  const double f = d.value / c;
  const double f_high = leading_bits(f);
  const double f_rest = (((d.value - f_high * c) - (f - f_high) * c) + d.rest) / c;
  const Exact square = split_product(f, f);
  const double series = 1.0 / 3 - f * (0.25 - f * (0.2 - f * (1.0 / 6 - f * (1.0 / 7 - f * (0.125 - f * (1.0 / 9))))));
  const tables::DoubleTwo& log_c = tables::kLogarithms[static_cast<std::size_t>(j) - 90];
  const Exact first = two_sum(one * tables::kLogTwoFirst, log_c.value);
  const Exact second = two_sum(first.value, f);
  const Exact third = two_sum(second.value, -0.5 * square.value);
  const double small = f_rest - (0.5 * square.rest + f * f_rest) + (f * square.value) * series;
  const double constants = one * tables::kLogTwoSecond + log_c.rest;
  return fast_two_sum(third.value, ((first.rest + second.rest) + third.rest) + (constants + small));
}

// exp(x + rest), for any x.
double exp_of(double x, double rest) {
  if (x > 710.0) return kInfinity;
  if (x < -750.0) return 0.0;
  const Scaled e = exp_parts(x, rest);
  return std::ldexp(e.high + e.low, e.exponent);
}

// For |x| <= 1/4: x + x^2/2 + x^3 P(x), P up to x^10/13!; the next term is below 2^-62 of x. The rounding of x^2/2 is
// u/8 of x, that of the sum of it and the rest 0.14 u, the error of the rest, 6 u of x^3/6, 0.07 u; and exp(x) - 1 is
// at least 0.88 |x|. So less than 0.4 u, and half an ulp for the last sum.
double expm1_small(double x) {
  const double z = x * x;
  const double low = (1.0 / 6 + x * (1.0 / 24)) + z * (1.0 / 120 + x * (1.0 / 720));
  const double middle = (1.0 / 5040 + x * (1.0 / 40320)) + z * (1.0 / 362880 + x * (1.0 / 3628800));
  const double high = (1.0 / 39916800 + x * (1.0 / 479001600)) + z * (1.0 / 6227020800);
  const double fourth = z * z;
  return x + (0.5 * z + (x * z) * (low + fourth * (middle + fourth * high)));
}

}  // namespace

double exp(double x) {
  if (std::isnan(x)) return kNaN;
  return exp_of(x, 0.0);
}

// Beyond 1/4 the exponential is at most 4.6 times the result: 0.03 u becomes 0.14 u, and the sum of the small parts is
// rounded by 0.03 u. Above 2^60 the one does not matter, nor does the exponential below -38.
double expm1(double x) {
  if (std::isnan(x)) return kNaN;
  if (std::abs(x) <= 0.25) return expm1_small(x);
  if (x > 42.0) return exp_of(x, 0.0);
  if (x < -38.0) return -1.0;
  const Scaled e = exp_parts(x, 0.0);
  const Exact difference = two_sum(std::ldexp(e.high, e.exponent), -1.0);
  return difference.value + (difference.rest + std::ldexp(e.low, e.exponent));
}

double log(double x) {
  if (!(x > 0.0)) return x == 0.0 ? -kInfinity : kNaN;
  if (x == kInfinity) return x;
  const Exact result = log_parts(x, 0.0);
  return result.value + result.rest;
}

// 1 + x is taken in two parts, exactly.
double log1p(double x) {
  if (!(x > -1.0)) return x == -1.0 ? -kInfinity : kNaN;
  if (x == kInfinity || std::abs(x) < 0x1p-60) return x;
  const Exact y = two_sum(1.0, x);
  const Exact result = log_parts(y.value, y.rest);
  return result.value + result.rest;
}

// exp(y log x). The logarithm is good to 2^-64.9 of itself and its product with y to 2^-103; where the result neither
// overflows nor vanishes the product is at most 745, so its error, which is the relative error of the result, is below
// 2^-55.3 = 0.21 u. That of the exponential adds 0.03 u.
double pow(double x, double y) {
  if (y == 0.0 || x == 1.0) return 1.0;
  if (std::isnan(y) || !(x >= 0.0)) return kNaN;
  if (x == 0.0 || std::isinf(x)) return (x == 0.0) == (y > 0.0) ? 0.0 : kInfinity;
  if (std::isinf(y)) return (x > 1.0) == (y > 0.0) ? kInfinity : 0.0;
  const Exact logarithm = log_parts(x, 0.0);
  const double rough = y * logarithm.value;
  if (std::abs(rough) > 800.0) return rough > 0.0 ? kInfinity : 0.0;
  if (std::abs(rough) < 0x1p-60) return 1.0;
  const Exact product = split_product(y, logarithm.value);
  const Exact exponent = fast_two_sum(product.value, product.rest + y * logarithm.rest);
  return exp_of(exponent.value, exponent.rest);
}

// With x = 8^k m, 1 <= m < 8. The line through the roots of 1 and 8 is within 11 %; each of Newton's steps squares the
// error or nearly so, and three of them leave less than 4e-8; then the root t is cut to 26 bits, which makes less than
// 7e-8 of it. Now t^3 is a sum of two exact products, and with p = (m - t^3) / t^3, |p| < 3e-7, the root is t (1 + p/3
// - p^2/9) to within p^3. What is added to t is below 1e-7 t and errs by a few u of that: the result is within 0.501
// ulp.
double cbrt(double x) {
  if (x == 0.0 || !std::isfinite(x)) return x;
  const int exponent = std::ilogb(x);
  const int third = (exponent >= 0 ? exponent : exponent - 2) / 3;
  const double m = std::ldexp(std::abs(x), -3 * third);
  double t = 1.0 + (m - 1.0) / 7.0;
  for (int i = 0; i < 3; ++i) t -= (t - m / (t * t)) / 3.0;
  t = leading_bits(t);
  const double square = t * t;
  const double high = leading_bits(square);
  const double p = ((m - high * t) - (square - high) * t) / (square * t);
  const double root = t + t * (p / 3.0) * (1.0 - p / 3.0);
  return std::copysign(std::ldexp(root, third), x);
}

}  // namespace graze::portable
