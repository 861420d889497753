// SPDX-License-Identifier: Apache-2.0
// Sine and cosine. With u = 2^-53, half an ulp of numbers in [1, 2).
//
// Reduction. angle = k pi/2 + r, |r| < 0.7855, r = value + rest with |rest| <= u |value|. Relative error of r: below
// 2^-64, so that the error of sine and cosine of r that it makes is below 2^-11 u of them.
//
// Sine of value + rest, with z = value^2 <= 0.617: value + t, t = value z S + rest (1 - z/2).
//   S = -1/6 + z/120 - ... + z^7/17! is Taylor's polynomial; the next term is below 2^-63 of the sine.
//   S errs by u/2 of the rounded 1/6, one rounding of S, and 6 u of what is added to 1/6, which is at most 0.031/6:
//   together less than 1.7 u of |S|. Three products and the rounding of z make it 4.7 u; |value z S| <= 0.0808.
//   t is rounded once more, and the terms of rest that are left out are below rest z^2/24 < 0.008 u.
//   Altogether less than 0.38 u + 0.081 u + 0.01 u < 0.48 u, where the sine is above 1/2 and its ulp is u.
//   Below: 6 u z/6 < 0.28 u of the sine where |value| <= 0.5236, and no ulp is less than u of its number.
// Cosine: w + t, w = 1 - z/2 rounded, t = what this rounding took away + z^2 C - value rest.
//   The rounding of z makes u/4. C = 1/24 - z/720 + ... errs by less than 2 u, with the products 5.7 u of z^2 C <=
//   0.0159, so 0.09 u. t is rounded in two sums, 0.02 u each. rest (sin - value) is below 0.05 u, the next term of the
//   polynomial, z^9/18!, is 0.02 u. Altogether less than 0.45 u, and the ulp of a cosine here is u.
// The last sum adds half an ulp: both are within 0.98 ulp.
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "numeric/elementary/constants.hpp"
#include "numeric/elementary/elementary.hpp"
#include "numeric/elementary/tables.hpp"
#include "numeric/exact/parts.hpp"

