// SPDX-License-Identifier: Apache-2.0
// Different ways to one answer: any hierarchy, a motion written by a user, Capoeira's early but safe time.
#include <gtest/gtest.h>

#include "oracle/case_generator.hpp"
#include "oracle/verify.hpp"

namespace graze::testing {
namespace {

constexpr int kCases = 100;

// The answer is a minimum over pairs of features; how they are sorted into a tree decides what is looked at, not what
// is found.
TEST(Hierarchy, DoesNotMatter) {
  for (int i = 0; i < kCases; ++i) {
    TestCase test = random_case(121, static_cast<std::uint64_t>(i));
    test.query.budget.iterations = 20'000'000;
    for (const std::size_t leaf_triangles : {std::size_t{1}, std::size_t{1000}}) {
      const Body a{Shape::mesh(test.a.mesh, {0.0, leaf_triangles}), test.a.motion.motion()};
      const Body b{Shape::mesh(test.b.mesh, {0.25, leaf_triangles}), test.b.motion.motion()};
      const Toi toi = time_of_impact(a, b, test.query);
      for (const std::string& violation : verify(test, toi).violations)
        ADD_FAILURE() << test.name << ", leaves of " << leaf_triangles << ": " << violation;
    }
  }
}

// Constant velocity as a user might write it: Rodrigues' formula, by automatic differentiation.
struct UserMotion {
  RigidMotion m;

  template <class Scalar>
  RigidPose<Scalar> operator()(const Scalar& t) const {
    using std::cos;
    using std::sin;
    const Eigen::Matrix3d start = m.orientation.normalized().toRotationMatrix();
    const double speed = m.angular_velocity.norm();
    const Eigen::Vector3d k = speed > 0 ? Eigen::Vector3d(m.angular_velocity / speed) : Eigen::Vector3d::UnitX();
    Eigen::Matrix3d cross;
    cross << 0, -k.z(), k.y(), k.z(), 0, -k.x(), -k.y(), k.x(), 0;
    const Scalar s = sin(Scalar(speed) * t);
    const Scalar c = Scalar(1.0) - cos(Scalar(speed) * t);
    const Eigen::Matrix3d first = cross * start;
    const Eigen::Matrix3d second = cross * first;
    RigidPose<Scalar> pose;
    for (int i = 0; i < 3; ++i) {
      pose.position[i] = Scalar(m.position[i]) + Scalar(m.velocity[i]) * t;
      for (int j = 0; j < 3; ++j)
        pose.rotation(i, j) = Scalar(start(i, j)) + Scalar(first(i, j)) * s + Scalar(second(i, j)) * c;
    }
    return pose;
  }
};

// The user's rotation matrix is rounded, so this is another motion, by about 1e-15: answers agree to that.
TEST(UserMotion, GivesTheAnswerOfTheBuiltInOne) {
  for (int i = 0; i < kCases; ++i) {
    TestCase test = random_case(122, static_cast<std::uint64_t>(i));
    test.query.budget.iterations = 20'000'000;
    const ToiOracle oracle(test);
    const Body a{Shape::mesh(test.a.mesh), Motion::from_function(UserMotion{test.a.motion})};
    const Body b{Shape::mesh(test.b.mesh), Motion::from_function(UserMotion{test.b.motion})};
    const Toi toi = time_of_impact(a, b, test.query);
    const double slack = 1e-13 * oracle.magnitude();
    const auto distance = [&](double t) { return oracle.distance_at(Real(t)).value - test.query.separation; };
    if (toi.verdict == Verdict::Impact) {
      EXPECT_TRUE(distance(toi.bracket.lo()) > -slack) << test.name;
      EXPECT_TRUE(distance(toi.bracket.lo()) <= toi.tolerance + slack) << test.name;
    } else if (toi.verdict == Verdict::InitialContact) {
      EXPECT_TRUE(distance(test.query.window.lo()) <= 1e-12 * oracle.magnitude()) << test.name;
    }
    if (toi.verdict == Verdict::Free || toi.verdict == Verdict::Impact) {
      for (int k = 0; k <= 20; ++k) {
        const double t = test.query.window.lo() + (toi.safe_until() - test.query.window.lo()) * k / 20;
        EXPECT_TRUE(distance(t) > -slack) << test.name << " at " << t;
      }
    }
  }
}

TEST(Capoeira, IsEarlyButSafe) {
  for (int i = 0; i < kCases; ++i) {
    TestCase test = random_case(123, static_cast<std::uint64_t>(i));
    test.query.budget.iterations = 20'000'000;
    const Toi toi = time_of_impact(test.a.body(), test.b.body(), test.query, Solver::named("capoeira"));
    const ToiOracle oracle(test);
    const Interval& window = test.query.window;
    if (toi.verdict == Verdict::Free || toi.verdict == Verdict::Impact) {
      EXPECT_FALSE(oracle.first_contact(Real(window.lo()), Real(toi.safe_until())).has_value()) << test.name;
    }
    if (toi.verdict == Verdict::Impact) {
      const Real distance = oracle.distance_at(Real(toi.bracket.lo())).value;
      EXPECT_TRUE(distance - test.query.separation <= toi.tolerance) << test.name;
    }
  }
}

}  // namespace
}  // namespace graze::testing
