// SPDX-License-Identifier: Apache-2.0
// A motion written outside the library: a body thrown under gravity that swings about its x axis. Its enclosures come
// from automatic differentiation; the truth, from derivatives worked out by hand, at 200 bits.
#include <gtest/gtest.h>

#include <graze/motion.hpp>

#include "support/contains.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace graze {
namespace {

using graze::testing::encloses;
using graze::testing::Random;
using graze::testing::Real;
using graze::testing::Vec;

struct ThrownAndSwinging {
  double speed, gravity, amplitude, frequency;

  template <class Scalar>
  RigidPose<Scalar> operator()(const Scalar& t) const {
    using std::cos;
    using std::sin;
    const Scalar angle = Scalar(amplitude) * sin(Scalar(frequency) * t);
    const Scalar c = cos(angle);
    const Scalar s = sin(angle);
    const Scalar zero(0.0);
    RigidPose<Scalar> pose;
    pose.rotation << Scalar(1.0), zero, zero, zero, c, -s, zero, s, c;
    pose.position << Scalar(speed) * t, zero, -(Scalar(0.5 * gravity) * t * t);
    return pose;
  }
};

// Derivatives by hand.
struct Exact {
  Vec<Real> position, velocity, acceleration;
  Real sine[3], cosine[3];  // of the swing angle, with their derivatives
};

Exact exact_at(const ThrownAndSwinging& m, const Real& t) {
  const Real g = 0.5 * m.gravity;
  const Real angle = m.amplitude * sin(Real(m.frequency * t));
  const Real rate = m.amplitude * Real(m.frequency) * cos(Real(m.frequency * t));
  const Real change = -angle * Real(m.frequency) * Real(m.frequency);
  const Real s = sin(angle);
  const Real c = cos(angle);
  return {{m.speed * t, 0, -g * t * t},
          {Real(m.speed), 0, -2 * g * t},
          {0, 0, -2 * g},
          {s, c * rate, c * change - s * rate * rate},
          {c, -s * rate, -s * change - c * rate * rate}};
}

TEST(CustomMotion, EnclosuresHoldTheExactPath) {
  Random random(41);
  for (int i = 0; i < 3'000; ++i) {
    const ThrownAndSwinging model{random.uniform(-10, 10), random.uniform(0, 20), random.uniform(0, 3),
                                  random.magnitude(0.1, 100)};
    const Motion motion = Motion::from_function(model);
    const double start = random.uniform(-10.0, 10.0);
    const Interval window(start, start + (random.chance(0.2) ? 0.0 : random.magnitude(1e-9, 1.0)));
    const Vector3 origin = random.vector(1.0);
    const MotionEnclosure over = motion.enclose(window, origin);
    for (int k = 0; k < 3; ++k) {
      const Exact exact = exact_at(model, Real(random.inside(window)));
      ASSERT_TRUE(encloses(over.position, exact.position - Vec<Real>(origin)));
      ASSERT_TRUE(encloses(over.velocity, exact.velocity));
      ASSERT_TRUE(encloses(over.acceleration, exact.acceleration));
      const IntervalMatrix3* orders[] = {&over.rotation, &over.rotation_rate, &over.rotation_acceleration};
      for (int order = 0; order < 3; ++order) {
        const IntervalMatrix3& r = *orders[order];
        ASSERT_TRUE(encloses(r.col(0), Vec<Real>(order == 0 ? 1 : 0, 0, 0)));
        ASSERT_TRUE(encloses(r.col(1), Vec<Real>(0, exact.cosine[order], exact.sine[order])));
        ASSERT_TRUE(encloses(r.col(2), Vec<Real>(0, -exact.sine[order], exact.cosine[order])));
      }
    }
  }
}

TEST(CustomMotion, RateBoundsHold) {
  Random random(42);
  for (int i = 0; i < 2'000; ++i) {
    const ThrownAndSwinging model{random.uniform(-10, 10), random.uniform(0, 20), random.uniform(0, 3),
                                  random.magnitude(0.1, 100)};
    const Motion motion = Motion::from_function(model);
    const double start = random.uniform(-10.0, 10.0);
    const Interval window(start, start + random.magnitude(1e-9, 1.0));
    const Exact exact = exact_at(model, Real(random.inside(window)));
    const Vector3 p = random.vector(10.0);
    const double radius = std::nextafter(p.norm(), 1e300) * (1 + 1e-15);
    const auto moved = [&](int order, const Vec<Real>& base) {
      const Real& s = exact.sine[order];
      const Real& c = exact.cosine[order];
      return base + Vec<Real>(0, c * p.y() - s * p.z(), s * p.y() + c * p.z());
    };
    ASSERT_TRUE(motion.speed_bound(window).at(radius) >= norm(moved(1, exact.velocity)));
    ASSERT_TRUE(motion.acceleration_bound(window).at(radius) >= norm(moved(2, exact.acceleration)));
  }
}

TEST(CustomMotion, PoseIsTheFunction) {
  const Motion motion = Motion::from_function(ThrownAndSwinging{2.0, 9.81, 1.0, 3.0});
  const Pose pose = motion.pose(0.5);
  EXPECT_DOUBLE_EQ(pose.translation().x(), 1.0);
  EXPECT_NEAR(pose.translation().z(), -0.5 * 9.81 * 0.25, 1e-15);
  EXPECT_NEAR((pose.linear() * pose.linear().transpose() - Eigen::Matrix3d::Identity()).norm(), 0.0, 1e-15);
}

}  // namespace
}  // namespace graze
