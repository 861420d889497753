// SPDX-License-Identifier: Apache-2.0
#include "solver/surfaces/box_polynomial.hpp"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

// b . s + s . M s / 2 over [-1, 1]^2.
struct SquarePolynomial {
  Eigen::Vector2d b;
  Eigen::Matrix2d m;

  double at(const Eigen::Vector2d& s) const { return b.dot(s) + 0.5 * s.dot(m * s); }
};

// A place in the square, and a bound that holds wherever the polynomial bends upwards: it lies above its tangent plane,
// whose least value is at a corner. Where the place is the minimum, nothing is lost.
LeastValue above_tangent(const SquarePolynomial& p, const Eigen::Vector2d& s) {
  const Eigen::Vector2d slope = p.b + p.m * s;
  double value = p.at(s);
  for (int i = 0; i < 2; ++i) value -= slope[i] > 0 ? slope[i] * (1 + s[i]) : -slope[i] * (1 - s[i]);
  return {value, {0.0, s[0], s[1]}};
}

// On the side s[fixed] = end: a polynomial of one variable.
LeastValue least_on_side(const SquarePolynomial& p, int fixed, double end) {
  const int free = 1 - fixed;
  const double b = p.b[free] + p.m(0, 1) * end;
  const double m = p.m(free, free);
  double s = b > 0 ? -1.0 : 1.0;
  if (m > 0) s = std::clamp(-b / m, -1.0, 1.0);
  const double slope = b + m * s;
  Eigen::Vector2d place;
  place[fixed] = end;
  place[free] = s;
  double value = p.at(place);
  if (m > 0) value -= slope > 0 ? slope * (1 + s) : -slope * (1 - s);
  return {value, {0.0, place[0], place[1]}};
}

LeastValue least_on_sides(const SquarePolynomial& p, int fixed) {
  const LeastValue low = least_on_side(p, fixed, -1.0);
  const LeastValue high = least_on_side(p, fixed, 1.0);
  return low.value < high.value ? low : high;
}

LeastValue least_on_square(const SquarePolynomial& p) {
  // Where it bends downwards along a coordinate, the least value is at an end of that.
  if (!(p.m(0, 0) > 0)) return least_on_sides(p, 0);
  if (!(p.m(1, 1) > 0)) return least_on_sides(p, 1);
  const LeastValue first = least_on_sides(p, 0);
  const LeastValue second = least_on_sides(p, 1);
  const LeastValue border = first.value < second.value ? first : second;
  const double determinant = p.m(0, 0) * p.m(1, 1) - p.m(0, 1) * p.m(0, 1);
  if (!(determinant > 0)) return border;
  // A bowl: its bottom, if it is inside; polished, as the inverse may be poor.
  Eigen::Matrix2d adjoint;
  adjoint << p.m(1, 1), -p.m(0, 1), -p.m(0, 1), p.m(0, 0);
  Eigen::Vector2d bottom = Eigen::Vector2d::Zero();
  for (int round = 0; round < 2; ++round) bottom -= adjoint * (p.b + p.m * bottom) / determinant;
  if (!(bottom.cwiseAbs().maxCoeff() <= 1)) bottom = {border.at[1], border.at[2]};
  return above_tangent(p, bottom);
}

double radius_of(const Interval& x) { return x.is_point() ? 0.0 : x.width(); }

}  // namespace

BoxPolynomial::BoxPolynomial(const Interval& values, const IntervalVector3& slopes, const IntervalMatrix3& bends) {
  value = values.mid();
  error = radius_of(values);
  const Interval half(0.5);
  for (int i = 0; i < 3; ++i) {
    slope[i] = slopes[i].mid();
    error += radius_of(slopes[i]);
    for (int j = i; j < 3; ++j) {
      const Interval entry = i == j ? bends(i, i) : half * (bends(i, j) + bends(j, i));
      bend(i, j) = bend(j, i) = entry.mid();
      error += radius_of(entry);
    }
  }
  // Whole widths stand for their halves: that covers the rounding of the middles and of this sum.
}

// Each coefficient is two products and a sum, rounded three times.
BoxPolynomial combined(const BoxPolynomial& x, double factor_x, const BoxPolynomial& y, double factor_y) {
  BoxPolynomial sum;
  sum.value = factor_x * x.value + factor_y * y.value;
  sum.slope = factor_x * x.slope + factor_y * y.slope;
  sum.bend = factor_x * x.bend + factor_y * y.bend;
  const double fx = std::abs(factor_x);
  const double fy = std::abs(factor_y);
  sum.error = (fx * (x.error + 4 * rounding::kUlp * x.size()) + fy * (y.error + 4 * rounding::kUlp * y.size())) *
                  (1 + 64 * rounding::kUlp) +
              rounding::kFloor;
  return sum;
}

// Sums of fewer than 16 terms, whose sizes add up to at most four times size(): a slope of the tangent plane takes part
// twice. Whether a bowl is one is told from a determinant that is rounded twice. Should it be none, its bottom and its
// border differ by no more than its entries' rounding.
LeastValue least_value(const BoxPolynomial& p) {
  SquarePolynomial square{{p.slope[1], p.slope[2]}, p.bend.bottomRightCorner<2, 2>()};
  LeastValue least = least_on_square(square);
  const double across =
      std::abs(p.slope[0]) + std::max(0.0, -0.5 * p.bend(0, 0)) + std::abs(p.bend(0, 1)) + std::abs(p.bend(0, 2));
  least.value = p.value + least.value - across - p.error - 256 * rounding::kUlp * p.size();
  return least;
}

}  // namespace graze
