// SPDX-License-Identifier: Apache-2.0
#include "numeric/stable_norm.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace graze {
namespace {

using Long = Eigen::Matrix<long double, 3, 1>;

double length_error(const Eigen::Vector3d& unit) {
  return static_cast<double>(std::abs(unit.cast<long double>().norm() - 1.0L));
}

// Parts of all sizes beside each other, subnormal ones too.
Eigen::Vector3d any_vector(testing::Random& random) {
  const auto part = [&] {
    return random.chance(0.2) ? 0.0 : random.chance(0.3) ? random.wild_double() : random.any_double();
  };
  const double x = part();
  const double y = part();
  return {x, y, part()};
}

TEST(UnitOf, HasLengthOneForVectorsOfAnySize) {
  testing::Random random(1);
  for (int i = 0; i < 300'000; ++i) {
    const Eigen::Vector3d v = any_vector(random);
    const Eigen::Vector3d unit = unit_of(v);
    if (v.isZero(0.0)) {
      EXPECT_TRUE(unit.isZero(0.0));
      continue;
    }
    ASSERT_LE(length_error(unit), 4 * rounding::kUlp) << v.transpose();
    const Long exact = v.cast<long double>();  // its exponents are wide enough for the squares
    ASSERT_LE(static_cast<double>((unit.cast<long double>() - exact / exact.norm()).norm()), 4 * rounding::kUlp);
  }
}

TEST(UnitOf, HasLengthOneWhereSquaresAreSubnormal) {
  testing::Random random(2);
  for (int exponent = -1074; exponent <= 1020; ++exponent)
    for (int i = 0; i < 20; ++i) {
      const Eigen::Vector3d v = random.vector(std::ldexp(1.0, exponent));
      if (v.isZero(0.0)) continue;
      ASSERT_LE(length_error(unit_of(v)), 4 * rounding::kUlp) << v.transpose();
    }
}

TEST(UnitOf, IsZeroWithoutADirection) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(unit_of(Eigen::Vector3d::Zero()).isZero(0.0));
  EXPECT_TRUE(unit_of({infinity, 0, 0}).isZero(0.0));
  EXPECT_TRUE(unit_of({1, std::numeric_limits<double>::quiet_NaN(), 0}).isZero(0.0));
}

TEST(UpperDistance, IsUnknownIfItIsNotANumber) {
  EXPECT_EQ(upper_distance(-1.0), 0.0);
  EXPECT_EQ(upper_distance(2.0), 2.0);
  EXPECT_EQ(upper_distance(std::numeric_limits<double>::quiet_NaN()), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace graze
