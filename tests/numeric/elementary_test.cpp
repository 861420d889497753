// SPDX-License-Identifier: Apache-2.0
// The elementary functions keep the errors that are proved for them, against MPFR at 200 bits and more.
#include <bit>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <mpfr.h>

#include "numeric/axis_angle.hpp"
#include "numeric/elementary/elementary.hpp"
#include "numeric/exact/parts.hpp"
#include "support/random.hpp"

namespace graze {
namespace {

using graze::testing::Random;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kCases = 40'000;  // for each function and kind of argument

class Real {
 public:
  explicit Real(mpfr_prec_t bits) { mpfr_init2(x_, bits); }
  explicit Real(double x) : Real(mpfr_prec_t{53}) { mpfr_set_d(x_, x, MPFR_RNDN); }
  Real(const Real&) = delete;
  Real& operator=(const Real&) = delete;
  ~Real() { mpfr_clear(x_); }

  mpfr_ptr get() { return x_; }
  // How far a result is from this, in ulps of the result; below the normal numbers the error is allowed to be 2^-1022.
  double ulps_to(double result) {
    const double nearest = mpfr_get_d(x_, MPFR_RNDN);
    if (!std::isfinite(result) || !std::isfinite(nearest)) return result == nearest ? 0.0 : kInfinity;
    if (std::abs(nearest) < 0x1p-1022) return std::abs(result - nearest) <= 0x1p-1022 ? 0.0 : kInfinity;
    mpfr_sub_d(x_, x_, result, MPFR_RNDN);
    return std::abs(mpfr_get_d(x_, MPFR_RNDN)) / std::ldexp(1.0, std::ilogb(result) - 52);
  }

