// SPDX-License-Identifier: Apache-2.0
// Every interval operation holds the exact range that MPFI computes.
#include <gtest/gtest.h>

#include "support/contains.hpp"
#include "support/mpfi.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

namespace graze {
namespace {

using graze::testing::Mpfi;
using graze::testing::Random;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The number of random cases: a million in all, at full speed.
constexpr int kArithmetic = 60'000;                      // for each of four operations
constexpr int kUnary = 40'000;                           // for each of four functions
constexpr int kTrigonometry = testing::trials(300'000);  // for each of sin and cos

::testing::AssertionResult holds(const Interval& x, const Mpfi& exact) {
  if (exact.has_nan() || exact.within(x)) return ::testing::AssertionSuccess();
  std::ostringstream text;
  text.precision(17);
  text << exact;
  return ::testing::AssertionFailure() << ::testing::PrintToString(x) << " does not hold " << text.str();
}

template <class Operation>
void check_binary(std::uint64_t seed, Operation op) {
  Random random(seed);
  for (int i = 0; i < kArithmetic; ++i) {
    const Interval x = random.wild_interval();
    const Interval y = random.wild_interval();
    ASSERT_TRUE(holds(op(x, y), op(Mpfi(x), Mpfi(y))))
        << "x " << ::testing::PrintToString(x) << " y " << ::testing::PrintToString(y);
  }
}

TEST(Interval, AdditionHoldsTheExactSum) {
  check_binary(1, [](const auto& x, const auto& y) { return x + y; });
}
TEST(Interval, SubtractionHoldsTheExactDifference) {
  check_binary(2, [](const auto& x, const auto& y) { return x - y; });
}
TEST(Interval, MultiplicationHoldsTheExactProduct) {
  check_binary(3, [](const auto& x, const auto& y) { return x * y; });
}
TEST(Interval, DivisionHoldsTheExactQuotient) {
  check_binary(4, [](const auto& x, const auto& y) { return x / y; });
}

template <class Function>
void check_unary(std::uint64_t seed, Function f, bool negative) {
  Random random(seed);
  for (int i = 0; i < kUnary; ++i) {
    Interval x = random.wild_interval();
    if (!negative) x = abs(x);
    ASSERT_TRUE(holds(f(x), f(Mpfi(x)))) << "x " << ::testing::PrintToString(x);
  }
}

TEST(Interval, SquareHoldsTheExactRange) {
  check_unary(
      5, [](const auto& x) { return sqr(x); }, true);
}
TEST(Interval, RootHoldsTheExactRange) {
  check_unary(
      6, [](const auto& x) { return sqrt(x); }, false);
}
TEST(Interval, AbsoluteValueHoldsTheExactRange) {
  check_unary(
      7, [](const auto& x) { return abs(x); }, true);
}
TEST(Interval, NegationHoldsTheExactRange) {
  check_unary(
      8, [](const auto& x) { return -x; }, true);
}

TEST(Interval, RootOfAPartlyNegativeIntervalIsTheRootOfTheRest) {
  const Interval root = sqrt(Interval(-4.0, 9.0));
  EXPECT_EQ(root.lo(), 0.0);
  EXPECT_GE(root.hi(), 3.0);
  EXPECT_LT(root.hi(), 3.0 + 1e-14);
}

TEST(Interval, HullHoldsBoth) {
  Random random(9);
  for (int i = 0; i < kUnary; ++i) {
    const Interval x = random.wild_interval();
    const Interval y = random.wild_interval();
    const Interval h = hull(x, y);
    ASSERT_TRUE(h.contains(x) && h.contains(y));
    ASSERT_TRUE(h.lo() == x.lo() || h.lo() == y.lo());
    ASSERT_TRUE(h.hi() == x.hi() || h.hi() == y.hi());
  }
}

TEST(Interval, AroundHoldsTheExactNeighbourhood) {
  Random random(10);
  for (int i = 0; i < kUnary; ++i) {
    const double x = random.wild_double();
    const double radius = std::abs(random.wild_double());
    ASSERT_TRUE(holds(Interval::around(x, radius), Mpfi(x) + Mpfi(Interval(-radius, radius))));
  }
}

// Angles near the places where sine and cosine turn, and everywhere else.
Interval angle_interval(Random& random) {
  const auto angle = [&random]() -> double {
    switch (random.below(6)) {
      case 0:
        return random.wild_double();
      case 1: {  // a multiple of pi/2, or a neighbour of it
        double x = std::numbers::pi / 2 * (random.below(2001) - 1000);
        for (int k = random.below(3); k > 0; --k) x = std::nextafter(x, random.sign() * kInfinity);
        return x;
      }
      case 2:
        return random.with_exponent(-20, 46);
      case 3:
        return std::numbers::pi / 2 * std::floor(random.with_exponent(0, 50));
      default:
        return random.uniform(-8.0, 8.0);
    }
  };
  return random.interval(angle);
}

template <class Function>
void check_trigonometry(std::uint64_t seed, Function f) {
  Random random(seed);
  for (int i = 0; i < kTrigonometry; ++i) {
    const Interval x = angle_interval(random);
    const Interval y = f(x);
    ASSERT_TRUE(-1.0 <= y.lo() && y.hi() <= 1.0);
    ASSERT_TRUE(holds(y, f(Mpfi(x)))) << "x " << ::testing::PrintToString(x);
  }
}

TEST(Interval, SineHoldsTheExactRange) {
  check_trigonometry(11, [](const auto& x) { return sin(x); });
}
TEST(Interval, CosineHoldsTheExactRange) {
  check_trigonometry(12, [](const auto& x) { return cos(x); });
}

TEST(Interval, AngleHoldsTheExactRange) {
  Random random(15);
  for (int i = 0; i < kTrigonometry; ++i) {
    const auto number = [&random] { return random.chance(0.3) ? random.uniform(-1.0, 1.0) : random.wild_double(); };
    const Interval x = random.interval(number);
    const Interval y = abs(random.interval(number));
    // The origin has no angle; and MPFI gives both pi and -pi on the negative axis.
    if (x.lo() <= 0.0 && y.lo() == 0.0) continue;
    ASSERT_TRUE(holds(angle_of(x, y), angle_of(Mpfi(x), Mpfi(y))))
        << "x " << ::testing::PrintToString(x) << " y " << ::testing::PrintToString(y);
  }
  EXPECT_TRUE(angle_of({-1.0, 1.0}, {0.0, 1.0}).contains({0.0, std::numbers::pi}));
  EXPECT_TRUE(angle_of(-1.0, 0.0).contains({std::numbers::pi, std::nextafter(std::numbers::pi, 4.0)}));
  EXPECT_TRUE(angle_of({-1.0, -0.0}, {0.0, 1.0}).contains({std::numbers::pi / 2, std::numbers::pi}));
}

TEST(Interval, TrigonometryOfPointsIsTight) {
  Random random(13);
  for (int i = 0; i < 10'000; ++i) {
    const double x = random.with_exponent(-30, 30);
    ASSERT_LE(sin(Interval(x)).width(), 8 * 0x1p-52 * std::abs(std::sin(x)) + 1e-280);
    ASSERT_LE(cos(Interval(x)).width(), 8 * 0x1p-52 * std::abs(std::cos(x)) + 1e-280);
    const double y = std::abs(random.with_exponent(-30, 30));
    ASSERT_LE(angle_of(Interval(x), Interval(y)).width(), 8 * 0x1p-52 * std::atan2(y, x) + 1e-280);
  }
}

TEST(Interval, TrigonometryOfInfiniteAnglesIsTheWholeRange) {
  for (const Interval& x : {Interval::entire(), Interval(0.0, kInfinity), Interval(-kInfinity, 1.0)}) {
    EXPECT_EQ(sin(x), Interval(-1.0, 1.0));
    EXPECT_EQ(cos(x), Interval(-1.0, 1.0));
  }
}

// X inside Y gives f(X) inside f(Y): what lets a solver cut a window and keep what it knew.
TEST(Interval, ArithmeticIsInclusionMonotone) {
  Random random(14);
  const auto number = [&random] {
    return random.chance(0.3) ? random.below(5) - 2.0 : random.with_exponent(-200, 200);
  };
  for (int i = 0; i < 50'000; ++i) {
    const Interval y1 = random.interval(number);
    const Interval y2 = random.interval(number);
    const Interval x1 = random.part_of(y1);
    const Interval x2 = random.part_of(y2);
    ASSERT_TRUE((y1 + y2).contains(x1 + x2));
    ASSERT_TRUE((y1 - y2).contains(x1 - x2));
    ASSERT_TRUE((y1 * y2).contains(x1 * x2));
    ASSERT_TRUE((y1 / y2).contains(x1 / x2));
    ASSERT_TRUE(sqr(y1).contains(sqr(x1)));
    ASSERT_TRUE(sqrt(y1).contains(sqrt(x1)));
    ASSERT_TRUE(abs(y1).contains(abs(x1)));
    ASSERT_TRUE((-y1).contains(-x1));
  }
}

// The C library's sine is not monotone to the last bit, so two ulps are allowed here.
TEST(Interval, TrigonometryIsInclusionMonotoneUpToRounding) {
  Random random(15);
  for (int i = 0; i < 50'000; ++i) {
    const Interval y = angle_interval(random);
    const Interval x = random.part_of(y);
    const auto wider = [](const Interval& z) {
      return Interval::outward(rounding::down(z.lo()), rounding::up(z.hi()));
    };
    ASSERT_TRUE(wider(sin(y)).contains(sin(x)));
    ASSERT_TRUE(wider(cos(y)).contains(cos(x)));
  }
}

TEST(Interval, MidpointLiesInside) {
  Random random(16);
  for (int i = 0; i < 100'000; ++i) {
    const Interval x = random.interval([&random] { return random.wild_double(); });
    if (x.magnitude() < 1e-300) continue;  // halves of subnormal numbers are not representable
    ASSERT_TRUE(x.contains(x.mid())) << ::testing::PrintToString(x);
    if (std::nextafter(x.lo(), kInfinity) < x.hi()) {
      ASSERT_TRUE(x.lo() < x.mid() && x.mid() < x.hi()) << ::testing::PrintToString(x);
    }
  }
}

TEST(Interval, WidthIsAnUpperBound) {
  Random random(17);
  for (int i = 0; i < 50'000; ++i) {
    const Interval x = random.interval([&random] { return random.wild_double(); });
    const Mpfi exact = Mpfi(x.hi()) - Mpfi(x.lo());
    ASSERT_TRUE(exact.within(Interval(0.0, x.width()))) << ::testing::PrintToString(x);
  }
}

TEST(Interval, DivisionByAnIntervalWithZeroIsTheWholeLine) {
  EXPECT_EQ(Interval(1.0) / Interval(0.0), Interval::entire());
  EXPECT_EQ(Interval(1.0) / Interval(0.0, 1.0), Interval::entire());
  EXPECT_EQ(Interval(1.0) / Interval(-1.0, 1.0), Interval::entire());
}

TEST(Interval, OperationsOfZeroStayTiny) {
  EXPECT_EQ(Interval(0.0) * Interval::entire(), Interval(0.0));
  EXPECT_LE((Interval(0.0) + Interval(0.0)).magnitude(), 1e-280);
}

}  // namespace
}  // namespace graze
