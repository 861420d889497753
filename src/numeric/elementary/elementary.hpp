// SPDX-License-Identifier: Apache-2.0
// The elementary functions, with the same bits on every machine and a proved error.
//
// The C library's own differ between CPUs (it has variants with fused operations) and between systems, and nothing
// bounds their error. These use only the operations that IEEE 754 fixes to the last bit: + - * / and conversions, no
// fused ones. The library calls no others; tools/check_symbols makes sure of it.
//
// Contract: the result is less than one ulp from the exact value (ulp of the result), so that one step outward by
// rounding::down or rounding::up passes it. Where the result underflows the error is below 2^-1022 instead. Arguments
// are any doubles, unless said otherwise; NaN gives NaN. The proofs are at the code.
#pragma once

namespace graze::portable {

struct SineCosine {
  double sine, cosine;
};

// Angles in radians, of any size; of infinite ones NaN.
double sin(double angle);
double cos(double angle);
SineCosine sin_cos(double angle);

// The angle of the point (x, y) from the x axis, in [-pi, pi]; with signed zeros and infinities as in C.
double atan2(double y, double x);

double exp(double x);
// exp(x) - 1.
double expm1(double x);
// The natural logarithm, and that of 1 + x. Of zero it is -infinity, of less NaN.
double log(double x);
double log1p(double x);
// x to the power of y, for x >= 0; NaN for x < 0. 0^0 = 1.
double pow(double x, double y);
// The cube root.
double cbrt(double x);

}  // namespace graze::portable
