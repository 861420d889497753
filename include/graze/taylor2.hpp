// SPDX-License-Identifier: Apache-2.0
/// @file
/// Taylor2: a value with its first and second time derivative, carried through arithmetic by the chain rule.
/// On Interval it encloses all three over a time interval: write a formula once and get its second-order enclosure.
#pragma once

#include <cmath>

#include <Eigen/Core>

#include <graze/interval.hpp>

namespace graze {

/// A function of time to second order: a value with its two time derivatives. Scalar is double or Interval.
template <class Scalar>
struct Taylor2 {
  Scalar value{};   ///< The function.
  Scalar first{};   ///< Its first derivative by time.
  Scalar second{};  ///< Its second derivative by time (not halved).

  Taylor2() = default;  ///< The constant zero.
  /// A constant.
  Taylor2(const Scalar& constant) : value(constant) {}  // NOLINT(google-explicit-constructor): a constant is one
  /// A value and its two derivatives.
  Taylor2(const Scalar& v, const Scalar& d1, const Scalar& d2) : value(v), first(d1), second(d2) {}
  /// A constant. Lets integer and double literals mix with Taylor2<Interval>.
  template <class Literal>
  requires std::is_arithmetic_v<Literal> &&(!std::is_same_v<Literal, Scalar>)Taylor2(Literal constant)
      : value(static_cast<double>(constant)) {}  // NOLINT(google-explicit-constructor)

  /// The function f(t) = t at a time, or over a time interval.
  static Taylor2 variable(const Scalar& t) { return {t, Scalar(1.0), Scalar(0.0)}; }

  /// Arithmetic by the sum, product and quotient rules. Division by an interval that contains zero gives the whole
  /// line.
  /// @{
  friend Taylor2 operator-(const Taylor2& x) { return {-x.value, -x.first, -x.second}; }
  friend Taylor2 operator+(const Taylor2& x, const Taylor2& y) {
    return {x.value + y.value, x.first + y.first, x.second + y.second};
  }
  friend Taylor2 operator-(const Taylor2& x, const Taylor2& y) {
    return {x.value - y.value, x.first - y.first, x.second - y.second};
  }
  friend Taylor2 operator*(const Taylor2& x, const Taylor2& y) {
    return {x.value * y.value, x.first * y.value + x.value * y.first,
            x.second * y.value + Scalar(2.0) * (x.first * y.first) + x.value * y.second};
  }
  friend Taylor2 operator/(const Taylor2& x, const Taylor2& y) { return x * reciprocal(y); }
  Taylor2& operator+=(const Taylor2& y) { return *this = *this + y; }
  Taylor2& operator-=(const Taylor2& y) { return *this = *this - y; }
  Taylor2& operator*=(const Taylor2& y) { return *this = *this * y; }
  Taylor2& operator/=(const Taylor2& y) { return *this = *this / y; }
  /// @}

  /// Functions by the chain rule. Angles are in radians. sqrt() has unbounded derivatives at zero.
  /// @{
  friend Taylor2 reciprocal(const Taylor2& x) {
    const Scalar r = Scalar(1.0) / x.value;
    const Scalar r2 = r * r;
    return {r, -(x.first * r2), (Scalar(2.0) * x.first * x.first * r - x.second) * r2};
  }
  friend Taylor2 sqrt(const Taylor2& x) {
    using std::sqrt;
    const Scalar root = sqrt(x.value);
    const Scalar first = x.first / (Scalar(2.0) * root);
    return {root, first, (x.second - Scalar(2.0) * first * first) / (Scalar(2.0) * root)};
  }
  friend Taylor2 sin(const Taylor2& x) {
    using std::cos;
    using std::sin;
    const Scalar s = sin(x.value);
    const Scalar c = cos(x.value);
    return {s, c * x.first, c * x.second - s * x.first * x.first};
  }
  friend Taylor2 cos(const Taylor2& x) {
    using std::cos;
    using std::sin;
    const Scalar s = sin(x.value);
    const Scalar c = cos(x.value);
    return {c, -(s * x.first), -(s * x.second) - c * x.first * x.first};
  }
  /// @}
};

}  // namespace graze

/// @cond
template <class Scalar>
struct Eigen::NumTraits<graze::Taylor2<Scalar>> : Eigen::GenericNumTraits<double> {
  using Real = graze::Taylor2<Scalar>;
  using NonInteger = graze::Taylor2<Scalar>;
  using Nested = graze::Taylor2<Scalar>;
  using Literal = double;
  enum {
    IsInteger = 0,
    IsSigned = 1,
    IsComplex = 0,
    RequireInitialization = 1,
    ReadCost = 6,
    AddCost = 18,
    MulCost = 60
  };
};
/// @endcond
