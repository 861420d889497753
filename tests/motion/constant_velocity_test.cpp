// SPDX-License-Identifier: Apache-2.0
// Enclosures of still and constant-velocity motions hold the exact path, evaluated at 200 bits from the definition.
#include <gtest/gtest.h>

#include <graze/motion.hpp>

#include "support/contains.hpp"
#include "support/exact_motion.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

namespace graze {
namespace {

using graze::testing::encloses;
using graze::testing::path_at;
using graze::testing::PathPoint;
using graze::testing::Random;
using graze::testing::Real;
using graze::testing::RigidMotion;
using graze::testing::Vec;

RigidMotion random_motion(Random& random) {
  RigidMotion m;
  if (random.chance(0.8)) m.position = random.vector(random.magnitude(1e-3, 1e6));
  if (random.chance(0.8)) m.orientation = random.quaternion();
  if (random.chance(0.1)) m.orientation.coeffs() *= random.magnitude(1e-200, 1e200);
  if (random.chance(0.8)) m.velocity = random.vector(random.magnitude(1e-6, 1e6));
  if (random.chance(0.8)) m.angular_velocity = random.direction() * random.magnitude(1e-9, 1e4);
  if (random.chance(0.1)) m.angular_velocity = Vector3::Unit(random.below(3)) * (random.below(9) - 4.0);
  return m;
}

Interval random_window(Random& random) {
  const double start = random.chance(0.2) ? 0.0 : random.sign() * random.magnitude(1e-6, 1e6);
  switch (random.below(4)) {
    case 0:
      return start;
    case 1:
      return {start, std::nextafter(start, 1e300)};
    case 2:
      return {start, start + random.magnitude(1e-12, 1e-3)};
    default:
      return {start, start + random.magnitude(1e-3, 1e3)};
  }
}

Vec<Real> column(const RigidMotion& m, int j, const Real& t, int order) {
  RigidMotion turning = m;
  turning.position.setZero();
  turning.velocity.setZero();
  const PathPoint<Real> p = path_at(turning, Vec<Real>(Vector3::Unit(j)), t);
  return order == 0 ? p.position : order == 1 ? p.velocity : p.acceleration;
}

void check_enclosure(const RigidMotion& m, const Interval& window, const Vector3& origin, Random& random) {
  const MotionEnclosure over = m.motion().enclose(window, origin);
  const Vector3 point = random.vector(random.magnitude(1e-3, 1e3));
  const PathEnclosure path = path_of(over, point);
  for (int k = 0; k < 3; ++k) {
    const Real t = random.inside(window);
    const PathPoint<Real> center = path_at(m, Vec<Real>(), t);
    const Vec<Real> base(origin);
    ASSERT_TRUE(encloses(over.position, center.position - base));
    ASSERT_TRUE(encloses(over.velocity, center.velocity));
    ASSERT_TRUE(encloses(over.acceleration, center.acceleration));
    for (int j = 0; j < 3; ++j) {
      ASSERT_TRUE(encloses(over.rotation.col(j), column(m, j, t, 0)));
      ASSERT_TRUE(encloses(over.rotation_rate.col(j), column(m, j, t, 1)));
      ASSERT_TRUE(encloses(over.rotation_acceleration.col(j), column(m, j, t, 2)));
    }
    const PathPoint<Real> exact = path_at(m, Vec<Real>(point), t);
    ASSERT_TRUE(encloses(path.position, exact.position - base));
    ASSERT_TRUE(encloses(path.velocity, exact.velocity));
    ASSERT_TRUE(encloses(path.acceleration, exact.acceleration));
  }
}

TEST(ConstantVelocity, EnclosuresHoldTheExactPath) {
  Random random(31);
  for (int i = 0; i < testing::trials(4'000); ++i) {
    const RigidMotion m = random_motion(random);
    const Interval window = random_window(random);
    const Vector3 origin = random.chance(0.5)
                               ? Vector3(Vector3::Zero())
                               : Vector3(m.motion().pose(window.lo()).translation() + random.vector(1.0));
    check_enclosure(m, window, origin, random);
    ASSERT_FALSE(HasFatalFailure()) << "case " << i << " window " << ::testing::PrintToString(window);
  }
}

TEST(Still, EnclosuresHoldTheExactPose) {
  Random random(32);
  for (int i = 0; i < 500; ++i) {
    RigidMotion m;
    m.position = random.vector(random.magnitude(1e-3, 1e6));
    m.orientation = random.quaternion();
    check_enclosure(m, random_window(random), random.vector(1.0), random);
    ASSERT_FALSE(HasFatalFailure()) << "case " << i;
    const MotionEnclosure still = Motion::still(m.position, m.orientation).enclose(Interval(0.0, 1e6));
    const MotionEnclosure slow = m.motion().enclose(Interval(0.0, 1e6));
    for (int k = 0; k < 3; ++k) {
      ASSERT_EQ(still.position[k], slow.position[k]);
      ASSERT_EQ(still.velocity[k], Interval(0.0));
    }
  }
}

TEST(ConstantVelocity, RateBoundsHold) {
  Random random(33);
  for (int i = 0; i < testing::trials(4'000); ++i) {
    const RigidMotion m = random_motion(random);
    const Interval window = random_window(random);
    const Motion motion = m.motion();
    const Vector3 point = random.vector(random.magnitude(1e-3, 1e3));
    const Real radius = norm(Vec<Real>(point));
    const double radius_up = std::nextafter(graze::testing::to_double(radius), 1e300);
    const PathPoint<Real> exact = path_at(m, Vec<Real>(point), Real(random.inside(window)));
    ASSERT_TRUE(motion.speed_bound(window).at(radius_up) >= norm(exact.velocity)) << "case " << i;
    ASSERT_TRUE(motion.acceleration_bound(window).at(radius_up) >= norm(exact.acceleration)) << "case " << i;
  }
}

TEST(ConstantVelocity, EnclosuresOfInstantsAreTight) {
  Random random(34);
  for (int i = 0; i < 1'000; ++i) {
    RigidMotion m;
    m.position = random.vector(1.0);
    m.orientation = random.quaternion();
    m.velocity = random.vector(10.0);
    m.angular_velocity = random.direction() * random.magnitude(0.01, 10.0);
    const double t = random.uniform(-1.0, 1.0);
    const double ulp = 0x1p-52;
    const double speed = m.angular_velocity.norm();
    const MotionEnclosure over = m.motion().enclose(t);
    for (int j = 0; j < 3; ++j) {
      ASSERT_LE(over.position[j].width(), 80 * ulp * 10.0);
      ASSERT_LE(over.velocity[j].width(), 80 * ulp * 10.0);
      for (int k = 0; k < 3; ++k) {
        ASSERT_LE(over.rotation(j, k).width(), 80 * ulp * (1 + speed));
        ASSERT_LE(over.rotation_rate(j, k).width(), 80 * ulp * (1 + speed) * speed);
        ASSERT_LE(over.rotation_acceleration(j, k).width(), 80 * ulp * (1 + speed) * speed * speed);
      }
    }
  }
}

// Re-basing: far from the origin of time and space, an origin nearby keeps the digits of the translation.
TEST(ConstantVelocity, AnOriginNearbyKeepsTheDigits) {
  RigidMotion m;
  m.position = Vector3(-512e6 + 0.25, 1e5, -3e4);
  m.velocity = Vector3(512, -0.1, 0.03);
  const MotionEnclosure over = m.motion().enclose(1e6, Vector3(0.25, 0.0, 0.0));
  for (int i = 0; i < 3; ++i) EXPECT_LE(over.position[i].width(), 1e-15) << i;
  EXPECT_TRUE(encloses(over.position, path_at(m, Vec<Real>(), Real(1e6)).position - Vec<Real>(Vector3(0.25, 0, 0))));
}

// The enclosures of value and derivatives have widths of first order in the window, so a parabola built on them (value
// and slope at its start, curvature over the window) has an error of third order.
TEST(ConstantVelocity, WidthsShrinkWithTheWindow) {
  RigidMotion m;
  m.velocity = Vector3(1, 2, 3);
  m.angular_velocity = Vector3(1, -2, 0.5);
  const Vector3 point(1, 1, 1);
  for (double length = 0.1; length > 1e-8; length *= 0.1) {
    const Interval window(0.3, 0.3 + length);
    const PathEnclosure path = path_of(m.motion().enclose(window), point);
    for (int i = 0; i < 3; ++i) {
      EXPECT_LE(path.position[i].width(), 30 * length);
      EXPECT_LE(path.velocity[i].width(), 60 * length);
      EXPECT_LE(path.acceleration[i].width(), 150 * length);
    }
  }
}

TEST(ConstantVelocity, PosesAreNearlyExact) {
  Random random(35);
  for (int i = 0; i < 1'000; ++i) {
    RigidMotion m;
    m.position = random.vector(1.0);
    m.orientation = random.quaternion();
    m.velocity = random.vector(1.0);
    m.angular_velocity = random.direction() * random.magnitude(0.01, 10.0);
    const double t = random.uniform(-1.0, 1.0);
    const Pose pose = m.motion().pose(t);
    const Vector3 point = random.vector(1.0);
    const Vector3 exact = to_double(path_at(m, Vec<Real>(point), Real(t)).position);
    ASSERT_LE((pose * point - exact).norm(), 1e-14 * (1.0 + exact.norm())) << "case " << i;
  }
}

TEST(ConstantVelocity, RefusesNumbersThatAreNotFinite) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const Vector3 zero = Vector3::Zero();
  const Quaternion identity = Quaternion::Identity();
  EXPECT_THROW(Motion::still(Vector3(nan, 0, 0)), std::invalid_argument);
  EXPECT_THROW(Motion::still(zero, Quaternion(0, 0, 0, 0)), std::invalid_argument);
  EXPECT_THROW(Motion::still(zero, Quaternion(1, inf, 0, 0)), std::invalid_argument);
  EXPECT_THROW(Motion::constant_velocity(zero, identity, Vector3(0, inf, 0), zero), std::invalid_argument);
  EXPECT_THROW(Motion::constant_velocity(zero, identity, zero, Vector3(0, 0, nan)), std::invalid_argument);
}

// Extremes must stay sound, however useless the enclosure.
TEST(ConstantVelocity, ExtremeNumbersStaySound) {
  Random random(36);
  for (int i = 0; i < 1'000; ++i) {
    RigidMotion m;
    m.position = random.direction() * random.magnitude(1e-300, 1e40);
    m.orientation = Quaternion(random.with_exponent(-300, 300), random.with_exponent(-300, 300),
                               random.with_exponent(-300, 300), random.with_exponent(-300, 300));
    m.velocity = random.direction() * random.magnitude(1e-300, 1e40);
    m.angular_velocity = random.direction() * random.magnitude(1e-300, 1e40);
    check_enclosure(m, random_window(random), random.vector(random.magnitude(1e-300, 1e300)), random);
    ASSERT_FALSE(HasFatalFailure()) << "case " << i;
  }
}

}  // namespace
}  // namespace graze
