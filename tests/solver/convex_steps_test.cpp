// SPDX-License-Identifier: Apache-2.0
// How many steps conservative advancement takes where bodies turn fast and come close slowly: each case took thousands
// to millions before the bound that it names.
#include <gtest/gtest.h>

#include <graze/time_of_impact.hpp>

namespace graze::testing {
namespace {

struct Case {
  const char* name;
  Body a, b;
  std::uint64_t most_steps;
  Verdict verdict;
};

Body ground(const Motion& motion = Motion()) { return {Shape::half_space(Vector3::UnitZ(), 0.0), motion}; }
Motion spinning(const Vector3& position, const Vector3& velocity, const Vector3& spin,
                const Quaternion& orientation = Quaternion::Identity()) {
  return Motion::constant_velocity(position, orientation, velocity, spin);
}
const Vector3 kNone = Vector3::Zero();
const Quaternion kTilted(0.9, 0.3, -0.2, 0.1);

void check(const Case& c) {
  Query query;
  query.budget.iterations = 20 * c.most_steps;
  const Toi toi = time_of_impact(c.a, c.b, query);
  EXPECT_EQ(to_string(toi.verdict), to_string(c.verdict)) << c.name;
  EXPECT_LE(toi.statistics.leaf_tests + toi.statistics.node_tests, c.most_steps) << c.name;
}

TEST(ConvexSteps, SolidsOfRevolutionTurnAboutTheirOwnAxes) {
  const Shape cylinder = Shape::cylinder(1.0, 1.0);
  const Vector3 own = kTilted.normalized() * Vector3::UnitZ();
  check({"cylinder above the ground",
         ground(),
         {cylinder, spinning({0, 0, 0.5000001}, kNone, {0, 0, 1e4})},
         4,
         Verdict::Free});
  check({"cone that comes down",
         ground(),
         {Shape::cone(1.0, 1.0), spinning({0, 0, 0.51}, {0, 0, -0.02}, {0, 0, 1e4})},
         8,
         Verdict::Impact});
  check({"cylinder that slides along",
         {cylinder, Motion::still({0, 0, -1.0000001})},
         {cylinder, spinning({-2, 0, 0}, {4, 0, 0}, {0, 0, 3e3})},
         40,
         Verdict::Free});
  check({"tilted cylinder next to a ball",
         {Shape::sphere(1.0), Motion()},
         {cylinder, spinning(3.0 * Vector3::UnitX(), {-1, 0, 0}, 1e4 * own, kTilted)},
         60,
         Verdict::Impact});
}

TEST(ConvexSteps, AHalfSpaceSpinsAboutItsNormal) {
  check({"box that comes down",
         ground(spinning(kNone, kNone, {0, 0, 1e4})),
         {Shape::box({1, 1, 1}), spinning({3, 0, 0.6}, {0, 0, -0.2}, kNone)},
         8,
         Verdict::Impact});
  check({"box that does not",
         ground(spinning(kNone, kNone, {0, 0, 1e4})),
         {Shape::box({1, 1, 1}), spinning({3, 0, 0.5000001}, kNone, kNone)},
         4,
         Verdict::Free});
}

TEST(ConvexSteps, BodiesTurnAllRound) {
  const Shape box = Shape::box({1, 2, 1.5});
  const Vector3 spin(3e4, -2e4, 1e4);
  const double radius = 0.5 * std::sqrt(1 + 4 + 2.25);
  check({"box above the ground", ground(), {box, spinning({0, 0, 0.01 + radius}, kNone, spin)}, 60, Verdict::Free});
  check({"box that comes down slowly",
         ground(),
         {box, spinning({0, 0, 0.01 + radius}, {0, 0, -1e-3}, spin)},
         60,
         Verdict::Free});
  check({"box that comes down", ground(), {box, spinning({0, 0, 2.0}, {0, 0, -2.0}, spin)}, 200, Verdict::Impact});
  check({"two boxes",
         {box, spinning(kNone, kNone, {0, 1e4, 3e3})},
         {box, spinning({3.0, 0, 0}, {-1e-3, 0, 0}, spin)},
         60,
         Verdict::Free});
  check({"box on a screw",
         ground(),
         {box, Motion::screw({{0.1, 0, 1.5}, kTilted}, {{0, 0, 1.5}, spin}, 2e4, 1e-3)},
         80,
         Verdict::Free});
}

}  // namespace
}  // namespace graze::testing
