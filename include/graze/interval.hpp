// SPDX-License-Identifier: Apache-2.0
/// @file
/// Interval: a closed interval of reals with outward rounding.
///
/// Contract: for every operation `op` and all reals x in X, y in Y, the exact x op y lies in X op Y. It holds in
/// round-to-nearest on IEEE-754 doubles, without rounding-mode switches, with or without contracted multiply-adds. It
/// does not hold under fast-math, which is refused below. Operands must not be reversed (hi < lo); builds with
/// assertions check this.
#pragma once

#include <algorithm>
#include <cassert>
#include <cfloat>
#include <cmath>
#include <limits>
#include <numbers>

#include <Eigen/Core>

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0)
#error "graze: intervals are not sound under -ffast-math, nor under its parts that reorder or assume finite numbers"
#endif
static_assert(FLT_EVAL_METHOD == 0, "graze: intervals need IEEE double evaluation");

namespace graze {

/// Outward rounding by one step, in round-to-nearest mode.
namespace rounding {

// Why one step suffices. Let x = fl(r) be a result rounded to nearest, so |r - x| <= ulp(x)/2. The step below is
// |x| 2^-52 (an exact scaling) >= ulp(x), plus a floor that covers underflow. x - ulp(x) is a double, and rounding is
// monotone, so fl(x - step) <= x - ulp(x) < r; likewise upwards. Contraction into an fma only removes a rounding.
// The floor is far above the subnormals so that no operation here has to touch them.
/// Relative part of a rounding step: 2^-52.
inline constexpr double kUlp = 0x1p-52;
/// Absolute part of a rounding step, for results that underflow.
inline constexpr double kFloor = 0x1p-960;

/// At least one unit in the last place of x, rounding included.
inline double step(double x) { return std::abs(x) * kUlp + kFloor; }
/// A double below every real that rounds to x.
inline double down(double x) { return x - step(x); }
/// A double above every real that rounds to x.
inline double up(double x) { return x + step(x); }

}  // namespace rounding

/// A closed interval [lo, hi] of reals. Operations on intervals contain the exact results for all their points.
class Interval {
 public:
  constexpr Interval() = default;  ///< [0, 0].
  /// [point, point].
  constexpr Interval(double point) : lo_(point), hi_(point) {}  // NOLINT(google-explicit-constructor): a double is one
  /// The doubles count exactly, without rounding. lo must not be above hi.
  constexpr Interval(double lo, double hi) : lo_(lo), hi_(hi) {}

  /// The whole real line.
  static constexpr Interval entire() {
    return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  }
  /// [x - radius, x + radius], rounded outward.
  static Interval around(double x, double radius) { return outward(x - radius, x + radius); }
  /// The interval of two computed bounds, each moved outward past its rounding error. NaN becomes the whole line.
  static Interval outward(double lo, double hi) {
    const double l = rounding::down(lo);
    const double h = rounding::up(hi);
    return l <= h ? Interval(l, h) : entire();
  }

  /// The lower end.
  constexpr double lo() const { return lo_; }
  /// The upper end.
  constexpr double hi() const { return hi_; }
  /// A double inside; an end only if there is no double between the ends. Does not overflow.
  constexpr double mid() const { return lo_ == -hi_ ? 0.0 : 0.5 * lo_ + 0.5 * hi_; }
  /// An upper bound of hi - lo.
  double width() const { return is_point() ? 0.0 : rounding::up(hi_ - lo_); }
  /// The largest absolute value.
  double magnitude() const { return std::max(std::abs(lo_), std::abs(hi_)); }
  /// The smallest absolute value.
  double mignitude() const { return contains(0.0) ? 0.0 : std::min(std::abs(lo_), std::abs(hi_)); }

  /// Are both ends equal?
  constexpr bool is_point() const { return lo_ == hi_; }
  /// Is x in the interval, ends included?
  constexpr bool contains(double x) const { return lo_ <= x && x <= hi_; }
  /// Is all of x in the interval?
  constexpr bool contains(const Interval& x) const { return lo_ <= x.lo_ && x.hi_ <= hi_; }
  /// Do the two share a point?
  constexpr bool intersects(const Interval& x) const { return lo_ <= x.hi_ && x.lo_ <= hi_; }

  /// Equal ends.
  friend constexpr bool operator==(const Interval&, const Interval&) = default;