namespace graze::portable {
namespace {

struct Reduced {
  double value, rest;
  unsigned quadrant;  // modulo 4
};

constexpr double kLargestQuick = 0x1p20;
constexpr double kSmallestQuick = 0x1p-30;

__extension__ using Wide = unsigned __int128;

// The 64 binary digits of 2/pi that follow a position; there are 64 zeros before the point.
std::uint64_t digits_after(unsigned position) {
  const unsigned word = position / 64;
  const unsigned shift = position % 64;
  const std::uint64_t first = tables::kTwoOverPiDigits[word];
  return shift == 0 ? first : (first << shift) | (tables::kTwoOverPiDigits[word + 1] >> (64 - shift));
}

// angle * 2/pi modulo 4, in units of 2^-254; the first word is the most significant. With angle = m 2^e, m an integer
// of 53 bits, digits of 2/pi up to 2^(2-e) make multiples of 4 and are left out; the next 256 digits are multiplied by
// m, modulo 2^256. The digits after them are less than 2^53 2^(2-256) = 2^-201 together.
std::array<std::uint64_t, 4> turns_of(double angle) {
  int exponent = 0;
  const auto m = static_cast<std::uint64_t>(std::ldexp(std::frexp(angle, &exponent), 53));
  const auto first = static_cast<unsigned>(64 + (exponent - 53) - 2);
  std::array<std::uint64_t, 4> product{};
  Wide carry = 0;
  for (unsigned i = 4; i-- > 0;) {
    carry += Wide{m} * digits_after(first + 64 * i);
    product[i] = static_cast<std::uint64_t>(carry);
    carry >>= 64U;
  }
  return product;
}

// Payne and Hanek's reduction, for angles of at least 1/2. No double is closer to a multiple of pi/2 than 2^-62, so the
// fraction of the turn is known to 2^-139 of itself, and as two doubles to 2^-104; the product with pi/2 adds less.
Reduced reduced_exactly(double angle) {
  auto turns = turns_of(std::abs(angle));
  unsigned quadrant = static_cast<unsigned>(turns[0] >> 62U);
  // The fraction, times 2^256: above one half the next quadrant is closer.
  for (unsigned i = 0; i < 4; ++i) turns[i] = (turns[i] << 2U) | (i < 3 ? turns[i + 1] >> 62U : 0);
  double sign = 1.0;
  if ((turns[0] >> 63U) != 0) {
    sign = -1.0;
    ++quadrant;
    for (std::uint64_t& word : turns) word = ~word;  // by 2^-254 off, which is nothing
  }
  int exponent = 0;
  for (; turns[0] == 0 && exponent > -192; exponent -= 64) turns = {turns[1], turns[2], turns[3], 0};
  const auto zeros = static_cast<unsigned>(std::countl_zero(turns[0]));
  if (zeros > 0)
    for (unsigned i = 0; i < 3; ++i) turns[i] = (turns[i] << zeros) | (turns[i + 1] >> (64 - zeros));
  exponent -= static_cast<int>(zeros);
  // 53 digits and the 64 after them.
  const double high = std::ldexp(static_cast<double>(turns[0] >> 11U), exponent - 53);
  const double low = std::ldexp(static_cast<double>((turns[0] << 53U) | (turns[1] >> 11U)), exponent - 117);
  const Exact product = split_product(high, tables::kHalfPi.value);
  const Exact r =
      fast_two_sum(product.value, product.rest + (high * tables::kHalfPi.rest + low * tables::kHalfPi.value));
  if (angle < 0) {
    sign = -sign;
    quadrant = 0U - quadrant;
  }
  return {sign * r.value, sign * r.rest, quadrant & 3U};
}

// Cody and Waite's reduction. |k| <= 2^20 pi/2 < 2^21, and pi/2 is taken in parts of 32, 32 and 53 bits. The first two
// products are exact. So is the first difference: for k != 0, angle and product are multiples of 2^-53, and their
// difference is below 1. The third product and the difference it enters are below 2^-42 and are rounded by 2^-96 at
// most; as far are the three parts from pi/2, 2^-117, times k. So r is good to 2^-94, which is 2^-64 of it unless it is
// below 2^-30. k = 0 leaves the angle as it is.
Reduced reduced(double angle) {
  if (!(std::abs(angle) <= kLargestQuick)) return reduced_exactly(angle);
  const double shifted = angle * tables::kTwoOverPi + kRoundingShift;
  const double k = shifted - kRoundingShift;
  if (k == 0.0) return {angle, 0.0, 0};
  const double rough = angle - k * tables::kHalfPiFirst;
  const Exact second = two_sum(rough, -(k * tables::kHalfPiSecond));
  const Exact r = fast_two_sum(second.value, second.rest - k * tables::kHalfPiThird);
  if (std::abs(r.value) < kSmallestQuick) return reduced_exactly(angle);
  return {r.value, r.rest, static_cast<unsigned>(std::bit_cast<std::uint64_t>(shifted)) & 3U};
}

double sine_of(const Reduced& r) {
  const double z = r.value * r.value;
  const double z2 = z * z;
  const double low = (1.0 / 120 - z * (1.0 / 5040)) + z2 * (1.0 / 362880 - z * (1.0 / 39916800));
  const double high = (1.0 / 6227020800 - z * (1.0 / 1307674368000)) + z2 * (1.0 / 355687428096000);
  const double series = -1.0 / 6 + z * (low + (z2 * z2) * high);
  return r.value + ((r.value * z) * series + r.rest * (1.0 - 0.5 * z));
}

double cosine_of(const Reduced& r) {
  const double z = r.value * r.value;
  const double z2 = z * z;
  const double low = (1.0 / 720 - z * (1.0 / 40320)) + z2 * (1.0 / 3628800 - z * (1.0 / 479001600));
  const double high = 1.0 / 87178291200 - z * (1.0 / 20922789888000);
  const double series = 1.0 / 24 - z * (low + (z2 * z2) * high);
  const double half = 0.5 * z;
  const double w = 1.0 - half;
  return w + (((1.0 - w) - half) + (z2 * series - r.value * r.rest));
}

}  // namespace

double sin(double angle) {
  if (!std::isfinite(angle)) return kNaN;
  const Reduced r = reduced(angle);
  const double size = (r.quadrant & 1U) == 0 ? sine_of(r) : cosine_of(r);
  return (r.quadrant & 2U) == 0 ? size : -size;
}

double cos(double angle) {
  if (!std::isfinite(angle)) return kNaN;
  const Reduced r = reduced(angle);
  const double size = (r.quadrant & 1U) == 0 ? cosine_of(r) : sine_of(r);
  return ((r.quadrant + 1) & 2U) == 0 ? size : -size;
}

SineCosine sin_cos(double angle) {
  if (!std::isfinite(angle)) return {kNaN, kNaN};
  const Reduced r = reduced(angle);
  const double sine = sine_of(r);
  const double cosine = cosine_of(r);
  const bool swapped = (r.quadrant & 1U) != 0;
  const double s = swapped ? cosine : sine;
  const double c = swapped ? sine : cosine;
  return {(r.quadrant & 2U) == 0 ? s : -s, ((r.quadrant + 1) & 2U) == 0 ? c : -c};
}

}  // namespace graze::portable
