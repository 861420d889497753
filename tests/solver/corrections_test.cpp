// SPDX-License-Identifier: Apache-2.0
// What is corrected in answers of methods: how well poses are known.
#include "solver/corrections.hpp"

#include <gtest/gtest.h>

#include <graze/graze.hpp>

namespace graze::testing {
namespace {

Motion turning(const Vector3& position, const Vector3& velocity) {
  return Motion::constant_velocity(position, Quaternion::Identity(), velocity, {0.3, 0.2, 0.7});
}

// A point at its origin looks the same however it is turned, so the size of the other body counts.
TEST(Corrections, PosesOfAPointAreKnownAsWellAsThoseOfTheOtherBody) {
  const Body point{Shape::convex_hull({{0, 0, 0}}), turning({0.3, 0.2, 3}, {0, 0, -2})};
  const Body box{Shape::box({1, 2, 1.5}), turning({0, 0, 0}, {0, 0, 0})};
  EXPECT_TRUE(poses_are_known(point, box, 1.0));
  EXPECT_TRUE(poses_are_known(box, point, 1.0));
  EXPECT_TRUE(poses_are_known(point, point, 1.0));
  EXPECT_FALSE(poses_are_known(point, box, 1e17));
  EXPECT_FALSE(poses_are_known(box, point, 1e17));
}

TEST(Corrections, APointHitsABoxAtATolerance) {
  const Body point{Shape::convex_hull({{0, 0, 0}}), turning({0.3, 0.2, 3}, {0, 0, -2})};
  const Body box{Shape::box({1, 2, 1.5}), turning({0, 0, 0}, {0, 0, 0})};
  Query query;
  query.window = {0.0, 2.0};
  for (const double tolerance : {1e-10, 1e-13, 1e-14, 1e-16}) {
    query.tolerance = tolerance;
    const Toi toi = time_of_impact(point, box, query);
    EXPECT_EQ(toi.verdict, Verdict::Impact) << tolerance;
    EXPECT_NEAR(toi.bracket.lo(), 1.122921468, 1e-8) << tolerance;
  }
}

}  // namespace
}  // namespace graze::testing
