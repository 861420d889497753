// SPDX-License-Identifier: Apache-2.0
// Error-free transformations: a rounded result together with the exact rest that rounding took away. They hold in
// round-to-nearest without contraction, barring overflow; a product's rest is exact unless it underflows.
#pragma once

#include <cmath>

namespace graze {

struct Exact {
  double value;
  double rest;
};

// a + b = value + rest (Knuth).
inline Exact two_sum(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

namespace detail {

// a * b - product for a product of moderate size, without a fused operation (Veltkamp, Dekker). Halves have 26 bits, so
// that their products are exact, and so are the differences.
inline double rest_of_product(double a, double b, double product) {
  constexpr double kSplitter = 0x1p27 + 1;
  const double shifted_a = kSplitter * a;
  const double high_a = shifted_a - (shifted_a - a);
  const double low_a = a - high_a;
  const double shifted_b = kSplitter * b;
  const double high_b = shifted_b - (shifted_b - b);
  const double low_b = b - high_b;
  return ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b;
}

}  // namespace detail

// a * b = value + rest. The same bits on every machine: a rest is exact unless it underflows, and then comes from
// std::fma. That is a slow call on a CPU, or in a build, without the instruction.
inline Exact two_product(double a, double b) {
  const double product = a * b;
#if !defined(__FMA__) && !defined(__aarch64__)
  // Nothing here overflows, nor has parts below the least denormal.
  const double size = std::abs(product);
  if (size > 0x1p-900 && size < 0x1p900 && std::abs(a) < 0x1p900 && std::abs(b) < 0x1p900)
    return {product, detail::rest_of_product(a, b, product)};
#endif
  return {product, std::fma(a, b, -product)};
}

}  // namespace graze
