// SPDX-License-Identifier: Apache-2.0
#include "numeric/exact/root.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace graze {
namespace {

using testing::Random;

// A root numerator / denominator as the factor denominator t - numerator.
struct Fraction {
  int numerator, denominator;
  friend bool operator<(const Fraction& x, const Fraction& y) {
    return x.numerator * y.denominator < y.numerator * x.denominator;
  }
  friend bool operator==(const Fraction& x, const Fraction& y) { return !(x < y) && !(y < x); }
};
Polynomial factor(const Fraction& root) { return Polynomial::line(-root.numerator, root.denominator - root.numerator); }

// Denominators that are no powers of two make roots that are not dyadic.
Fraction random_fraction(Random& random) {
  constexpr int kDenominators[] = {1, 2, 3, 4, 5, 7, 8};
  const int denominator = kDenominators[random.below(7)];
  return {random.below(3 * denominator + 1) - denominator, denominator};
}

bool holds(const ExactRoot& root, const Fraction& x) {
  const auto below = [&](const Dyadic& t) {  // t < x
    return compare({t.value * x.denominator, t.shift}, {x.numerator, 0});
  };
  return root.is_point() ? below(root.lo()) == 0 : below(root.lo()) < 0 && below(root.hi()) > 0;
}

TEST(ExactPolynomial, FindsTheRootsOfProducts) {
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    Random random(seed);
    std::vector<Fraction> all;
    Polynomial p = Polynomial::line(random.chance(0.5) ? 3 : -1, random.chance(0.5) ? 3 : -1);
    const bool constant = p.degree() == 0;
    if (!constant) p = Polynomial::line(1, 1);
    const int count = 1 + random.below(3);
    for (int k = 0; k < count; ++k) {
      all.push_back(k > 0 && random.chance(0.4) ? all.back() : random_fraction(random));
      p = p * factor(all.back());
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::erase_if(all, [](const Fraction& x) { return x < Fraction{0, 1} || Fraction{1, 1} < x; });
    std::vector<ExactRoot> roots = roots_between(p, exactly(0.0), exactly(1.0));
    ASSERT_EQ(roots.size(), all.size()) << "seed " << seed;
    const Fraction other = random_fraction(random);
    const Polynomial q = factor(other) * factor(random_fraction(random));
    for (std::size_t k = 0; k < all.size(); ++k) {
      ASSERT_TRUE(holds(roots[k], all[k])) << "seed " << seed;
      const int expected = (other < all[k]) - (all[k] < other);
      EXPECT_EQ(roots[k].sign_of(factor(other)), expected) << "seed " << seed;
      EXPECT_EQ(roots[k].sign_of(q * factor(all[k])), 0) << "seed " << seed;
      ExactRoot narrow = roots[k];
      narrow.narrow({1, 200});
      EXPECT_TRUE(holds(narrow, all[k])) << "seed " << seed;
      // hi - 2^-200 <= lo, with everything over 2^(200 + both shifts).
      const unsigned shift = 200 + narrow.hi().shift + narrow.lo().shift;
      const Integer lo = narrow.lo().value << (shift - narrow.lo().shift);
      const Integer hi = narrow.hi().value << (shift - narrow.hi().shift);
      EXPECT_LE(hi - lo, Integer(1) << (shift - 200)) << "seed " << seed;
      EXPECT_EQ(narrow.sign_of(factor(other)), expected) << "seed " << seed;
    }
  }
}

TEST(ExactPolynomial, TellsNearlyCommonRootsApart) {
  // 3 t - 1 against a root that differs from a third in the 300th bit.
  const Integer huge = Integer(1) << 300;
  ExactRoot root = roots_between(Polynomial::line(-1, 2) * Polynomial::line(-2, 3), exactly(0.0), exactly(1.0)).at(0);
  EXPECT_EQ(root.sign_of(Polynomial::line(-huge, 2 * huge)), 0);
  EXPECT_EQ(root.sign_of(Polynomial::line(-huge, 2 * huge + 1)), 1);
  EXPECT_EQ(root.sign_of(Polynomial::line(-huge, 2 * huge - 1)), -1);
}

// Roots 2^-700 apart, which halving would take all day to part.
TEST(ExactPolynomial, FindsRootsThatAreVeryClose) {
  const Integer huge = Integer(1) << 700;
  const auto near_third = [&](int k) { return Polynomial::line(-(huge + k), 2 * huge - k); };  // 1/3 + k / (3 huge)
  const Dyadic from = exactly(0.0);
  const Dyadic to = exactly(1.0);
  for (int far = 1; far < 4; ++far) {
    std::vector<ExactRoot> roots = roots_between(near_third(far) * near_third(-1) * near_third(0), from, to);
    ASSERT_EQ(roots.size(), 3u);
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(roots[i].sign_of(near_third(-1)), i > 0 ? 1 : 0);
      EXPECT_EQ(roots[i].sign_of(near_third(0)), i - 1);
      EXPECT_EQ(roots[i].sign_of(near_third(far)), i < 2 ? -1 : 0);
    }
  }
  // Twice the same, beside another one.
  EXPECT_EQ(roots_between(near_third(0) * near_third(1) * near_third(1), from, to).size(), 2u);
  // Nearly a double root, but none; then beside a root.
  const Polynomial none = near_third(0) * near_third(0) + Polynomial::line(1, 1);
  EXPECT_TRUE(roots_between(none, from, to).empty());
  EXPECT_EQ(roots_between(none * near_third(1), from, to).size(), 1u);
  // Ends of the range at roots.
  const Polynomial halves = Polynomial::line(-1, 1) * Polynomial::line(-huge - 1, huge - 1);  // 1/2, 1/2 + 1 / (2 huge)
  const Dyadic second = {huge + 1, 701};
  EXPECT_EQ(roots_between(halves, exactly(0.5), second).size(), 2u);
  EXPECT_EQ(roots_between(halves * near_third(0), exactly(0.5), to).size(), 2u);
  EXPECT_EQ(roots_between(halves, from, exactly(0.5)).size(), 1u);
}

