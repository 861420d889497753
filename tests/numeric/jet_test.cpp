// SPDX-License-Identifier: Apache-2.0
// A power and its derivatives, over an interval, hold those of every number in it. The truth is exp(e log x) in MPFI.
// (Formulas of all kinds are in tests/surface.)
#include <graze/jet.hpp>

#include <gtest/gtest.h>

#include "support/mpfi.hpp"
#include "support/random.hpp"

namespace graze {
namespace {

using testing::Mpfi;
using testing::Random;

Mpfi exact_power(const Mpfi& x, const Mpfi& exponent) { return exp(exponent * log(x)); }

// A few exponents of surfaces, and any other: most lose digits when one or two are taken off.
double random_exponent(Random& random) {
  constexpr double kOfSurfaces[] = {0.1, 0.2, 0.3, 1.0 / 3, 0.5, 0.9, 2.0, 2.5, 3.0, 8.0};
  return random.chance(0.3) ? kOfSurfaces[random.below(10)] : random.magnitude(1e-6, 20.0);
}

void expect_holds(const Interval& x, const Mpfi& exact, const char* what) {
  EXPECT_TRUE(exact.within(x)) << what << ": " << x.lo() << ", " << x.hi() << " does not hold " << exact;
}

TEST(Jet, PowersHoldTheirDerivatives) {
  Random random(31);
  for (int i = 0; i < 20'000 && !::testing::Test::HasFailure(); ++i) {
    const double exponent = random_exponent(random);
    const double start = random.magnitude(1e-12, 1e12);
    const Interval x(start, random.chance(0.5) ? start : start * random.uniform(1.0, 2.0));
    const Jet<1> y = power(Jet<1>::variable(x, 0), exponent);
    const Mpfi at(random.inside(x));
    const Mpfi e(exponent);
    const Mpfi one(1.0);
    SCOPED_TRACE(::testing::Message() << "case " << i << ": exponent " << exponent << " at " << at);
    expect_holds(y.value, exact_power(at, e), "value");
    expect_holds(y.first[0], e * exact_power(at, e - one), "first");
    expect_holds(y.second[0], e * (e - one) * exact_power(at, e - Mpfi(2.0)), "second");
  }
}

// Far from one, the last digit of an exponent is many digits of the power.
TEST(Jet, PowersWithExponentsThatAreNoDoubles) {
  for (const double x : {1e-300, 1e-100, 1e100, 1e300})
    for (const double exponent : {0.01, 0.1, 0.3, 0x1p-60}) {
      const Mpfi difference = Mpfi(exponent) - Mpfi(1.0);
      expect_holds(power_less(Interval(x), exponent, 1.0), exact_power(Mpfi(x), difference), "power");
    }
}

}  // namespace
}  // namespace graze
