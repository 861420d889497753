// SPDX-License-Identifier: Apache-2.0
#include "numeric/double_double.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "support/real.hpp"

namespace graze {
namespace {

using testing::Random;
using testing::Real;

Real exact(const DoubleDouble& x) { return Real(x.value) + Real(x.rest); }

// Of any sign and many sizes; sometimes a plain double.
DoubleDouble random_number(Random& random) {
  const double value = random.uniform(-1.0, 1.0) * std::ldexp(1.0, random.below(40) - 20);
  if (random.chance(0.3)) return value;
  const auto [v, r] = two_sum(value, random.uniform(-1.0, 1.0) * std::ldexp(value, -53));
  return {v, r};
}

// Close to -x, so that sums cancel.
DoubleDouble nearly_opposite(const DoubleDouble& x, Random& random) {
  const auto [v, r] = two_sum(-x.value, x.rest * random.uniform(-1.0, 1.0));
  return {v, r};
}

void expect_close(const DoubleDouble& computed, const Real& truth, std::uint64_t seed) {
  EXPECT_TRUE(abs(exact(computed) - truth) <= Real(0x1p-103) * abs(truth)) << "seed " << seed;
  EXPECT_LE(std::abs(computed.rest), 0x1p-53 * std::abs(computed.value)) << "seed " << seed;
}

TEST(DoubleDouble, ErrsByLessThanTheStatedPart) {
  for (std::uint64_t seed = 0; seed < 100'000; ++seed) {
    Random random(seed);
    const DoubleDouble x = random_number(random);
    const DoubleDouble y = random.chance(0.3) ? nearly_opposite(x, random) : random_number(random);
    expect_close(x + y, exact(x) + exact(y), seed);
    expect_close(x - y, exact(x) - exact(y), seed);
    expect_close(x * y, exact(x) * exact(y), seed);
    expect_close(x / 3.0, exact(x) / 3, seed);
    expect_close(x / y.value, exact(x) / Real(y.value), seed);
  }
}

TEST(DoubleDouble, DifferencesOfDoublesAreExact) {
  for (std::uint64_t seed = 0; seed < 10'000; ++seed) {
    Random random(seed);
    const double x = random_number(random).value;
    const double y = random_number(random).value;
    EXPECT_TRUE(exact(DoubleDouble(x) - DoubleDouble(y)) == Real(x) - Real(y)) << "seed " << seed;
  }
}

TEST(DoubleDouble, ComparesByBothParts) {
  const DoubleDouble one(1.0);
  const DoubleDouble above(1.0, 0x1p-80);
  EXPECT_TRUE(one < above);
  EXPECT_TRUE(one > DoubleDouble(1.0, -0x1p-80));
  EXPECT_TRUE(above < DoubleDouble(1.5));
  EXPECT_TRUE(magnitude(-above) == above);
}

}  // namespace
}  // namespace graze
