// SPDX-License-Identifier: Apache-2.0
// Polynomials of second order over the cube [-1, 1]^3, and lower bounds of them.
#pragma once

#include <graze/motion.hpp>

namespace graze {

// value + slope . s + s . bend s / 2, up to `error` for each s of the cube.
struct BoxPolynomial {
  double value = 0.0;
  Vector3 slope = Vector3::Zero();
  Eigen::Matrix3d bend = Eigen::Matrix3d::Zero();  // symmetric
  double error = 0.0;

  BoxPolynomial() = default;
  // Any polynomial whose coefficients are in these. Of `bends`, the part that is not symmetric counts for nothing.
  BoxPolynomial(const Interval& values, const IntervalVector3& slopes, const IntervalMatrix3& bends);

  // It is not above this on the cube, less the error.
  double size() const { return std::abs(value) + slope.cwiseAbs().sum() + 0.5 * bend.cwiseAbs().sum(); }
};

// The sum of the terms, each times its factor; with the error that rounding adds.
BoxPolynomial combined(const BoxPolynomial& x, double factor_x, const BoxPolynomial& y, double factor_y);

// A lower bound over the cube, error included, and about where it is attained. The polynomial is taken exactly along
// the second and third coordinate; along the first, across which boxes are thin, terms count by their size.
struct LeastValue {
  double value;
  Vector3 at;
};
LeastValue least_value(const BoxPolynomial& p);

}  // namespace graze
