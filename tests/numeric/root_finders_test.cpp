// SPDX-License-Identifier: Apache-2.0
// BBOI and HRFOI: never later than the first root that counts, never missing one, and within eps_t of it.
#include "numeric/root_finders.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <graze/taylor2.hpp>

#include "support/contains.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace graze {
namespace {

using graze::testing::Random;
using graze::testing::Real;

constexpr auto kEverywhere = [](const Interval&) { return true; };

// The two forms of a function that the finders take, made from one generic formula.
template <class Formula>
auto range_of(const Formula& f) {
  return [f](const Interval& t) { return f(Taylor2<Interval>::variable(t)).value; };
}
template <class Formula>
auto parabola_of(const Formula& f) {
  return [f](const Interval& t) {
    const Taylor2<Interval> start = f(Taylor2<Interval>::variable(Interval(t.lo())));
    const Taylor2<Interval> all = f(Taylor2<Interval>::variable(t));
    return InclusionParabola{start.value, start.first, Interval(0.5) * all.second, t};
  };
}

struct Bboi {
  template <class Formula, class Gamma>
  static std::optional<Interval> find(const Formula& f, const Gamma& gamma, const Interval& domain, double eps) {
    return bboi(range_of(f), gamma, domain, eps);
  }
};
struct Hrfoi {
  template <class Formula, class Gamma>
  static std::optional<Interval> find(const Formula& f, const Gamma& gamma, const Interval& domain, double eps) {
    return hrfoi(parabola_of(f), gamma, domain, eps);
  }
};

template <class Finder>
class RootFinder : public ::testing::Test {};
using Finders = ::testing::Types<Bboi, Hrfoi>;
TYPED_TEST_SUITE(RootFinder, Finders);

// The answer starts no later than the root and reaches it within `slack`.
void expect_first_root(const std::optional<Interval>& found, double root, double slack) {
  ASSERT_TRUE(found.has_value());
  EXPECT_LE(found->lo(), root);
  EXPECT_GE(found->hi(), root - slack);
  EXPECT_LE(found->hi() - found->lo(), slack);
}

constexpr double kEps = 1e-10;

TYPED_TEST(RootFinder, FindsASimpleRoot) {
  const auto f = [](const auto& t) { return t * t - 2.0; };
  expect_first_root(TypeParam::find(f, kEverywhere, {0.0, 2.0}, kEps), std::sqrt(2.0), 2 * kEps);
}

TYPED_TEST(RootFinder, FindsTheFirstOfMany) {
  const auto f = [](const auto& t) { return sin(t * 50.0 + 1.0); };
  expect_first_root(TypeParam::find(f, kEverywhere, {0.0, 10.0}, kEps), (std::numbers::pi - 1.0) / 50, 2 * kEps);
}

TYPED_TEST(RootFinder, RootsAtTheEndsCount) {
  const auto at_start = [](const auto& t) { return t * 3.0; };
  expect_first_root(TypeParam::find(at_start, kEverywhere, {0.0, 1.0}, kEps), 0.0, kEps);
  const auto at_end = [](const auto& t) { return t - 1.0; };
  expect_first_root(TypeParam::find(at_end, kEverywhere, {0.0, 1.0}, kEps), 1.0, kEps);
  const auto touching_end = [](const auto& t) { return (t - 1.0) * (t - 1.0); };
  const auto found = TypeParam::find(touching_end, kEverywhere, {0.0, 1.0}, 1e-9);
  ASSERT_TRUE(found.has_value());
  EXPECT_LE(found->lo(), 1.0);
  EXPECT_GE(found->hi(), 1.0 - 1e-6);  // a double root is known to the root of the rounding error
}

TYPED_TEST(RootFinder, DoubleRootsAreFound) {
  const auto f = [](const auto& t) { return (t - 0.375) * (t - 0.375); };
  const auto found = TypeParam::find(f, kEverywhere, {0.0, 1.0}, kEps);
  ASSERT_TRUE(found.has_value());
  EXPECT_LE(found->lo(), 0.375);
  EXPECT_GE(found->hi(), 0.375 - 1e-6);
}

TYPED_TEST(RootFinder, NearMissesAreNoRoots) {
  const auto f = [](const auto& t) { return (t - 0.375) * (t - 0.375) + 1e-9; };
  EXPECT_FALSE(TypeParam::find(f, kEverywhere, {0.0, 1.0}, kEps).has_value());
}

TYPED_TEST(RootFinder, HorizontalPiecesAreRootsAtTheirStart) {
  const auto zero = [](const auto& t) { return t * 0.0; };
  expect_first_root(TypeParam::find(zero, kEverywhere, {2.0, 3.0}, kEps), 2.0, kEps);
  const auto constant = [](const auto& t) { return t * 0.0 + 1.0; };
  EXPECT_FALSE(TypeParam::find(constant, kEverywhere, {2.0, 3.0}, kEps).has_value());
}

// A stretch of zeros of which only the later part counts.
TYPED_TEST(RootFinder, HorizontalPiecesStartWhereGammaAllows) {
  const auto zero = [](const auto& t) { return t * 0.0; };
  const auto late = [](const Interval& t) { return t.hi() >= 2.7; };
  expect_first_root(TypeParam::find(zero, late, {2.0, 3.0}, 1e-3), 2.7, 2e-3);
}

TYPED_TEST(RootFinder, EmptyDomainsHaveNoRoots) {
  const auto zero = [](const auto& t) { return t * 0.0; };
  EXPECT_FALSE(TypeParam::find(zero, kEverywhere, {1.0, 0.0}, kEps).has_value());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(TypeParam::find(zero, kEverywhere, {nan, nan}, kEps).has_value());
}

TYPED_TEST(RootFinder, PointDomainsAreLookedAt) {
  const auto f = [](const auto& t) { return t - 0.5; };
  const auto found = TypeParam::find(f, kEverywhere, {0.5, 0.5}, kEps);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(*found, Interval(0.5));
  EXPECT_FALSE(TypeParam::find(f, kEverywhere, {0.6, 0.6}, kEps).has_value());
}

// eps_t = 0, and domains far from zero where a midpoint comes out as an end: both must end.
TYPED_TEST(RootFinder, EndsWhenTheMidpointIsAnEnd) {
  const auto f = [](const auto& t) { return t * t - 2.0; };
  expect_first_root(TypeParam::find(f, kEverywhere, {0.0, 2.0}, 0.0), std::sqrt(2.0), 1e-14);
  const double far = 1e15;
  const auto g = [far](const auto& t) { return t - (far + 1.0); };
  expect_first_root(TypeParam::find(g, kEverywhere, {far, far + 4.0}, 1e-12), far + 1.0, 1.0);
  const auto zero = [](const auto& t) { return t * 0.0; };
  EXPECT_TRUE(TypeParam::find(zero, kEverywhere, {-1e300, 1e300}, 0.0).has_value());
}

// The seed's Algorithm 2 keeps only the bracket of the first root of f: when gamma rejects it, a later one is lost.
TYPED_TEST(RootFinder, GammaRejectsTheFirstRootAndKeepsTheSecond) {
  const auto f = [](const auto& t) { return (t - 0.25) * (t - 0.75); };
  const auto late = [](const Interval& t) { return t.hi() >= 0.5; };
  expect_first_root(TypeParam::find(f, late, {0.0, 1.0}, kEps), 0.75, 2 * kEps);
}

TYPED_TEST(RootFinder, GammaRejectsAllButTheLastOfMany) {
  const auto f = [](const auto& t) { return sin(t * 40.0); };
  const double last = 12 * std::numbers::pi / 40;
  const auto late = [last](const Interval& t) { return t.hi() >= last - 1e-3; };
  expect_first_root(TypeParam::find(f, late, {0.0, 1.0}, kEps), last, 2 * kEps);
}

TYPED_TEST(RootFinder, GammaRejectsTwoCloseRootsAndKeepsTheThird) {
  const auto f = [](const auto& t) { return (t - 0.5) * (t - 0.5000001) * (t - 0.5000002); };
  const auto late = [](const Interval& t) { return t.hi() >= 0.50000015; };
  expect_first_root(TypeParam::find(f, late, {0.0, 1.0}, 1e-9), 0.5000002, 1e-6);
}

TYPED_TEST(RootFinder, GammaRejectsADoubleRootAndKeepsALaterOne) {
  const auto f = [](const auto& t) { return (t - 0.25) * (t - 0.25) * (t - 0.75); };
  const auto late = [](const Interval& t) { return t.hi() >= 0.5; };
  expect_first_root(TypeParam::find(f, late, {0.0, 1.0}, 1e-8), 0.75, 2e-8);
}

TYPED_TEST(RootFinder, NothingWhenGammaRejectsAll) {
  const auto f = [](const auto& t) { return (t - 0.25) * (t - 0.75); };
  EXPECT_FALSE(TypeParam::find(
                   f, [](const Interval&) { return false; }, {0.0, 1.0}, kEps)
                   .has_value());
}

// Products of (t - r) with known roots r, scaled wildly; gamma keeps those after a random time.
TYPED_TEST(RootFinder, RandomPolynomialsWithKnownRoots) {
  Random random(51);
  for (int i = 0; i < 2'000; ++i) {
    std::vector<double> roots(static_cast<std::size_t>(1 + random.below(5)));
    for (double& r : roots) r = random.chance(0.2) ? random.below(5) * 0.25 : random.uniform(-0.5, 1.5);
    const double scale = random.sign() * random.magnitude(1e-20, 1e20);
    const auto f = [&roots, scale](const auto& t) {
      auto product = t * 0.0 + scale;
      for (const double r : roots) product = product * (t - r);
      return product;
    };
    const double from = random.chance(0.5) ? 0.0 : random.uniform(0.0, 1.0);
    const auto late = [from](const Interval& t) { return t.hi() >= from; };
    double first = 2.0;
    for (const double r : roots)
      if (r >= from && r <= 1.0) first = std::min(first, r);
    const auto found = TypeParam::find(f, late, {0.0, 1.0}, 1e-9);
    if (first <= 1.0) {
      ASSERT_TRUE(found.has_value()) << "case " << i;
      ASSERT_LE(found->lo(), first) << "case " << i;
    }
    if (found) {
      // What is reported must be nearly a root: |f| at most what eps_t and a rounding of the terms allow.
      double product = 1.0;
      for (const double r : roots) product *= std::abs(found->mid() - r);
      ASSERT_LE(product, 1e-8) << "case " << i;
    }
  }
}

// Sums of sines: the truth is a fine scan at 200 bits for a sign change, which only over-estimates the first root.
TYPED_TEST(RootFinder, RandomTrigonometricFunctions) {
  Random random(52);
  for (int i = 0; i < 300; ++i) {
    const double a = random.uniform(-2, 2), b = random.uniform(-2, 2), c = random.uniform(-2, 2);
    const double w1 = random.magnitude(0.5, 40), w2 = random.magnitude(0.5, 40), p = random.uniform(0, 6);
    const auto f = [&](const auto& t) { return sin(t * w1 + p) * a + cos(t * w2) * b + t * c; };
    const auto value = [&](const Real& t) { return Real(a * sin(Real(w1 * t + p)) + b * cos(Real(w2 * t)) + c * t); };
    const auto found = TypeParam::find(f, kEverywhere, {0.0, 1.0}, kEps);
    const double safe = found ? found->lo() : 1.0;
    const int sign = value(Real(0)) > 0 ? 1 : -1;
    for (int k = 0; k <= 2'000; ++k) {
      const double t = k / 2'000.0;
      if (t >= safe) break;
      ASSERT_GT(sign * value(Real(t)).sign(), 0) << "case " << i << " t " << t;
    }
    // The bracket's function value is small: it is a root, or a near miss at the level of rounding.
    if (!found) continue;
    ASSERT_LE(std::abs(graze::testing::to_double(value(Real(found->mid())))), 1e-7) << "case " << i;
  }
}

// Coefficients over the whole range of exponents: nothing may be lost to overflow or underflow.
TYPED_TEST(RootFinder, RootsSurviveExtremeScales) {
  Random random(53);
  for (int i = 0; i < 2'000; ++i) {
    const double root = random.unit();
    const double slope = random.sign() * std::ldexp(1.0 + random.unit(), random.below(1900) - 950);
    const auto f = [&](const auto& t) { return (t - root) * slope; };
    const auto found = TypeParam::find(f, kEverywhere, {0.0, 1.0}, 1e-9);
    ASSERT_TRUE(found.has_value()) << "case " << i;
    ASSERT_LE(found->lo(), root) << "case " << i;
  }
}

}  // namespace
}  // namespace graze
