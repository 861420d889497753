// SPDX-License-Identifier: Apache-2.0
// Motions with corners: a solver that extrapolates across one would be wrong.
#include <gtest/gtest.h>

#include <graze/features.hpp>

#include "query/falling.hpp"
#include "query/piece_by_piece.hpp"

namespace graze::testing {
namespace {

Motion through(const std::vector<double>& times, const std::vector<Vector3>& positions) {
  std::vector<Placement> placements;
  for (const Vector3& position : positions) placements.push_back({position});
  return Motion::waypoints(times, placements);
}

void expect_impact(const Toi& toi, double time) {
  EXPECT_EQ(to_string(toi.verdict), "impact");
  EXPECT_LE(toi.bracket.lo(), time);
  EXPECT_NEAR(toi.bracket.lo(), time, 1e-9);
  EXPECT_LE(toi.separation.hi(), 1e-10);
}

TEST(Corners, ContactInALaterPiece) {
  expect_impact(fall(through({0, 1, 2}, {{-3, 0, 2}, {0, 0, 2}, {0, 0, 0}}), {0, 2}), 1.75);
  expect_impact(fall(through({0, 1, 2, 3}, {{-3, 0, 2}, {0, 0, 2}, {0, 3, 1}, {0, 3, 0}}), {0.5, 9}), 2.5);
}

// Down and up again: extrapolated from before the corner the cube would go through the floor.
TEST(Corners, TurningBackAboveTheFloorIsFree) {
  const Motion motion = through({0, 1, 2}, {{0, 0, 3}, {0, 0, 0.5 + 1e-6}, {0, 0, 3}});
  const Toi toi = fall(motion, {-1, 3});
  EXPECT_EQ(to_string(toi.verdict), "free");
  EXPECT_EQ(toi.bracket, Interval(3));
}

// Up and down again: extrapolated from before the corner it would never come back.
TEST(Corners, TurningBackToTheFloorIsFound) {
  expect_impact(fall(through({0, 1, 2}, {{0, 0, 1}, {0, 0, 5}, {0, 0, 0}}), {0, 2}), 1.9);
}

TEST(Corners, ContactExactlyAtACorner) {
  expect_impact(fall(through({0, 1, 2}, {{0, 0, 3}, {0, 0, 0.5}, {0, 0, 3}}), {0, 2}), 1.0);
  expect_impact(fall(through({0, 1, 2}, {{0, 0, 3}, {0, 0, 0.5}, {3, 0, 0.5}}), {0, 2}), 1.0);
}

TEST(Corners, AGapOfOneRoundingAtACornerIsANearMiss) {
  const double gap = 0x1p-53;
  const Toi toi = fall(through({0, 1, 2}, {{0, 0, 3}, {0, 0, 0.5 + gap}, {0, 0, 3}}), {0, 2});
  expect_impact(toi, 1.0);
}

TEST(Corners, AtRestBeforeAndAfter) {
  const Motion motion = through({0, 1}, {{0, 0, 3}, {0, 0, 1}});
  EXPECT_EQ(to_string(fall(motion, {-5, 10}).verdict), "free");
  EXPECT_EQ(to_string(fall(motion, {-5, -4}).verdict), "free");
  EXPECT_EQ(to_string(fall(motion, {1, 1}).verdict), "free");
  EXPECT_EQ(to_string(fall(motion, {1, 7}).verdict), "free");
}

TEST(Corners, ContactAtTheStartOfTheWindowIsInitial) {
  const Motion motion = through({0, 1, 2}, {{0, 0, 3}, {0, 0, 0.2}, {0, 0, 3}});
  for (const double start : {1.0, 1.05}) {
    const Toi toi = fall(motion, {start, 2});
    EXPECT_EQ(to_string(toi.verdict), "initial_contact");
    EXPECT_EQ(toi.bracket, Interval(start));
  }
}

// A gap of 4 closes at the rate 1 until t = 1, at the rate 2 until t = 1.25, and then at the rate 3.
TEST(Corners, OfBothBodiesCount) {
  const Body a{cube(), through({0, 1, 4}, {{0, 0, 0}, {1, 0, 0}, {7, 0, 0}})};
  const Body b{cube(), through({0, 1.25, 4}, {{5, 0, 0}, {5, 0, 0}, {5 - 2.75, 0, 0}})};
  Query query;
  query.window = {0, 4};
  expect_impact(time_of_impact(a, b, query), 1.25 + 2.5 / 3);
}

TEST(Corners, WhatIsCalledSafeWithinABudgetIsSafe) {
  const Motion motion =
      Motion::waypoints({0, 1, 2, 3}, {{{-3, 0, 2}}, {{0, 0, 2}, Quaternion(1, 1, 0, 0)}, {{0, 3, 1.5}}, {{0, 3, 0}}});
  Query query;
  query.window = {0, 3};
  const Toi whole = time_of_impact({cube(), motion}, the_floor(), query);
  expect_impact(whole, 2 + 2.0 / 3);
  int undecided = 0;
  for (std::uint64_t iterations = 1; iterations < 2000; iterations += 1 + iterations / 8) {
    query.budget.iterations = iterations;
    const Toi toi = time_of_impact({cube(), motion}, the_floor(), query);
    EXPECT_LE(toi.safe_until(), 2 + 2.0 / 3);
    if (toi.verdict != Verdict::Undecided) continue;
    ++undecided;
    EXPECT_EQ(toi.bracket.hi(), 3.0);
  }
  EXPECT_GT(undecided, 3);
}

TEST(Corners, FeatureQueriesKnowThemToo) {
  const Motion motion = through({0, 1, 2}, {{0, 0, 1}, {0, 0, 5}, {0, 0, -5}});
  const std::array<Vector3, 3> face{Vector3(-1, -1, 0), Vector3(1, -1, 0), Vector3(0, 1, 0)};
  FeatureQuery query;
  query.window = {0, 2};
  const FeatureToi toi = vertex_face_toi(Vector3(0, 0, 0), motion, face, Motion(), query);
  EXPECT_EQ(to_string(toi.verdict), "impact");
  EXPECT_NEAR(toi.bracket.lo(), 1.5, 1e-9);
  EXPECT_LE(toi.bracket.lo(), 1.5);
}

// What the parts answer, and what the whole then is.
class PieceByPiece : public ::testing::Test {
 protected:
  Toi solve(const std::vector<Toi>& answers) {
    const Body a{cube(), through({1, 2}, {{0, 0, 3}, {0, 0, 4}})};
    return solve_piece_by_piece(a, the_floor(), query, true, [&](const Body&, const Body&, const Query& part) {
      asked.push_back(part);
      return answers[asked.size() - 1];
    });
  }
  static Toi answer(Verdict verdict, const Interval& bracket) {
    Toi toi;
    toi.verdict = verdict;
    toi.bracket = bracket;
    toi.statistics.node_tests = 10;
    return toi;
  }

