// SPDX-License-Identifier: Apache-2.0
// Bounds on the acceleration of a body that turns, along one direction, hold for turns of any size: even for those
// whose axis the rounded orientations hardly tell.
#include <gtest/gtest.h>

#include <graze/motion.hpp>

#include "motion/exact_turning.hpp"
#include "support/random.hpp"

namespace graze::testing {
namespace {

struct Case {
  Quaternion from, to;
};

// Orientations that differ by about an angle, from none that doubles can tell to half a turn.
Case random_case(Random& random, double angle) {
  const Vector3 k = random.chance(0.3) ? Vector3(Vector3::Unit(random.below(3))) : random.direction();
  const Vector3 half = 0.5 * angle < 1e-8 ? Vector3(0.5 * angle * k) : Vector3(std::sin(0.5 * angle) * k);
  const Quaternion turn(std::cos(0.5 * angle), half.x(), half.y(), half.z());
  if (random.chance(0.4)) return {Quaternion::Identity(), turn};
  Quaternion from = random.quaternion();
  if (random.chance(0.3)) from = Quaternion(0.6, random.chance(0.5) ? 0.8 : 0.0, 0.0, 0.0);
  Quaternion to = turn * from;
  if (random.chance(0.2)) {  // as close as doubles can be
    to = from;
    double& entry = to.coeffs()[random.below(4)];
    entry = std::nextafter(entry, random.sign() * 2.0);
  }
  return {from, to};
}

// The true axis times the true angle of the shorter way.
Vec<Real> exact_turn(const Case& two) {
  const Quat q = Quat(two.to) * Quat(two.from).conjugate();
  const Real length = norm(q.v);
  if (length == 0) return {};
  const Real angle = 2 * atan2(length, Real(abs(q.w)));
  return Real((q.w < 0 ? -angle : angle) / length) * q.v;
}

TEST(Turning, AccelerationAlongADirectionIsBounded) {
  Random random(1);
  int checked = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Case two = random_case(random, i % 2 == 0 ? random.magnitude(1e-300, 3.1415) : random.magnitude(1e-18, 1e-6));
    const Vec<Real> turn = exact_turn(two);
    const Real angle = norm(turn);
    if (angle == 0) continue;
    const Motion motion = Motion::interpolated({Vector3::Zero(), two.from}, {Vector3::Zero(), two.to}, {0.0, 1.0});
    const Vec<Real> axis = Real(1 / angle) * turn;
    for (const Vector3& n : {random.direction(), to_double(axis), Vector3(Vector3::Unit(random.below(3)))}) {
      const double bound = motion.acceleration_along(n, {0.0, 1.0}, motion.acceleration_bound({0.0, 1.0})).per_radius;
      EXPECT_TRUE(Real(bound) >= angle * angle * norm(cross(Vec<Real>(n), axis)))
          << "angle " << to_text(angle) << ", bound " << bound;
      EXPECT_LE(bound, motion.acceleration_bound({0.0, 1.0}).per_radius * (1 + 1e-8) + 2 * rounding::kFloor);
      ++checked;
    }
  }
  EXPECT_GT(checked, 40'000);
}

// What it is for: a direction close to the axis hardly sees a turn.
TEST(Turning, AccelerationAlongTheAxisIsSmall) {
  const Motion motion = Motion::constant_velocity(Vector3::Zero(), Quaternion::Identity(), Vector3::Zero(), {0, 0, 5});
  EXPECT_LT(motion.acceleration_along(Vector3::UnitZ(), {0.0, 1.0}, motion.acceleration_bound({0.0, 1.0})).per_radius,
            1e-12);
  EXPECT_NEAR(motion.acceleration_along(Vector3::UnitX(), {0.0, 1.0}, motion.acceleration_bound({0.0, 1.0})).per_radius,
              25.0, 1e-6);
}

// Products that underflow are still bounds.
TEST(Turning, RatesOfTinyBodiesAreBounded) {
  const RateBound tiny{0.0, 1e-200};
  EXPECT_GT(tiny.at(1e-200), 0.0);
  EXPECT_EQ(tiny.at(0.0), 0.0);
  EXPECT_EQ(RateBound{}.at(1.0), 0.0);
  const RateBound unknown{1.0, std::numeric_limits<double>::infinity()};
  EXPECT_GE(unknown.at(0.0), 1.0);
  EXPECT_LT(unknown.at(0.0), 1.1);
}

}  // namespace
}  // namespace graze::testing
