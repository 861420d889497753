// SPDX-License-Identifier: Apache-2.0
// How every motion says that it turns, against its path at 200 bits: the angular velocity, how fast it changes, and the
// point that is accelerated little.
#include <gtest/gtest.h>

#include "motion/exact_motions.hpp"
#include "support/trials.hpp"

namespace graze::testing {
namespace {

bool smooth_over(const Motion& motion, const Interval& window) {
  for (const MotionPiece& piece : motion.pieces())
    if (window.contains(piece.until)) return false;
  return true;
}

// The rotation's columns and their derivatives.
struct ExactRotation {
  Vec<Real> at[3], rate[3], acceleration[3];

  ExactRotation(const ExactMotion& m, const Real& time) {
    const PathPoint<Real> root = m.path(Vec<Real>(), time);
    for (int j = 0; j < 3; ++j) {
      const PathPoint<Real> tip = m.path(Vec<Real>(Vector3(Vector3::Unit(j))), time);
      at[j] = tip.position - root.position;
      rate[j] = tip.velocity - root.velocity;
      acceleration[j] = tip.acceleration - root.acceleration;
    }
  }
  // R^T R' = [w].
  Vec<Real> angular_velocity() const { return {dot(at[2], rate[1]), dot(at[0], rate[2]), dot(at[1], rate[0])}; }
  // R^T R'' = [w'] + [w]^2, of which the second is symmetric.
  Vec<Real> angular_acceleration() const {
    const auto part = [this](int i, int j) {
      return Real((dot(at[i], acceleration[j]) - dot(at[j], acceleration[i])) / 2);
    };
    return {part(2, 1), part(0, 2), part(1, 0)};
  }
};

class AngularVelocityOf : public ::testing::TestWithParam<MotionKind> {};

TEST_P(AngularVelocityOf, TheExactPathIsWithinItsBounds) {
  Random random(61);
  for (int i = 0; i < testing::trials(1'000); ++i) {
    const ExactMotion m = GetParam().make(random, random.chance(0.5) ? Range::Moderate : Range::Wide);
    const double start = random.uniform(-4.0, 8.0);
    const Interval window(start, start + random.magnitude(1e-9, 1e2));
    if (!smooth_over(m.motion, window)) continue;
    const AngularVelocity w = m.motion.angular_velocity(window);
    const Vec<Real> exact = ExactRotation(m, Real(start)).angular_velocity();
    ASSERT_TRUE(norm(exact - Vec<Real>(w.value)) <= Real(w.error)) << "case " << i;
    const ExactRotation later(m, Real(random.inside(window)));
    ASSERT_TRUE(norm(later.angular_acceleration()) <= Real(w.acceleration) * (1 + Real(1e-30)) + Real(1e-40))
        << "case " << i;
    const Real now_off = norm(later.angular_velocity() - Vec<Real>(w.value));
    ASSERT_TRUE(w.acceleration > 0.0 || now_off <= Real(w.error)) << "case " << i;
  }
}

TEST_P(AngularVelocityOf, TheCalmPointIsAsCalmAsItSays) {
  Random random(62);
  for (int i = 0; i < testing::trials(1'000); ++i) {
    const ExactMotion m = GetParam().make(random, random.chance(0.5) ? Range::Moderate : Range::Wide);
    const double start = random.uniform(-4.0, 8.0);
    const Interval window(start, start + random.magnitude(1e-9, 1e2));
    if (!smooth_over(m.motion, window)) continue;
    const CalmPoint calm = m.motion.calm_point(window);
    const PathPoint<Real> exact = m.path(Vec<Real>(calm.point), Real(random.inside(window)));
    ASSERT_TRUE(norm(exact.acceleration) <= Real(calm.acceleration) + Real(1e-40)) << "case " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Motions, AngularVelocityOf, ::testing::ValuesIn(motion_kinds()),
                         [](const auto& info) { return info.param.name; });

// The axis may be given by a point that is far along it.
TEST(CalmPoint, OfAScrewIsTheClosestOfItsAxis) {
  const Motion screw = Motion::screw({{1, 0, 0}, Quaternion(0.6, 0.8, 0.0, 0.0)}, {{0, 2, 7}, {0, 0, 1}}, 1e3, 0.5);
  const CalmPoint calm = screw.calm_point({0.0, 1.0});
  EXPECT_NEAR(calm.point.norm(), std::sqrt(5.0), 1e-12);
  EXPECT_LT(calm.acceleration, 1e-7);
  for (const double time : {0.0, 0.3, 1.0}) {
    const Vector3 place = screw.pose(time) * calm.point;
    EXPECT_NEAR(place.x(), 0.0, 1e-12);
    EXPECT_NEAR(place.y(), 2.0, 1e-12);
  }
}

}  // namespace
}  // namespace graze::testing
