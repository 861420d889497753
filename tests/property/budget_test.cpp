// SPDX-License-Identifier: Apache-2.0
// Out of budget: the answer is Undecided, what it calls safe is safe, and more budget never takes safety back.
#include <gtest/gtest.h>

#include <chrono>

#include "oracle/case_generator.hpp"
#include "oracle/verify.hpp"

namespace graze::testing {
namespace {

TEST(Budget, WhatIsCalledSafeIsSafe) {
  int undecided = 0;
  for (int i = 0; i < 60; ++i) {
    TestCase test = random_case(111, static_cast<std::uint64_t>(i));
    const Body a = test.a.body();
    const Body b = test.b.body();
    double safe = test.query.window.lo();
    bool decided = false;
    for (std::uint64_t iterations = 1; iterations < 4'000; iterations = iterations * 2 + 1) {
      test.query.budget.iterations = iterations;
      const Toi toi = time_of_impact(a, b, test.query);
      EXPECT_EQ(toi.guarantee, Guarantee::Proved);
      if (toi.verdict == Verdict::Undecided) {
        ++undecided;
        EXPECT_FALSE(decided) << test.name << ": decided with less than " << iterations;
        EXPECT_GE(toi.safe_until(), safe) << test.name << " at " << iterations;
        safe = toi.safe_until();
      } else {
        decided = true;
        // A step back may put an Impact's start a little before what an Undecided one called safe.
        EXPECT_GE(toi.bracket.hi(), safe) << test.name << " at " << iterations;
      }
      if (decided) continue;  // such answers have tests of their own
      for (const std::string& violation : verify(test, toi).violations)
        ADD_FAILURE() << test.name << " at " << iterations << ": " << violation;
    }
  }
  EXPECT_GT(undecided, 50);
}

TEST(Budget, TheSameBudgetGivesTheSameBits) {
  for (int i = 0; i < 60; ++i) {
    TestCase test = random_case(112, static_cast<std::uint64_t>(i));
    test.query.budget.iterations = 40;
    const Toi x = time_of_impact(test.a.body(), test.b.body(), test.query);
    const Toi y = time_of_impact(test.a.body(), test.b.body(), test.query);
    EXPECT_EQ(x.verdict, y.verdict) << test.name;
    EXPECT_EQ(x.bracket, y.bracket) << test.name;
  }
}

TEST(Budget, ADeadlineIsKept) {
  const TriangleMesh mesh = make_torus_knot(2, 3, 1.0, 0.4, 0.15, 200, 16);
  const Body a{Shape::mesh(mesh), Motion::constant_velocity({0, 0, 0}, {1, 0, 0, 0}, {0, 0, 0}, {100, 30, 50})};
  const Body b{Shape::mesh(mesh), Motion::constant_velocity({2.6, 0, 0}, {1, 0, 0, 0}, {0, 0, 0}, {-70, 90, 20})};
  Query query;
  query.window = {0.0, 1e6};
  query.separation = 0.0;
  query.budget.seconds = 0.05;
  const auto start = std::chrono::steady_clock::now();
  const Toi toi = time_of_impact(a, b, query);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  EXPECT_LT(seconds, 2.0);
  if (toi.verdict == Verdict::Undecided) {
    EXPECT_EQ(toi.bracket.hi(), 1e6);
  }
}

TEST(Budget, ADeadlineAlreadyPastGivesNothingFalse) {
  TestCase test = random_case(113, 3);
  test.query.budget.seconds = 1e-12;
  const Toi toi = time_of_impact(test.a.body(), test.b.body(), test.query);
  EXPECT_TRUE(verify(test, toi).violations.empty());
}

TEST(Query, RefusesWhatIsNotAQuestion) {
  const TestCase test = random_case(114, 0);
  const Body a = test.a.body();
  const Body b = test.b.body();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const auto refused = [&](auto change) {
    Query query = test.query;
    change(query);
    EXPECT_THROW(time_of_impact(a, b, query), std::invalid_argument);
  };
  refused([](Query& q) { q.window = {1.0, 0.0}; });
  refused([&](Query& q) { q.window = {0.0, inf}; });
  refused([&](Query& q) { q.window = {nan, 1.0}; });
  refused([](Query& q) { q.separation = -1.0; });
  refused([&](Query& q) { q.separation = nan; });
  refused([](Query& q) { q.tolerance = -1.0; });
  refused([&](Query& q) { q.tolerance = nan; });
}

}  // namespace
}  // namespace graze::testing
