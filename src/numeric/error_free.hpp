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

// a * b = value + rest.
inline Exact two_product(double a, double b) {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}

}  // namespace graze
