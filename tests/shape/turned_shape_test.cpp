// SPDX-License-Identifier: Apache-2.0
// Shapes that turn all round an axis contain every position of the turn, and hardly more.
#include <gtest/gtest.h>

#include "shape/convex_shape.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/trials.hpp"

namespace graze::testing {
namespace {

Real exact_dot(const Vec<Real>& x, const Vector3& y) { return dot(x, Vec<Real>(y)); }

struct Sample {
  ConvexShape shape;
  bool is_exact;  // the hull of all positions, not of more
};

Sample random_shape(Random& random) {
  std::vector<Vector3> points;
  for (int i = random.below(12); i >= 0; --i) points.push_back(random.vector(1.0));
  const ConvexShape hull = ConvexShape::polytope(points);
  const ConvexShape cylinder = ConvexShape::cylinder(random.magnitude(1e-3, 1.0), random.magnitude(1e-3, 1.0));
  const ConvexShape cone = ConvexShape::cone(random.magnitude(1e-3, 1.0), random.magnitude(1e-3, 1.0));
  switch (random.below(5)) {
    case 0:
      return {hull, true};
    case 1:
      return {cylinder, true};
    case 2:
      return {cone, true};
    case 3:
      return {ConvexShape::sum(cylinder.rounded(0.1), hull), false};
    default:
      return {cone.placed(Eigen::Matrix3d::Identity(), random.vector(1.0)), false};
  }
}

Vector3 random_axis(Random& random) {
  if (random.chance(0.2)) return Vector3::Unit(random.below(3));
  if (random.chance(0.2)) return (Vector3::UnitZ() + random.magnitude(1e-15, 1e-3) * random.direction()).normalized();
  return random.direction();
}

// How far the shape reaches along d when it is turned by the angle: the direction is turned back instead.
Real reach_when_turned(const ConvexShape& shape, const Vector3& axis, double angle, const Vector3& d) {
  const Vec<Real> back = turned(Vec<Real>(d), Real(-angle / axis.norm()) * Vec<Real>(axis));
  const Vector3 direction = to_double(back);
  return exact_dot(back, shape.support(direction).point);
}

TEST(TurnedShape, HoldsEveryPositionOfTheTurn) {
  Random random(71);
  for (int i = 0; i < testing::trials(20'000); ++i) {
    const Sample sample = random_shape(random);
    const Vector3 axis = random_axis(random);
    const ConvexShape all_round = sample.shape.turned_all_round(axis, 4 * rounding::kUlp);
    const Vector3 d = random.chance(0.2) ? axis : random.direction();
    const Real error = Real(all_round.support_error()) + Real(sample.shape.support_error());
    const Real reach = exact_dot(Vec<Real>(d), all_round.support(d).point) + error;
    for (const double angle : {0.0, random.uniform(-3.2, 3.2), random.uniform(-3.2, 3.2)})
      ASSERT_TRUE(reach_when_turned(sample.shape, axis, angle, d) <= reach)
          << "case " << i << " angle " << angle << " by "
          << to_double(Real(reach_when_turned(sample.shape, axis, angle, d) - reach));
  }
}

// What multiplies an angular error or acceleration in every bound: one that was zero for rings hid contacts.
TEST(ConvexShape, KnowsHowFarItsPointsAreFromTheOrigin) {
  Random random(73);
  for (int i = 0; i < testing::trials(5'000); ++i) {
    const ConvexShape sample = random_shape(random).shape;
    const ConvexShape all_round = sample.turned_all_round(random_axis(random), 4 * rounding::kUlp);
    const ConvexShape placed =
        all_round.placed(random.quaternion().normalized().toRotationMatrix(), random.vector(1.0));
    const ConvexShape twice = all_round.turned_all_round(random_axis(random), 4 * rounding::kUlp);
    const ConvexShape sum = ConvexShape::sum(all_round, random_shape(random).shape);
    for (const ConvexShape* shape : {&sample, &all_round, &placed, &twice, &sum}) {
      // The points are computed: they may be off by the error.
      EXPECT_GT(shape->support_error(), 8 * rounding::kUlp * shape->core_radius());
      for (int k = 0; k < 8; ++k)
        ASSERT_LE(shape->support(random.direction()).point.norm(), shape->core_radius() + shape->support_error())
            << "case " << i;
    }
  }
}

// About a second axis: by a ball, which is more than needed.
TEST(TurnedShape, HoldsEveryPositionOfTwoTurns) {
  Random random(74);
  for (int i = 0; i < testing::trials(2'000); ++i) {
    const ConvexShape once = random_shape(random).shape.turned_all_round(random_axis(random), 4 * rounding::kUlp);
    const Vector3 axis = random_axis(random);
    const ConvexShape twice = once.turned_all_round(axis, 4 * rounding::kUlp);
    const Vector3 d = random.direction();
    const Real reach = exact_dot(Vec<Real>(d), twice.support(d).point) + Real(twice.rounding_radius()) +
                       Real(twice.support_error()) + Real(once.support_error());
    ASSERT_TRUE(reach_when_turned(once, axis, random.uniform(-3.2, 3.2), d) + Real(once.rounding_radius()) <= reach)
        << "case " << i;
  }
}

TEST(TurnedShape, ReachesNoFurtherThanTheFurthestPosition) {
  Random random(72);
  for (int i = 0; i < 300; ++i) {
    const Sample sample = random_shape(random);
    if (!sample.is_exact) continue;
    const Vector3 axis = random_axis(random);
    const ConvexShape all_round = sample.shape.turned_all_round(axis, 0.0);
    const Vector3 d = random.direction();
    Real furthest = -10;
    constexpr int kPositions = 720;
    for (int k = 0; k < kPositions; ++k)
      furthest = std::max(furthest, reach_when_turned(sample.shape, axis, 6.283185307179586 * k / kPositions, d));
    EXPECT_LE(to_double(Real(exact_dot(Vec<Real>(d), all_round.support(d).point) - furthest)), 2e-4) << "case " << i;
  }
}

TEST(ConvexShape, KnowsWhatItIsRoundAbout) {
  EXPECT_TRUE(ConvexShape::cylinder(1.0, 2.0).axis());
  EXPECT_TRUE(ConvexShape::cone(1.0, 2.0).rounded(0.5).axis());
  EXPECT_TRUE(ConvexShape::polytope({{0, 1, 1}, {0, -2, -2}}).axis());
  EXPECT_TRUE(ConvexShape::sum(ConvexShape::cylinder(1.0, 2.0), ConvexShape::polytope({{0, 0, 3}, {0, 0, -1}})).axis());
  EXPECT_FALSE(ConvexShape::polytope({{0, 0, 0}}).axis());
  EXPECT_FALSE(ConvexShape::polytope({{0, 1, 1}, {0, -2, -2.5}}).axis());
  EXPECT_FALSE(ConvexShape::cylinder(1.0, 2.0).placed(Eigen::Matrix3d::Identity(), {1, 0, 0}).axis());
  EXPECT_FALSE(
      ConvexShape::sum(ConvexShape::cylinder(1.0, 2.0), ConvexShape::polytope({{1, 0, 0}, {-1, 0, 0}})).axis());
}

}  // namespace
}  // namespace graze::testing
