// SPDX-License-Identifier: Apache-2.0
/// @file
/// Jet: a function of N variables over a box, enclosed with its first and second derivatives and carried through
/// arithmetic by the chain rule. Write the formula of a surface once, for jets, and its second-order enclosure follows.
///
/// Contract: if the arguments of an operation enclose functions and their derivatives at every point of a box, then the
/// result encloses the composed function and its derivatives there. If a derivative does not exist or is not bounded on
/// the box (a root or a power at zero), its enclosure is the whole line.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include <Eigen/Core>

#include <graze/interval.hpp>

namespace graze {

/// x to the power of an exponent, for the part of x that is not negative. Computed with the library's own power, whose
/// error is proved.
Interval power(const Interval& x, double exponent);
/// The same with the exact exponent `exponent` - `less`, which need not be a double.
Interval power_less(const Interval& x, double exponent, double less);

/// A function of N variables over a box, with enclosures of its first and second derivatives.
template <int N>
struct Jet {
  /// Number of second derivatives: pairs i <= j.
  static constexpr std::size_t kPairs = static_cast<std::size_t>(N) * (N + 1) / 2;

  Interval value;                   ///< Contains the function over the box.
  std::array<Interval, N> first{};  ///< Contains the derivative by each variable.
  std::array<Interval, kPairs>
      second{};  ///< Second derivatives in the order (0,0) (0,1) ... (0,N-1) (1,1) ...; see pair().

  Jet() = default;  ///< The constant zero.
  /// A constant.
  Jet(const Interval& constant) : value(constant) {}  // NOLINT(google-explicit-constructor): a constant is one
  /// A constant. Lets integer and double literals mix with jets.
  template <class Number>
  requires std::is_arithmetic_v<Number> Jet(Number constant)
      : value(static_cast<double>(constant)) {}  // NOLINT(google-explicit-constructor)

  /// The variable with this index (from 0) over an interval.
  static Jet variable(const Interval& x, std::size_t index) {
    Jet jet(x);
    jet.first[index] = Interval(1.0);
    return jet;
  }
  /// Position in `second` of the derivative by i and j, i <= j.
  static constexpr std::size_t pair(std::size_t i, std::size_t j) { return i * (2 * N - i + 1) / 2 + (j - i); }

  /// Arithmetic by the sum, product and quotient rules. Division by an interval that contains zero gives the whole
  /// line.
  /// @{
  friend Jet operator-(const Jet& x) {
    return mapped(x, [](const Interval& y) { return -y; });
  }
  friend Jet operator+(const Jet& x, const Jet& y) {
    return zipped(x, y, [](const Interval& p, const Interval& q) { return p + q; });
  }
  friend Jet operator-(const Jet& x, const Jet& y) {
    return zipped(x, y, [](const Interval& p, const Interval& q) { return p - q; });
  }
  friend Jet operator*(const Jet& x, const Jet& y) {
    Jet result;
    result.value = x.value * y.value;
    for (std::size_t i = 0; i < N; ++i) {
      result.first[i] = x.first[i] * y.value + x.value * y.first[i];
      for (std::size_t j = i; j < N; ++j)
        result.second[pair(i, j)] = x.second[pair(i, j)] * y.value + x.value * y.second[pair(i, j)] +
                                    x.first[i] * y.first[j] + x.first[j] * y.first[i];
    }
    return result;
  }
  friend Jet operator/(const Jet& x, const Jet& y) { return x * reciprocal(y); }
  Jet& operator+=(const Jet& y) { return *this = *this + y; }
  Jet& operator-=(const Jet& y) { return *this = *this - y; }
  Jet& operator*=(const Jet& y) { return *this = *this * y; }
  Jet& operator/=(const Jet& y) { return *this = *this / y; }
  /// @}

  /// f(x) by the chain rule, given enclosures of f, f' and f'' over the value of x.
  friend Jet composed(const Jet& x, const Interval& f, const Interval& df, const Interval& ddf) {
    Jet result;
    result.value = f;
    for (std::size_t i = 0; i < N; ++i) {
      result.first[i] = df * x.first[i];
      for (std::size_t j = i; j < N; ++j) {
        const Interval square = i == j ? graze::sqr(x.first[i]) : x.first[i] * x.first[j];
        result.second[pair(i, j)] = df * x.second[pair(i, j)] + ddf * square;
      }
    }
    return result;
  }
  /// Functions by the chain rule. sqrt() takes the part of x that is not negative; angles are in radians.
  /// @{
  friend Jet reciprocal(const Jet& x) {
    const Interval r = Interval(1.0) / x.value;
    const Interval r2 = x.value.contains(0.0) ? Interval::entire() : graze::sqr(r);
    return composed(x, r, -r2, Interval(2.0) * (r2 * r));
  }
  friend Jet sqr(const Jet& x) { return composed(x, graze::sqr(x.value), Interval(2.0) * x.value, Interval(2.0)); }
  friend Jet sqrt(const Jet& x) {
    const Interval root = graze::sqrt(x.value);
    const Interval slope =
        root.lo() > 0 ? Interval(0.5) / root : Interval(0.0, std::numeric_limits<double>::infinity());
    return composed(x, root, slope, root.lo() > 0 ? -(slope / (Interval(2.0) * x.value)) : Interval::entire());
  }
  /// @}
  /// x to a constant power, for the part of x that is not negative.
  friend Jet power(const Jet& x, double exponent) {
    if (exponent == 1.0) return x;
    const Interval df = Interval(exponent) * graze::power_less(x.value, exponent, 1.0);
    const Interval factor = Interval(exponent) * (Interval(exponent) - Interval(1.0));
    const Interval ddf = exponent == 2.0 ? Interval(2.0) : factor * graze::power_less(x.value, exponent, 2.0);
    return composed(x, graze::power(x.value, exponent), df, ddf);
  }
  /// Sine and cosine of an angle in radians.
  /// @{
  friend Jet sin(const Jet& x) {
    const Interval s = graze::sin(x.value);
    return composed(x, s, graze::cos(x.value), -s);
  }
  friend Jet cos(const Jet& x) {
    const Interval c = graze::cos(x.value);
    return composed(x, c, -graze::sin(x.value), -c);
  }
  /// @}

 private:
  template <class Operation>
  static Jet mapped(const Jet& x, const Operation& op) {
    Jet result;
    result.value = op(x.value);
    for (std::size_t i = 0; i < N; ++i) result.first[i] = op(x.first[i]);
    for (std::size_t i = 0; i < kPairs; ++i) result.second[i] = op(x.second[i]);
    return result;
  }
  template <class Operation>
  static Jet zipped(const Jet& x, const Jet& y, const Operation& op) {
    Jet result;
    result.value = op(x.value, y.value);
    for (std::size_t i = 0; i < N; ++i) result.first[i] = op(x.first[i], y.first[i]);
    for (std::size_t i = 0; i < kPairs; ++i) result.second[i] = op(x.second[i], y.second[i]);
    return result;
  }
};

using Jet2 = Jet<2>;  ///< Over the two parameters of a surface.
using Jet3 = Jet<3>;  ///< Over the three coordinates of space.
/// A point of a parametric surface: x, y and z as functions of the two parameters.
using JetPoint2 = std::array<Jet2, 3>;
/// A point of space: x, y and z as functions of the three coordinates.
using JetPoint3 = std::array<Jet3, 3>;

}  // namespace graze