TEST(ExactPolynomial, NoRootsAndConstants) {
  EXPECT_TRUE(roots_between(Polynomial::line(2, 2), exactly(0.0), exactly(1.0)).empty());
  EXPECT_TRUE(roots_between(Polynomial::line(1, 2), exactly(0.0), exactly(1.0)).empty());
  const Polynomial square = Polynomial::line(-1, 1) * Polynomial::line(-1, 1);  // (2 t - 1)^2
  EXPECT_TRUE(roots_between(square + Polynomial::line(1, 1), exactly(0.0), exactly(1.0)).empty());
  EXPECT_EQ(roots_between(square, exactly(0.0), exactly(0.5)).size(), 1u);
  EXPECT_EQ(roots_between(square, exactly(0.5), exactly(0.5)).size(), 1u);
  EXPECT_TRUE(roots_between(square, exactly(0.0), exactly(0.25)).empty());
}

TEST(ExactPolynomial, RoundsToTheNeighbours) {
  EXPECT_EQ(round_down({0, 0}), 0.0);
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    Random random(seed);
    const double x = seed % 3 == 0 ? random.any_double() : random.with_exponent(-60, 3);
    const double next = std::nextafter(x, std::numeric_limits<double>::infinity());
    if (!std::isfinite(next) || x == 0 || next == 0) continue;
    EXPECT_EQ(round_down(exactly(x)), x);
    EXPECT_EQ(round_up(exactly(x)), x);
    const Dyadic between = middle(middle(exactly(x), exactly(next)), random.chance(0.5) ? exactly(x) : exactly(next));
    EXPECT_EQ(round_down(between), x);
    EXPECT_EQ(round_up(between), next);
  }
}

// Found by long_features: near a negative power of two the first guess had the wrong sign, and walking from there to
// the neighbours took for ever.
TEST(ExactPolynomial, RoundsNearPowersOfTwo) {
  for (unsigned bits = 1; bits < 200; ++bits)
    for (const int off : {-1, 0, 1})
      for (const int sign : {-1, 1}) {
        const Dyadic x{Integer(sign * ((Integer(1) << bits) + off)), bits};
        const double below = round_down(x);
        EXPECT_LE(compare(exactly(below), x), 0);
        EXPECT_GT(compare(exactly(std::nextafter(below, 2.0)), x), 0);
        const double above = round_up(x);
        EXPECT_GE(compare(exactly(above), x), 0);
        EXPECT_LT(compare(exactly(std::nextafter(above, -2.0)), x), 0);
      }
}

// Products of lines through near-misses of one point, with coefficients of all lengths, on intervals around it: a sign
// that doubles claim is the sign at both ends and in the middle, and no root is inside.
TEST(RoundedPolynomial, ClaimsOnlySignsThatHold) {
  int claimed = 0;
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    Random random(seed);
    const double center = random.uniform(-2.0, 2.0);
    const double spread = random.magnitude(1e-18, 1.0);
    Polynomial p = Polynomial::constant(Integer(1) << static_cast<unsigned>(random.below(900)));
    const int degree = 1 + random.below(3);
    for (int i = 0; i < degree; ++i) {
      const Dyadic root = exactly(center + spread * random.uniform(-1.0, 1.0));
      const Integer one = Integer(1) << root.shift;
      p = p * Polynomial::line(-root.value, one - root.value);
    }
    const double at = center + spread * random.uniform(-2.0, 2.0);
    const double hi = at + spread * (random.chance(0.3) ? 0.0 : random.magnitude(1e-9, 1.0));
    const int sign = RoundedPolynomial(p).sign_on(at, hi);
    if (sign == 0) continue;
    ++claimed;
    const Dyadic from = exactly(at);
    const Dyadic to = exactly(hi);
    for (const Dyadic& t : {from, middle(from, to), to}) EXPECT_EQ(p.sign_at(t), sign) << seed;
    EXPECT_TRUE(roots_between(p, from, to).empty()) << seed;
  }
  EXPECT_GT(claimed, 2'000);
}

}  // namespace
}  // namespace graze