  Query query{.window = {0, 3}, .separation = 0.25};
  std::vector<Query> asked;
};

TEST_F(PieceByPiece, AsksInOrderOfTime) {
  const Toi toi = solve({answer(Verdict::Free, 1), answer(Verdict::Free, 2), answer(Verdict::Free, 3)});
  ASSERT_EQ(asked.size(), 3U);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(asked[k].window, Interval(double(k), double(k + 1)));
  EXPECT_EQ(to_string(toi.verdict), "free");
  EXPECT_EQ(toi.bracket, Interval(3));
  EXPECT_EQ(toi.statistics.node_tests, 30U);
}

TEST_F(PieceByPiece, AContactThatOnlyTheLaterPieceSeesIsAnImpactAtTheCorner) {
  Toi later = answer(Verdict::InitialContact, 1);
  later.separation = {0.0, 0.25 + 1e-15};
  const Toi toi = solve({answer(Verdict::Free, 1), later});
  EXPECT_EQ(to_string(toi.verdict), "impact");
  EXPECT_EQ(toi.bracket, Interval(1));
  EXPECT_EQ(toi.separation, Interval(0.25, 0.25 + 1e-15));
  EXPECT_EQ(toi.tolerance, query.tolerance);
}

TEST_F(PieceByPiece, UndecidedReachesToTheEndOfTheWindow) {
  const Toi toi = solve({answer(Verdict::Free, 1), answer(Verdict::Undecided, {1.5, 2})});
  EXPECT_EQ(to_string(toi.verdict), "undecided");
  EXPECT_EQ(toi.bracket, Interval(1.5, 3));
}

TEST_F(PieceByPiece, TheBudgetIsShared) {
  query.budget.iterations = 15;
  const Toi toi = solve({answer(Verdict::Free, 1), answer(Verdict::Free, 2)});
  ASSERT_EQ(asked.size(), 2U);
  EXPECT_EQ(asked[0].budget.iterations, 15U);
  EXPECT_EQ(asked[1].budget.iterations, 5U);
  EXPECT_EQ(to_string(toi.verdict), "undecided");
  EXPECT_EQ(toi.bracket, Interval(2, 3));
}

}  // namespace
}  // namespace graze::testing