  /// Exact.
  friend constexpr Interval operator-(const Interval& x) { return {-x.hi_, -x.lo_}; }
  /// Contains all sums, differences or products of a point of x and a point of y.
  /// @{
  friend Interval operator+(const Interval& x, const Interval& y) {
    assert(x.is_ordered() && y.is_ordered());
    return outward(x.lo_ + y.lo_, x.hi_ + y.hi_);
  }
  friend Interval operator-(const Interval& x, const Interval& y) {
    assert(x.is_ordered() && y.is_ordered());
    return outward(x.lo_ - y.hi_, x.hi_ - y.lo_);
  }
  friend Interval operator*(const Interval& x, const Interval& y) {
    assert(x.is_ordered() && y.is_ordered());
    if (x.is_zero() || y.is_zero()) return {};
    const double a = x.lo_ * y.lo_;
    const double b = x.lo_ * y.hi_;
    const double c = x.hi_ * y.lo_;
    const double d = x.hi_ * y.hi_;
    if (std::isnan(a + b + c + d)) return entire();  // 0 * inf, or infinities of both signs
    return outward(std::min(std::min(a, b), std::min(c, d)), std::max(std::max(a, b), std::max(c, d)));
  }
  /// @}
  /// Contains all quotients; the whole line if y contains zero.
  friend Interval operator/(const Interval& x, const Interval& y) {
    assert(x.is_ordered() && y.is_ordered());
    if (y.contains(0.0)) return entire();
    const double a = x.lo_ / y.lo_;
    const double b = x.lo_ / y.hi_;
    const double c = x.hi_ / y.lo_;
    const double d = x.hi_ / y.hi_;
    if (std::isnan(a + b + c + d)) return entire();
    return outward(std::min(std::min(a, b), std::min(c, d)), std::max(std::max(a, b), std::max(c, d)));
  }
  /// As the binary operators.
  /// @{
  Interval& operator+=(const Interval& y) { return *this = *this + y; }
  Interval& operator-=(const Interval& y) { return *this = *this - y; }
  Interval& operator*=(const Interval& y) { return *this = *this * y; }
  Interval& operator/=(const Interval& y) { return *this = *this / y; }
  /// @}

 private:
  constexpr bool is_zero() const { return lo_ == 0.0 && hi_ == 0.0; }
  constexpr bool is_ordered() const { return !(lo_ > hi_); }  // an end that is not a number makes the whole line

  double lo_ = 0.0;
  double hi_ = 0.0;
};

/// The smallest interval that contains both.
constexpr Interval hull(const Interval& x, const Interval& y) {
  return {std::min(x.lo(), y.lo()), std::max(x.hi(), y.hi())};
}

/// The squares of all points. Never negative, and tighter than x * x.
inline Interval sqr(const Interval& x) {
  const double lo = x.mignitude();
  const double hi = x.magnitude();
  return {std::max(0.0, rounding::down(lo * lo)), rounding::up(hi * hi)};
}

/// The square root of the part of x that is not negative.
inline Interval sqrt(const Interval& x) {
  const double lo = std::sqrt(std::max(0.0, x.lo()));
  const double hi = std::sqrt(std::max(0.0, x.hi()));
  return {std::max(0.0, rounding::down(lo)), rounding::up(hi)};
}

/// The absolute values of all points; exact.
inline Interval abs(const Interval& x) { return {x.mignitude(), x.magnitude()}; }

/// The sine of all points, in radians. Computed with the library's own sine, whose error is proved
/// (src/numeric/elementary/elementary.hpp). The same bits on every machine.
Interval sin(const Interval& x);
/// The cosine of all points, in radians; see sin().
Interval cos(const Interval& x);
/// The angle in [0, pi] from the x axis to the point (x, y), for the part of y that is not negative. The same bits on
/// every machine.
Interval angle_of(const Interval& x, const Interval& y);

/// A box in space: one interval for each coordinate.
using IntervalVector3 = Eigen::Matrix<Interval, 3, 1>;
/// One interval for each entry of a matrix.
using IntervalMatrix3 = Eigen::Matrix<Interval, 3, 3>;

}  // namespace graze

/// @cond
template <>
struct Eigen::NumTraits<graze::Interval> : Eigen::GenericNumTraits<double> {
  using Real = graze::Interval;
  using NonInteger = graze::Interval;
  using Nested = graze::Interval;
  using Literal = double;
  enum {
    IsInteger = 0,
    IsSigned = 1,
    IsComplex = 0,
    RequireInitialization = 1,
    ReadCost = 2,
    AddCost = 6,
    MulCost = 12
  };
};
/// @endcond
