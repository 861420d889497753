// SPDX-License-Identifier: Apache-2.0
// Taylor2<Interval> over a time interval holds value and derivatives, at every time of it, of random expressions. The
// truth comes from truncated power series in MPFI: other formulas than the chain rule that Taylor2 uses.
#include <gtest/gtest.h>

#include <memory>
#include <sstream>

#include <graze/taylor2.hpp>

#include "support/contains.hpp"
#include "support/mpfi.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

namespace graze {
namespace {

using graze::testing::Mpfi;
using graze::testing::Random;

// c0 + c1 h + c2 h^2.
struct Series {
  Mpfi c0, c1, c2;

  Series(const Mpfi& constant) : c0(constant) {}  // NOLINT(google-explicit-constructor)
  Series(const Mpfi& a, const Mpfi& b, const Mpfi& c) : c0(a), c1(b), c2(c) {}

  friend Series operator+(const Series& x, const Series& y) { return {x.c0 + y.c0, x.c1 + y.c1, x.c2 + y.c2}; }
  friend Series operator-(const Series& x, const Series& y) { return {x.c0 - y.c0, x.c1 - y.c1, x.c2 - y.c2}; }
  friend Series operator*(const Series& x, const Series& y) {
    return {x.c0 * y.c0, x.c0 * y.c1 + x.c1 * y.c0, x.c0 * y.c2 + x.c1 * y.c1 + x.c2 * y.c0};
  }
  // q y = x, coefficient by coefficient.
  friend Series operator/(const Series& x, const Series& y) {
    const Mpfi q0 = x.c0 / y.c0;
    const Mpfi q1 = (x.c1 - q0 * y.c1) / y.c0;
    return {q0, q1, (x.c2 - q0 * y.c2 - q1 * y.c1) / y.c0};
  }
  // r r = x.
  friend Series sqrt(const Series& x) {
    const Mpfi r0 = sqrt(x.c0);
    const Mpfi r1 = x.c1 / (Mpfi(2.0) * r0);
    return {r0, r1, (x.c2 - r1 * r1) / (Mpfi(2.0) * r0)};
  }
  // sin(c0 + d) = sin c0 cos d + cos c0 sin d, with sin d = d and cos d = 1 - d^2/2 to this order.
  friend Series sin(const Series& x) { return shifted(sin(x.c0), cos(x.c0), x); }
  friend Series cos(const Series& x) { return shifted(cos(x.c0), -sin(x.c0), x); }

 private:
  static Series shifted(const Mpfi& at, const Mpfi& slope, const Series& x) {
    return {at, slope * x.c1, slope * x.c2 - at * x.c1 * x.c1 / Mpfi(2.0)};
  }
};

// A random expression in one variable.
struct Expression {
  enum class Kind { Variable, Constant, Add, Subtract, Multiply, Divide, Sine, Cosine, Root };
  Kind kind = Kind::Variable;
  double constant = 0.0;
  std::unique_ptr<Expression> left, right;

  template <class Scalar, class Constant>
  Scalar at(const Scalar& t) const {
    switch (kind) {
      case Kind::Variable:
        return t;
      case Kind::Constant:
        return Scalar(Constant(constant));
      case Kind::Add:
        return left->at<Scalar, Constant>(t) + right->at<Scalar, Constant>(t);
      case Kind::Subtract:
        return left->at<Scalar, Constant>(t) - right->at<Scalar, Constant>(t);
      case Kind::Multiply:
        return left->at<Scalar, Constant>(t) * right->at<Scalar, Constant>(t);
      case Kind::Divide:
        return left->at<Scalar, Constant>(t) / right->at<Scalar, Constant>(t);
      case Kind::Sine:
        return sin(left->at<Scalar, Constant>(t));
      case Kind::Cosine:
        return cos(left->at<Scalar, Constant>(t));
      case Kind::Root:
        return sqrt(left->at<Scalar, Constant>(t));
    }
    return t;
  }
};

std::unique_ptr<Expression> random_expression(Random& random, int depth) {
  auto node = std::make_unique<Expression>();
  const int choice = depth == 0 ? random.below(2) : 2 + random.below(7);
  node->kind = static_cast<Expression::Kind>(choice);
  node->constant = random.chance(0.3) ? random.below(7) - 3.0 : random.with_exponent(-10, 10);
  if (choice >= 2) node->left = random_expression(random, depth - 1);
  if (choice >= 2 && choice <= 5) node->right = random_expression(random, depth - 1);
  return node;
}

::testing::AssertionResult holds(const Interval& x, const Mpfi& exact) {
  if (exact.has_nan() || exact.within(x)) return ::testing::AssertionSuccess();
  std::ostringstream text;
  text.precision(17);
  text << exact;
  return ::testing::AssertionFailure() << ::testing::PrintToString(x) << " does not hold " << text.str();
}

TEST(Taylor2, HoldsValueAndDerivativesOfRandomExpressions) {
  Random random(21);
  for (int i = 0; i < testing::trials(20'000); ++i) {
    const auto f = random_expression(random, 1 + random.below(4));
    const double start = random.chance(0.2) ? 0.0 : random.with_exponent(-4, 8);
    const double length = random.chance(0.3) ? 0.0 : random.magnitude(1e-12, 4.0);
    const Interval time(start, start + length);
    const Taylor2<Interval> enclosure = f->at<Taylor2<Interval>, Interval>(Taylor2<Interval>::variable(time));
    for (int k = 0; k < 3; ++k) {
      const double t = random.inside(time);
      const Series exact = f->at<Series, Mpfi>(Series(Mpfi(t), Mpfi(1.0), Mpfi(0.0)));
      // Outside the domain of a root or a quotient there is nothing to hold.
      if (exact.c0.has_nan() || exact.c1.has_nan() || exact.c2.has_nan()) continue;
      if (!std::isfinite(exact.c2.lo()) || !std::isfinite(exact.c2.hi())) continue;
      ASSERT_TRUE(holds(enclosure.value, exact.c0)) << "case " << i << " t " << t;
      ASSERT_TRUE(holds(enclosure.first, exact.c1)) << "case " << i << " t " << t;
      ASSERT_TRUE(holds(enclosure.second, Mpfi(2.0) * exact.c2)) << "case " << i << " t " << t;
    }
  }
}

TEST(Taylor2, PointsAreTight) {
  const auto t = Taylor2<Interval>::variable(Interval(0.7));
  const Taylor2<Interval> y = sin(Taylor2<Interval>(3.0) * t) * cos(t) + t * t / (t + Taylor2<Interval>(1.0));
  EXPECT_LE(y.value.width(), 1e-14);
  EXPECT_LE(y.first.width(), 1e-13);
  EXPECT_LE(y.second.width(), 1e-12);
}

TEST(Taylor2, WorksOnDoubles) {
  const auto t = Taylor2<double>::variable(0.5);
  const Taylor2<double> y = sqrt(t) * t;  // t^1.5
  EXPECT_NEAR(y.value, std::pow(0.5, 1.5), 1e-15);
  EXPECT_NEAR(y.first, 1.5 * std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(y.second, 0.75 / std::sqrt(0.5), 1e-15);
}

}  // namespace
}  // namespace graze
