// SPDX-License-Identifier: Apache-2.0
// Taylor2: a value with its first and second time derivative, carried through arithmetic by the chain rule.
// On Interval it encloses all three over a time interval: write a formula once and get its second-order enclosure.
#pragma once

#include <cmath>

#include <Eigen/Core>

#include <graze/interval.hpp>

namespace graze {

template <class Scalar>
struct Taylor2 {
  Scalar value{};
  Scalar first{};
  Scalar second{};

  Taylor2() = default;
  Taylor2(const Scalar& constant) : value(constant) {}  // NOLINT(google-explicit-constructor): a constant is one
  Taylor2(const Scalar& v, const Scalar& d1, const Scalar& d2) : value(v), first(d1), second(d2) {}
  // Lets integer and double literals mix with Taylor2<Interval>.
  template <class Literal>
  requires std::is_arithmetic_v<Literal> &&(!std::is_same_v<Literal, Scalar>)Taylor2(Literal constant)
      : value(static_cast<double>(constant)) {}  // NOLINT(google-explicit-constructor)

  // The time itself.
  static Taylor2 variable(const Scalar& t) { return {t, Scalar(1.0), Scalar(0.0)}; }

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
};

}  // namespace graze

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
