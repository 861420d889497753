// SPDX-License-Identifier: Apache-2.0
// First contacts on every motion: where the answer is known by hand, and at random against static distances.
#include <gtest/gtest.h>

#include <graze/distance.hpp>
#include <graze/features.hpp>
#include <graze/time_of_impact.hpp>

#include "motion/exact_motions.hpp"
#include "query/falling.hpp"

namespace graze::testing {
namespace {

void expect_impact(const Toi& toi, double time) {
  EXPECT_EQ(to_string(toi.verdict), "impact");
  EXPECT_NEAR(toi.bracket.lo(), time, 1e-9);
  EXPECT_LE(toi.bracket.lo(), time);
  EXPECT_GE(toi.bracket.hi(), time - 1e-10);
  EXPECT_LE(toi.separation.hi(), toi.tolerance);
}

// Both ways round, as the answer does not depend on who is first.
void expect_floor_hit(const Motion& motion, const Interval& window, double time) {
  expect_impact(fall(motion, window), time);
  Query query;
  query.window = window;
  expect_impact(time_of_impact(the_floor(), {cube(), motion}, query), time);
}

TEST(BallisticToi, ABoxFallsFromAHeight) {
  const double height = 3.0;
  const Motion motion = Motion::ballistic({{0, 0, 0.5 + height}}, {0.3, 0, 0}, {0, 0, -9.81}, {0, 0, 2});
  expect_floor_hit(motion, {0, 2}, std::sqrt(2 * height / 9.81));
}

TEST(BallisticToi, AThrowThatTurnsJustAboveTheFloorIsFree) {
  // 1e-6 above the floor at t = 1, and up again.
  const Motion motion = Motion::ballistic({{0, 0, 1.5 + 1e-6}}, {0, 0, -2}, {0, 0, 2});
  EXPECT_EQ(to_string(fall(motion, {0, 2}).verdict), "free");
}

TEST(ScrewToi, AdvancesOntoTheFloorWhileTurning) {
  const Motion motion = Motion::screw({{1, 0, 2.5}}, {{0.3, 0.1, 0}, {0, 0, -7}}, 5.0, 1.0);
  expect_floor_hit(motion, {0, 4}, 2.0);
}

TEST(ScrewToi, ADoorSwingsOntoAWall) {
  const Body door{Shape::box({2, 0.2, 0.2}), Motion::screw({{1, 0, 0}}, {}, 1.0, 0.0)};
  const Body wall{Shape::box({10, 1, 1}), Motion::still({0, 1.5, 0})};
  expect_impact(time_of_impact(door, wall), std::asin(1 / std::hypot(2, 0.1)) - std::atan2(0.1, 2));
}

TEST(InterpolatedToi, GoesDownWithAQuarterTurn) {
  const Placement from{{0, 0, 2}};
  const Placement to{{0, 0, 0}, Quaternion(1, 0, 0, 1)};
  expect_floor_hit(Motion::interpolated(from, to), {0, 1}, 0.75);
  expect_floor_hit(Motion::interpolated(from, to, {4, 8}), {4, 8}, 7.0);
}

TEST(SplineToi, TwoPosesAreASmoothStep) {
  // 2 - 2 (3 s^2 - 2 s^3) = 0.5 at the root of 3 s^2 - 2 s^3 = 3/4.
  double s = 0.6;
  for (int k = 0; k < 50; ++k) s -= (s * s * (3 - 2 * s) - 0.75) / (6 * s * (1 - s));
  expect_floor_hit(Motion::spline({0, 1}, {{{0, 0, 2}}, {{0, 0, 0}, Quaternion(1, 0, 0, 1)}}), {-1, 2}, s);
}

// The bodies are apart up to the answer, and within the tolerance there.
class RandomToi : public ::testing::TestWithParam<MotionKind> {};

double distance_at(const Body& a, const Body& b, double t) {
  return distance(a.shape, a.motion.pose(t), b.shape, b.motion.pose(t)).lower;
}

TEST_P(RandomToi, StaysApartUntilTheAnswer) {
  Random random(71);
  Query query;
  query.window = {-1.5, 4.0};
  int impacts = 0;
  for (int i = 0; i < 60; ++i) {
    const Body a{Shape::box({0.8, 0.5, 0.3}), GetParam().make(random, Range::Moderate).motion};
    const Body b{Shape::box({0.5, 0.6, 0.7}),
                 motion_kinds()[i % motion_kinds().size()].make(random, Range::Moderate).motion};
    const Toi toi = time_of_impact(a, b, query);
    if (toi.verdict == Verdict::InitialContact) continue;
    ASSERT_TRUE(toi.verdict == Verdict::Free || toi.verdict == Verdict::Impact) << "case " << i;
    for (int k = 0; k <= 100; ++k) {
      const double t = query.window.lo() + (toi.safe_until() - query.window.lo()) * k / 100.0;
      ASSERT_GT(distance_at(a, b, t), 0.0) << "case " << i << " at " << t;
    }
    if (toi.verdict == Verdict::Free) continue;
    ++impacts;
    ASSERT_LE(toi.separation.hi(), 1e-9) << "case " << i;
    ASSERT_LE(distance_at(a, b, toi.bracket.lo()), 1e-9) << "case " << i;
  }
  EXPECT_GT(impacts, 5);
}

INSTANTIATE_TEST_SUITE_P(Motions, RandomToi, ::testing::ValuesIn(motion_kinds()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace graze::testing
