// SPDX-License-Identifier: Apache-2.0
// Numbers of 113 bits. Nothing here comes from the library.
#pragma once

#include <cmath>

namespace graze::testing {

#ifdef __SIZEOF_FLOAT128__
__extension__ using Quad = __float128;
#else
using Quad = long double;  // where the compiler has no __float128, this is one
static_assert(__LDBL_MANT_DIG__ == 113);
#endif

// The square root. Zero if x is not positive, or is zero as a double.
inline double root(double x) { return x > 0 ? std::sqrt(x) : 0.0; }
// Two steps of Newton's method from the double give all digits.
inline Quad root(Quad x) {
  if (!(x > 0)) return 0;
  Quad y = std::sqrt(static_cast<double>(x));
  if (!(y > 0)) return 0;
  for (int k = 0; k < 2; ++k) y = (y + x / y) / 2;
  return y;
}

}  // namespace graze::testing
