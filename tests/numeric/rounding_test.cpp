// SPDX-License-Identifier: Apache-2.0
// These fail when a compiler folds the outward rounding away: at compile time, in a register too wide, by contraction,
// or by reassociation. Operands come in every disguise: constants the optimiser sees through, and volatile ones.
#include <gtest/gtest.h>

#include "support/contains.hpp"
#include "support/mpfi.hpp"

namespace graze {
namespace {

using graze::testing::Mpfi;

double hidden(double x) {
  volatile double y = x;
  return y;
}

#define EXPECT_STRICTLY_HOLDS(interval, exact) EXPECT_TRUE((exact).strictly_within(interval)) << #interval

TEST(Rounding, ConstantOperandsAreRoundedOutward) {
  constexpr Interval kTenth(0.1);
  constexpr Interval kFifth(0.2);
  constexpr Interval kThird(3.0);
  EXPECT_STRICTLY_HOLDS(kTenth + kFifth, Mpfi(0.1) + Mpfi(0.2));
  EXPECT_STRICTLY_HOLDS(kTenth - kFifth, Mpfi(0.1) - Mpfi(0.2));
  EXPECT_STRICTLY_HOLDS(kTenth * kFifth, Mpfi(0.1) * Mpfi(0.2));
  EXPECT_STRICTLY_HOLDS(kTenth / kThird, Mpfi(0.1) / Mpfi(3.0));
  EXPECT_STRICTLY_HOLDS(Interval(1.0) + Interval(0x1p-60), Mpfi(1.0) + Mpfi(0x1p-60));
  EXPECT_STRICTLY_HOLDS(Interval(1.0) - Interval(0x1p-60), Mpfi(1.0) - Mpfi(0x1p-60));
  EXPECT_STRICTLY_HOLDS(sqr(kTenth), sqr(Mpfi(0.1)));
  EXPECT_STRICTLY_HOLDS(sqrt(Interval(2.0)), sqrt(Mpfi(2.0)));
  EXPECT_STRICTLY_HOLDS(sin(Interval(1.0)), sin(Mpfi(1.0)));
  EXPECT_STRICTLY_HOLDS(cos(Interval(1.0)), cos(Mpfi(1.0)));
}

TEST(Rounding, HiddenOperandsAreRoundedOutward) {
  const Interval tenth(hidden(0.1));
  const Interval fifth(hidden(0.2));
  const Interval third(hidden(3.0));
  EXPECT_STRICTLY_HOLDS(tenth + fifth, Mpfi(0.1) + Mpfi(0.2));
  EXPECT_STRICTLY_HOLDS(tenth - fifth, Mpfi(0.1) - Mpfi(0.2));
  EXPECT_STRICTLY_HOLDS(tenth * fifth, Mpfi(0.1) * Mpfi(0.2));
  EXPECT_STRICTLY_HOLDS(tenth / third, Mpfi(0.1) / Mpfi(3.0));
  EXPECT_STRICTLY_HOLDS(Interval(hidden(1.0)) + Interval(hidden(0x1p-60)), Mpfi(1.0) + Mpfi(0x1p-60));
  EXPECT_STRICTLY_HOLDS(Interval(hidden(1.0)) - Interval(hidden(0x1p-60)), Mpfi(1.0) - Mpfi(0x1p-60));
  EXPECT_STRICTLY_HOLDS(sqr(tenth), sqr(Mpfi(0.1)));
  EXPECT_STRICTLY_HOLDS(sqrt(Interval(hidden(2.0))), sqrt(Mpfi(2.0)));
}

TEST(Rounding, ConstantAndHiddenOperandsGiveTheSameBits) {
  EXPECT_EQ(Interval(0.1) + Interval(0.2), Interval(hidden(0.1)) + Interval(hidden(0.2)));
  EXPECT_EQ(Interval(0.1) * Interval(0.3), Interval(hidden(0.1)) * Interval(hidden(0.3)));
  EXPECT_EQ(Interval(0.1) / Interval(0.3), Interval(hidden(0.1)) / Interval(hidden(0.3)));
  EXPECT_EQ(sqr(Interval(0.1)), sqr(Interval(hidden(0.1))));
}

// x + y - x is y in real numbers: a compiler that reassociates would return it without the error it must carry.
TEST(Rounding, SumsAreNotReassociated) {
  const Interval x(hidden(1.0));
  const Interval y(hidden(0x1p-60));
  const Interval back = (x + y) - x;
  EXPECT_TRUE(back.contains(0x1p-60));
  EXPECT_GE(back.width(), 0x1p-53);
}

// a * b + c with the product's rounding error as the result: contraction of only one end would lose it.
TEST(Rounding, ProductsKeepTheirError) {
  const double a = hidden(1.0 + 0x1p-30);
  const double product = a * a;
  const Interval error = Interval(a) * Interval(a) - Interval(hidden(product));
  EXPECT_STRICTLY_HOLDS(error, Mpfi(a) * Mpfi(a) - Mpfi(product));
  EXPECT_LE(error.magnitude(), 0x1p-49);
}

TEST(Rounding, AMillionTenthsHoldTheExactSum) {
  Interval sum(0.0);
  const Interval tenth(hidden(0.1));
  for (int i = 0; i < 1'000'000; ++i) sum += tenth;
  EXPECT_STRICTLY_HOLDS(sum, Mpfi(0.1) * Mpfi(1'000'000.0));
  EXPECT_LT(sum.width(), 1e-4);
}

TEST(Rounding, LongProductsHoldTheExactPower) {
  Interval product(1.0);
  Mpfi exact(1.0);
  const Interval factor(hidden(1.0 + 0x1p-20));
  for (int i = 0; i < 1000; ++i) {
    product *= factor;
    exact = exact * Mpfi(1.0 + 0x1p-20);
  }
  EXPECT_STRICTLY_HOLDS(product, exact);
  EXPECT_LT(product.width(), 1e-12);
}

// Subnormal results must not vanish, flushed to zero or not.
TEST(Rounding, UnderflowIsCovered) {
  const Interval tiny(hidden(0x1p-600));
  EXPECT_STRICTLY_HOLDS(tiny * tiny, Mpfi(0x1p-600) * Mpfi(0x1p-600));
  EXPECT_STRICTLY_HOLDS(tiny / Interval(hidden(0x1p600)), Mpfi(0x1p-600) / Mpfi(0x1p600));
  EXPECT_TRUE((sqr(Mpfi(0x1p-600))).within(sqr(tiny)));
}

}  // namespace
}  // namespace graze
