// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include <gtest/gtest.h>

#include <graze/time_of_impact.hpp>

namespace graze {
namespace {

// Two gears side by side, their rims a hundredth apart, at opposite speeds: in every turn each tooth comes close to
// those of the other.
Toi mesh_gears(double turns) {
  const Shape gear = Shape::mesh(make_gear(1.0, 0.8, 0.4, 12));
  const double rate = 2 * std::numbers::pi * turns;
  const Motion left = Motion::constant_velocity({0, 0, 0}, Quaternion::Identity(), {0, 0, 0}, {0, 0, rate});
  const Motion right = Motion::constant_velocity({2.01, 0.3, 0.1}, Quaternion::Identity(), {0, 0, 0}, {0, 0, -rate});
  return time_of_impact({gear, left}, {gear, right}, {}, Solver::named("directional"));
}

// Work is proportional to the turns: what the teeth of one turn were opened into is not dragged through all others.
TEST(Directional, ManyTurnsCostNoMoreThanTheirNumber) {
  const Toi few = mesh_gears(4);
  const Toi many = mesh_gears(64);
  EXPECT_EQ(few.verdict, Verdict::Free);
  EXPECT_EQ(many.verdict, Verdict::Free);
  EXPECT_LE(many.statistics.node_tests, 20 * few.statistics.node_tests);
  EXPECT_LE(many.statistics.leaf_tests, 20 * few.statistics.leaf_tests + 100);
}

// A slow approach under fast spin, with a contact late in the window: the certified time is that of the method which
// shares no bound with this one.
TEST(Directional, AgreesWithD2mAfterManyTurns) {
  const Shape knot = Shape::mesh(make_torus_knot(2, 3, 0.5, 0.2, 0.08, 60, 6));
  for (int k = 0; k < 4; ++k) {
    const Motion a = Motion::constant_velocity({0, 0, 0}, Quaternion::Identity(), {0.4, 0, 0}, {300.0 + 10 * k, 20, 5});
    const Motion b = Motion::constant_velocity({1.7, 0.1 * k, 0}, Quaternion(0.5, 0.5, -0.5, 0.5), {0, 0, 0},
                                               {10, -250.0 - 7 * k, 90});
    const Toi ours = time_of_impact({knot, a}, {knot, b}, {}, Solver::named("directional"));
    const Toi other = time_of_impact({knot, a}, {knot, b}, {}, Solver::named("d2m"));
    EXPECT_EQ(ours.verdict, other.verdict) << k;
    EXPECT_NEAR(ours.bracket.lo(), other.bracket.lo(), 1e-8) << k;
  }
}

// Two boxes face to face, a tenth of a micron apart, that turn as one body: the smaller the gap the more steps, but by
// its cube root.
TEST(Directional, TurningTogetherTakesFewSteps) {
  const Shape box = Shape::mesh(make_box(Vector3::Ones()));
  const auto tests = [&](double gap) {
    const Motion a = Motion::constant_velocity({0, 0, 0}, Quaternion::Identity(), {0, 0, 0}, {0, 0, 1});
    const Motion b = Motion::screw({{1 + gap, 0, 0}, Quaternion::Identity()}, {{0, 0, 0}, {0, 0, 1}}, 1, 0);
    const Toi toi = time_of_impact({box, a}, {box, b}, {.window = {0, 0.2}}, Solver::named("directional"));
    EXPECT_EQ(toi.verdict, Verdict::Free);
    return toi.statistics.leaf_tests;
  };
  EXPECT_LT(tests(1e-4), 2000U);
  EXPECT_LT(tests(1e-7), 20000U);
}

}  // namespace
}  // namespace graze
