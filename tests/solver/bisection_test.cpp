// SPDX-License-Identifier: Apache-2.0
// Bisection finds what it can see, says that it may have missed the rest, and does miss it.
#include <gtest/gtest.h>

#include <graze/graze.hpp>

namespace graze {
namespace {

Body moving(const Shape& shape, const Vector3& position, const Vector3& velocity) {
  return {shape, Motion::constant_velocity(position, Quaternion::Identity(), velocity, Vector3::Zero())};
}

TEST(Bisection, FindsAContactThatLasts) {
  const Body a{Shape::sphere(0.5), Motion::still({0, 0, 0})};
  const Body b = moving(Shape::box({1, 1, 1}), {3, 0, 0}, {-3, 0, 0});
  const Toi toi = time_of_impact(a, b, {}, Solver::bisection());
  EXPECT_EQ(toi.verdict, Verdict::Impact);
  EXPECT_EQ(toi.guarantee, Guarantee::Sampled);
  EXPECT_NEAR(toi.bracket.lo(), 2.0 / 3.0, 1e-9);
  EXPECT_LE(toi.bracket.lo(), toi.bracket.hi());
  EXPECT_NEAR(toi.contact.approach_speed, 3.0, 1e-3);
  EXPECT_LE(toi.separation.hi(), toi.tolerance * 1.001);
}

TEST(Bisection, ThresholdAndSamplesEndTheHalving) {
  const Body a{Shape::sphere(0.5), Motion::still({0, 0, 0})};
  const Body b = moving(Shape::sphere(0.5), {3, 0, 0}, {-3, 0, 0});
  const Toi coarse = time_of_impact(a, b, {}, Solver::bisection({.samples = 64, .threshold = 0.01}));
  EXPECT_LE(coarse.bracket.width(), 0.01);
  EXPECT_GE(coarse.bracket.width(), 0.005);
  EXPECT_GT(coarse.tolerance, 1e-3);
  const Toi few = time_of_impact(a, b, {}, Solver::bisection({.samples = 3}));
  EXPECT_NEAR(few.bracket.width(), 0.125, 1e-15);
  EXPECT_TRUE(few.bracket.contains(2.0 / 3.0));
}

// A bullet through a sheet is in contact for a ten-thousandth of the window: nobody looks then.
TEST(Bisection, MissesWhatItDoesNotLookAt) {
  const Body sheet{Shape::box({0.001, 2, 2}), Motion::still({0.1234, 0, 0})};
  const Body bullet = moving(Shape::sphere(0.01), {-100, 0, 0}, {300, 0, 0});
  const Toi seen = time_of_impact(bullet, sheet, {}, Solver::automatic());
  ASSERT_EQ(seen.verdict, Verdict::Impact);
  const Toi toi = time_of_impact(bullet, sheet, {}, Solver::bisection());
  EXPECT_EQ(toi.verdict, Verdict::Free);
  EXPECT_EQ(toi.guarantee, Guarantee::Sampled);
  EXPECT_EQ(toi.statistics.leaf_tests, 65U);  // the start and 64 more
}

TEST(Bisection, TakesEveryShapeAndKnowsItsStart) {
  const Shape compound = Shape::compound({{Shape::cone(0.5, 1)}, {Shape::mesh(make_torus(1, 0.2, 8, 6))}});
  const Body a = moving(compound, {0, 0, 5}, {0, 0, -5});
  const Body floor{Shape::half_space({0, 0, 1}, 0.0), Motion::still({0, 0, 0})};
  EXPECT_TRUE(Solver::bisection().supports(a, floor));
  const Toi toi = time_of_impact(a, floor, {}, Solver::bisection());
  EXPECT_EQ(toi.verdict, Verdict::Impact);
  EXPECT_NEAR(toi.bracket.lo(), 0.9, 1e-9);
  const Toi inside = time_of_impact({compound, Motion::still({0, 0, 0})}, floor, {}, Solver::bisection());
  EXPECT_EQ(inside.verdict, Verdict::InitialContact);
  EXPECT_EQ(Solver::named("bisection").guarantee(), Guarantee::Sampled);
  EXPECT_EQ(Solver::named("c2a").guarantee(), Guarantee::Proved);
}

}  // namespace
}  // namespace graze
