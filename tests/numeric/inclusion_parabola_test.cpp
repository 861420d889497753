// SPDX-License-Identifier: Apache-2.0
// IRD and the bounds of parabolas it rests on, against exact roots at 200 bits.
#include "numeric/inclusion_parabola.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <vector>

#include "support/contains.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace graze {
namespace {

using graze::testing::Random;
using graze::testing::Real;

Real at(double c, double b, double a, const Real& x) { return c + x * (b + a * x); }

// The roots of c + b x + a x^2, in order; equal ones twice.
std::vector<Real> roots_of(double c, double b, double a) {
  if (a == 0) return b == 0 ? std::vector<Real>{} : std::vector<Real>{-Real(c) / b};
  const Real d = Real(b) * b - 4 * Real(a) * c;
  if (d < 0) return {};
  const Real s = sqrt(d);
  const Real q = b < 0 ? Real((s - b) / 2) : Real((-s - b) / 2);
  std::vector<Real> roots{q / a};
  roots.push_back(q == 0 ? Real(0) : Real(c / q));
  std::sort(roots.begin(), roots.end());
  return roots;
}

struct Coefficients {
  double c, b, a;
};

Coefficients random_parabola(Random& random) {
  const auto number = [&random]() -> double {
    switch (random.below(5)) {
      case 0:
        return random.below(9) - 4.0;
      case 1:
        return random.with_exponent(-60, 60);
      case 2:
        return random.with_exponent(-400, 400);
      case 3:
        return 0.0;
      default:
        return random.uniform(-2.0, 2.0);
    }
  };
  if (random.chance(0.3)) {  // two nearly equal roots
    const double r = random.uniform(-2.0, 2.0);
    const double gap = random.chance(0.3) ? 0.0 : random.magnitude(1e-18, 1e-3);
    const double scale = random.with_exponent(-30, 30);
    return {scale * r * (r + gap), -scale * (2 * r + gap), scale};
  }
  const double c = number();
  const double b = number();
  return {c, b, number()};
}

TEST(PositiveUntil, IsNeverPastTheFirstRoot) {
  Random random(61);
  for (int i = 0; i < 200'000; ++i) {
    const auto [c0, b, a] = random_parabola(random);
    const double c = std::abs(c0);
    if (c == 0) continue;
    const double until = positive_until(c, b, a);
    ASSERT_FALSE(std::isnan(until));
    for (const Real& root : roots_of(c, b, a)) {
      if (root < 0) continue;
      ASSERT_TRUE(until <= root) << "case " << i << ": " << c << ' ' << b << ' ' << a << " until " << until;
      break;
    }
  }
}

// x^2 - 2.1 x + 1 has its first root at 0.73; scaled so that the discriminant overflows, nothing later may come out.
TEST(PositiveUntil, OverflowStaysSafe) {
  for (double scale = 1.0; scale < 1e308; scale *= 1e10)
    EXPECT_LE(positive_until(scale, -2.1 * scale, scale), 0.7298437881283576) << scale;
}

// x^2 + 0.5 x - 1 has its root at 0.78.
TEST(PositiveAfter, OverflowStaysSafe) {
  for (double scale = 1.0; scale < 1e308; scale *= 1e10)
    EXPECT_GE(positive_after(-scale, 0.5 * scale, scale, 2.0), 0.7807764064044151) << scale;
}

TEST(PositiveUntil, IsTightForOrdinaryNumbers) {
  Random random(62);
  for (int i = 0; i < 20'000; ++i) {
    const double c = random.uniform(0.1, 2.0);
    const double b = random.uniform(-2.0, 2.0);
    const double a = random.uniform(-2.0, 2.0);
    const auto roots = roots_of(c, b, a);
    const Real d = Real(b) * b - 4 * Real(a) * c;
    if (roots.empty() || abs(d) < 1e-2) continue;
    const Real first = roots[0] >= 0 ? roots[0] : roots[1];
    if (first < 0) {
      ASSERT_TRUE(positive_until(c, b, a) >= 1e300);
    } else {
      ASSERT_TRUE(positive_until(c, b, a) >= first * (1 - 1e-12)) << c << ' ' << b << ' ' << a;
    }
  }
}

TEST(PositiveAfter, IsNeverBeforeTheLastRoot) {
  Random random(63);
  for (int i = 0; i < 200'000; ++i) {
    const auto [c, b, a] = random_parabola(random);
    const double end = random.magnitude(1e-6, 1e6);
    const double after = positive_after(c, b, a, end);
    ASSERT_FALSE(std::isnan(after));
    if (!(after < end)) continue;
    const Real from = Real(after) + Real(after) * 1e-30 + Real(1e-320);
    ASSERT_TRUE(at(c, b, a, from) > 0 || from > end) << "case " << i << ": " << c << ' ' << b << ' ' << a;
    ASSERT_TRUE(at(c, b, a, Real(end)) > 0) << "case " << i << ": " << c << ' ' << b << ' ' << a;
    for (const Real& root : roots_of(c, b, a))
      ASSERT_TRUE(root < from || root > end) << "case " << i << ": " << c << ' ' << b << ' ' << a << " after " << after;
  }
}

// A random quadratic with coefficients in the given intervals is one function the inclusion must hold.
TEST(Ird, KeepsTheFirstRootOfEveryMember) {
  Random random(64);
  const auto widened = [&random](double x) {
    if (random.chance(0.4)) return Interval(x);
    return Interval::around(x, std::abs(x) * random.magnitude(1e-16, 0.1));
  };
  for (int i = 0; i < 100'000; ++i) {
    const auto [c, b, a] = random_parabola(random);
    const double start = random.chance(0.5) ? 0.0 : random.uniform(-100.0, 100.0);
    const Interval domain(start, start + random.magnitude(1e-9, 10.0));
    const InclusionParabola f{widened(c), widened(b), widened(a), domain};
    const auto found = ird(f);
    const double ci = random.inside(f.value), bi = random.inside(f.slope), ai = random.inside(f.half_curvature);
    const Real length = Real(domain.hi()) - domain.lo();
    bool has_root = ci == 0;
    Real first = 0;
    for (const Real& root : roots_of(ci, bi, ai)) {
      if (has_root || root < 0 || root > length) continue;
      has_root = true;
      first = root;
    }
    std::ostringstream message;
    message.precision(17);
    message << "case " << i << ": " << ci << ' ' << bi << ' ' << ai << " on " << ::testing::PrintToString(domain)
            << " first root " << graze::testing::to_text(first)
            << (found ? " in " + ::testing::PrintToString(found->bracket) : "");
    const std::string text = message.str();
    if (has_root) {
      ASSERT_TRUE(found.has_value()) << text;
      ASSERT_TRUE(found->bracket.lo() <= domain.lo() + first) << text;
      ASSERT_TRUE(found->bracket.hi() >= domain.lo() + first) << text;
    }
    if (!found) continue;
    ASSERT_TRUE(domain.contains(found->bracket)) << text;
    ASSERT_TRUE(has_root || !found->certain) << text;
  }
}

TEST(Ird, AnEnclosureOfZeroKeepsTheWholeDomain) {
  const auto found = ird({Interval(0.0), Interval(0.0), Interval(0.0), {1.0, 2.0}});
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->bracket, Interval(1.0, 2.0));
}

TEST(Ird, NoRootGivesNothing) {
  EXPECT_FALSE(ird({Interval(1.0), Interval(0.0), Interval(0.0), {0.0, 1.0}}).has_value());
  EXPECT_FALSE(ird({Interval(-1.0), Interval(0.5), Interval(-1.0, 0.25), {0.0, 1.0}}).has_value());
}

TEST(InclusionParabola, RangesHoldEveryMember) {
  Random random(65);
  for (int i = 0; i < 50'000; ++i) {
    const auto [c, b, a] = random_parabola(random);
    const double start = random.uniform(-100.0, 100.0);
    const Interval domain(start, start + random.magnitude(1e-9, 10.0));
    const InclusionParabola f{Interval(c), Interval(b), Interval(a), domain};
    const double t = random.inside(domain);
    const Real x = Real(t) - domain.lo();
    ASSERT_TRUE(graze::testing::encloses(f.range(), at(c, b, a, x))) << "case " << i;
    ASSERT_TRUE(graze::testing::encloses(f.slope_range(), Real(b + 2 * Real(a) * x))) << "case " << i;
  }
}

}  // namespace
}  // namespace graze