 private:
  mpfr_t x_;
};

constexpr mpfr_prec_t kBits = 240;

using Function = double (*)(double);
using Exactly = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

template <class Argument>
void check(Function function, Exactly exactly, double ulps, Argument argument, std::uint64_t seed, int cases = kCases) {
  Random random(seed);
  for (int i = 0; i < cases; ++i) {
    const double x = argument(random);
    Real at(x), exact(kBits);
    exactly(exact.get(), at.get(), MPFR_RNDN);
    const double error = exact.ulps_to(function(x));
    ASSERT_LE(error, ulps) << "at " << std::hexfloat << x;
  }
}

double plain_angle(Random& random) { return random.uniform(-7.0, 7.0); }
double any_angle(Random& random) { return random.with_exponent(-1060, 1023); }
double moderate_angle(Random& random) { return random.with_exponent(-30, 24); }
// The doubles around a multiple of pi/2, where sine or cosine nearly vanish.
double multiple_of_quarter(Random& random) {
  double x = std::round(random.with_exponent(0, 40)) * (std::numbers::pi / 2);
  for (int k = random.below(3); k > 0; --k) x = std::nextafter(x, random.sign() * kInfinity);
  return x;
}

TEST(Elementary, SineAndCosineAreWithinAnUlp) {
  std::uint64_t seed = 1;
  for (const auto argument : {plain_angle, any_angle, moderate_angle, multiple_of_quarter}) {
    check(portable::sin, mpfr_sin, 0.98, argument, ++seed, kCases / 2);
    check(portable::cos, mpfr_cos, 0.98, argument, ++seed, kCases / 2);
  }
}

TEST(Elementary, TheDoubleClosestToAMultipleOfAQuarterTurnIsReducedExactly) {
  // 6381956970095103 2^797 is within 2^-60.9 of a multiple of pi/2 (Kahan's example).
  for (const double x : {std::ldexp(6381956970095103.0, 797), -std::ldexp(6381956970095103.0, 797), 0x1p1023, 11.0,
                         22.0, 355.0, 0x1.921fb54442d18p+0, 0x1.921fb54442d18p+1, 1048576.0, 1048577.0}) {
    Real sine(mpfr_prec_t{1400}), cosine(mpfr_prec_t{1400}), at(x);
    mpfr_sin_cos(sine.get(), cosine.get(), at.get(), MPFR_RNDN);
    const portable::SineCosine both = portable::sin_cos(x);
    EXPECT_LE(sine.ulps_to(both.sine), 0.98) << x;
    EXPECT_LE(cosine.ulps_to(both.cosine), 0.98) << x;
  }
}

TEST(Elementary, SineAndCosineAtOnceAreThoseAlone) {
  Random random(3);
  for (int i = 0; i < kCases; ++i) {
    const double x = i % 2 == 0 ? moderate_angle(random) : any_angle(random);
    const portable::SineCosine both = portable::sin_cos(x);
    ASSERT_EQ(both.sine, portable::sin(x)) << x;
    ASSERT_EQ(both.cosine, portable::cos(x)) << x;
    ASSERT_EQ(portable::sin(-x), -both.sine) << x;
    ASSERT_EQ(portable::cos(-x), both.cosine) << x;
  }
}

TEST(Elementary, AnglesOfPointsAreWithinAnUlp) {
  Random random(4);
  for (int i = 0; i < 2 * kCases; ++i) {
    double x = random.with_exponent(-3, 3);
    double y = random.with_exponent(-3, 3);
    if (i % 4 == 1) x = random.wild_double(), y = random.wild_double();
    if (i % 4 == 2) y = x * random.below(65) / 32.0 * (1.0 + random.with_exponent(-52, -5));
    if (i % 4 == 3) y = x * random.with_exponent(-60, 60);
    Real exact(kBits), across(x), up(y);
    mpfr_atan2(exact.get(), up.get(), across.get(), MPFR_RNDN);
    ASSERT_LE(exact.ulps_to(portable::atan2(y, x)), 0.51) << std::hexfloat << y << " " << x;
  }
}

TEST(Elementary, AnglesOnTheAxesAndAtInfinityAreThoseOfC) {
  const double values[] = {0.0, -0.0, 1.0, -1.0, kInfinity, -kInfinity, 5e-324, 1e308};
  for (const double y : values)
    for (const double x : values) {
      const double angle = portable::atan2(y, x);
      EXPECT_DOUBLE_EQ(angle, std::atan2(y, x)) << y << " " << x;
      EXPECT_EQ(std::signbit(angle), std::signbit(std::atan2(y, x))) << y << " " << x;
    }
}

TEST(Elementary, ExponentialsAreWithinAnUlp) {
  const auto wide = [](Random& random) { return random.uniform(-760.0, 720.0); };
  const auto narrow = [](Random& random) { return random.uniform(-1.0, 1.0); };
  const auto tiny = [](Random& random) { return random.with_exponent(-1060, 3); };
  check(portable::exp, mpfr_exp, 0.54, wide, 5);
  check(portable::exp, mpfr_exp, 0.54, tiny, 6);
  check(portable::expm1, mpfr_expm1, 0.9, wide, 7);
  check(portable::expm1, mpfr_expm1, 0.9, narrow, 8);
  check(portable::expm1, mpfr_expm1, 0.9, tiny, 9);
}

TEST(Elementary, LogarithmsAreWithinAnUlp) {
  const auto positive = [](Random& random) { return std::abs(random.with_exponent(-1074, 1023)); };
  const auto near_one = [](Random& random) { return 1.0 + random.with_exponent(-52, -2); };
  const auto above = [](Random& random) { return std::abs(random.with_exponent(-1060, 1020)); };
  const auto around_zero = [](Random& random) { return random.with_exponent(-70, -1); };
  check(portable::log, mpfr_log, 0.51, positive, 10);
  check(portable::log, mpfr_log, 0.51, near_one, 11);
  check(portable::log1p, mpfr_log1p, 0.51, above, 12);
  check(portable::log1p, mpfr_log1p, 0.51, around_zero, 13);
}

TEST(Elementary, CubeRootsAreWithinAnUlp) {
  const auto any = [](Random& random) { return random.with_exponent(-1070, 1022); };
  const auto narrow = [](Random& random) { return random.uniform(1.0, 8.0); };
  check(portable::cbrt, mpfr_cbrt, 0.51, any, 14);
  check(portable::cbrt, mpfr_cbrt, 0.51, narrow, 15);
  for (int i = -50; i <= 50; ++i) EXPECT_EQ(portable::cbrt(1.0 * i * i * i), i);
}

TEST(Elementary, PowersAreWithinAnUlp) {
  Random random(16);
  for (int i = 0; i < 2 * kCases; ++i) {
    const double x = i % 2 == 0 ? std::abs(random.with_exponent(-1060, 1020)) : 1.0 + random.with_exponent(-45, -1);
    // From 0 to infinity, and not much beyond.
    const double y = i % 3 == 0 ? random.uniform(-3.0, 3.0) : random.uniform(-750.0, 715.0) / std::log(x);
    if (!std::isfinite(y)) continue;
    Real exact(kBits), base(x), exponent(y);
    mpfr_pow(exact.get(), base.get(), exponent.get(), MPFR_RNDN);
    ASSERT_LE(exact.ulps_to(portable::pow(x, y)), 0.75) << std::hexfloat << x << " " << y;
  }
}

TEST(Elementary, ValuesAtTheEndsAreThoseOfC) {
  EXPECT_EQ(portable::exp(-kInfinity), 0.0);
  EXPECT_EQ(portable::exp(kInfinity), kInfinity);
  EXPECT_EQ(portable::expm1(-kInfinity), -1.0);
  EXPECT_EQ(portable::expm1(kInfinity), kInfinity);
  EXPECT_EQ(portable::log(0.0), -kInfinity);
  EXPECT_EQ(portable::log(kInfinity), kInfinity);
  EXPECT_EQ(portable::log1p(-1.0), -kInfinity);
  EXPECT_EQ(portable::pow(0.0, 2.0), 0.0);
  EXPECT_EQ(portable::pow(0.0, -2.0), kInfinity);
  EXPECT_EQ(portable::pow(kInfinity, -0.5), 0.0);
  EXPECT_EQ(portable::pow(0.5, kInfinity), 0.0);
  EXPECT_EQ(portable::pow(2.0, kInfinity), kInfinity);
  EXPECT_EQ(portable::pow(7.0, 0.0), 1.0);
  EXPECT_EQ(portable::cbrt(-8.0), -2.0);
  for (const double none :
       {portable::sin(kInfinity), portable::cos(std::nan("")), portable::log(-1.0), portable::log1p(-2.0),
        portable::pow(-2.0, 0.5), portable::pow(2.0, std::nan("")), portable::exp(std::nan("")),
        portable::expm1(std::nan("")), portable::atan2(std::nan(""), 1)})
    EXPECT_TRUE(std::isnan(none));
}

TEST(Elementary, ProductsInTwoPartsAreGoodTo104Bits) {
  Random random(17);
  for (int i = 0; i < kCases; ++i) {
    const double a = random.with_exponent(-100, 100);
    const double b = i % 2 == 0 ? a : random.with_exponent(-100, 100);
    const Exact product = split_product(a, b);
    ASSERT_EQ(product.value, a * b);
    ASSERT_LE(std::abs(std::fma(a, b, -product.value) - product.rest), 0x1p-104 * std::abs(a * b));
  }
}

TEST(AxisAngle, TurnsAsEigenDoes) {
  Random random(18);
  for (int i = 0; i < 1000; ++i) {
    const AxisAngle turn{random.direction(), random.uniform(-7.0, 7.0)};
    const Eigen::AngleAxisd same(turn.angle, turn.axis);
    EXPECT_TRUE(matrix_of(turn).isApprox(same.toRotationMatrix(), 1e-14));
    EXPECT_TRUE(quaternion_of(turn).isApprox(Eigen::Quaterniond(same), 1e-14));
    const AxisAngle back = axis_angle_of(quaternion_of(turn));
    EXPECT_LE(back.angle, std::numbers::pi);
    EXPECT_TRUE(matrix_of(back).isApprox(same.toRotationMatrix(), 1e-14));
  }
  EXPECT_EQ(axis_angle_of(Eigen::Quaterniond::Identity()).angle, 0.0);
}

}  // namespace
}  // namespace graze
