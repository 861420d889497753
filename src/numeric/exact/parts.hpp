// SPDX-License-Identifier: Apache-2.0
// Products in two parts by plain operations. numeric/error_free.hpp has them by a fused operation, which is a slow call
// where the CPU has none.
#pragma once

#include <bit>
#include <cstdint>

#include "numeric/error_free.hpp"

namespace graze {

// The leading 26 bits of x; 27 are left.
inline double leading_bits(double x) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & ~((std::uint64_t{1} << 27U) - 1));
}

// a * b = value + rest to within 2^-104 of the product (Dekker), barring overflow and underflow. Three of the partial
// products have 53 bits at most and are exact, and so are their sums, each a multiple of a unit of which it holds less
// than 2^53. The product of the lower parts is below 2^-50 of the whole and rounded twice, alone and in the sum.
inline Exact split_product(double a, double b) {
  const double product = a * b;
  const double a_high = leading_bits(a);
  const double a_low = a - a_high;
  const double b_high = leading_bits(b);
  const double b_low = b - b_high;
  return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

// For |a| >= |b| (Dekker).
inline Exact fast_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

}  // namespace graze
