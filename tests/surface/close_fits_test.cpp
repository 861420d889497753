// SPDX-License-Identifier: Apache-2.0
// Surfaces that run along each other closely are told apart with little work, counted in tests of pairs.
#include <gtest/gtest.h>

#include <graze/surface.hpp>
#include <graze/time_of_impact.hpp>

#include "support/random.hpp"

namespace graze {
namespace {

using testing::Random;

Shape ellipsoid(const Vector3& axes, bool implicit) {
  return implicit ? Shape::implicit(ImplicitSurface::ellipsoid(axes))
                  : Shape::parametric(ParametricSurface::ellipsoid(axes));
}

Motion turning(const Vector3& velocity = Vector3::Zero()) {
  return Motion::constant_velocity({0, 0, 0}, Quaternion::Identity(), velocity, {1, 2, 3});
}

void expect_free(const Body& a, const Body& b, std::uint64_t most, const std::string& what) {
  for (const auto& [first, second] : {std::pair(a, b), std::pair(b, a)}) {
    const Toi toi = time_of_impact(first, second);
    EXPECT_EQ(toi.verdict, Verdict::Free) << what;
    EXPECT_LE(toi.statistics.node_tests, most) << what;
  }
}

TEST(CloseFits, NestedSpheresStillAndTurning) {
  for (const bool implicit : {false, true})
    for (const double gap : {1e-2, 1e-3, 1e-6, 1e-8})
      for (const Motion& motion : {Motion(), turning()}) {
        const std::string what = (implicit ? "implicit, " : "parametric, ") + std::to_string(gap);
        const Shape outer = ellipsoid(Vector3::Constant(1.0), implicit);
        expect_free({outer, motion}, {ellipsoid(Vector3::Constant(1.0 - gap), implicit), Motion()}, 1000, what);
        expect_free({outer, Motion()}, {ellipsoid(Vector3::Constant(1.0 - gap), !implicit), motion}, 1000, what);
        expect_free({outer, Motion()}, {Shape::sphere(1.0 - gap), motion}, 1000, what + ", a ball");
      }
}

TEST(CloseFits, NestedEllipsoids) {
  const Vector3 axes(1.0, 0.7, 0.5);
  for (const bool implicit : {false, true})
    for (const double gap : {1e-2, 1e-4, 1e-6, 1e-8}) {
      const Body outer{ellipsoid(axes, implicit), Motion()};
      expect_free(outer, {ellipsoid(axes - Vector3::Constant(gap), implicit), Motion()}, 4000, std::to_string(gap));
      expect_free(outer, {ellipsoid(axes * (1 - gap), !implicit), Motion()}, 4000, std::to_string(gap));
    }
}

// The inner sphere drifts until it meets the outer one: the time is the gap over the speed.
TEST(CloseFits, AnInnerSphereMeetsTheOuterOne) {
  for (const bool implicit : {false, true})
    for (const double gap : {1e-2, 1e-4, 1e-6}) {
      const Body outer{ellipsoid(Vector3::Constant(1.0), implicit), turning()};
      const Body inner{ellipsoid(Vector3::Constant(1.0 - gap), implicit), turning({2 * gap, 0, 0})};
      const Toi toi = time_of_impact(outer, inner);
      ASSERT_EQ(toi.verdict, Verdict::Impact);
      EXPECT_NEAR(toi.safe_until(), 0.5, 1e-9 / gap);
      EXPECT_LE(toi.safe_until(), 0.5);
      EXPECT_NEAR(toi.contact.normal.x(), -1.0, 0.05);
      EXPECT_LE(toi.statistics.node_tests, 5000U) << gap;
    }
}

// z = 2 x^2 over the unit square, as a cubic: it touches a plane along a line.
Shape valley() {
  ControlGrid control{4, 4, {}};
  const std::array<double, 4> height{0.5, -1.0 / 6, -1.0 / 6, 0.5};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) control.points.push_back({i / 3.0 - 0.5, j / 3.0 - 0.5, height[std::size_t(i)]});
  return Shape::parametric(ParametricSurface::bezier(control));
}

TEST(CloseFits, BezierPatchOnABox) {
  const Body box{Shape::box({2, 2, 1}), Motion()};
  const Body mesh{Shape::mesh(make_box({2, 2, 1})), Motion()};
  const Quaternion upright = Quaternion::Identity();
  for (const double gap : {1e-2, 1e-5, 1e-8}) {
    const Vector3 place(0.1, 0.2, 0.5 + gap);
    const std::vector<Motion> motions{Motion::still(place),
                                      Motion::constant_velocity(place, upright, {0.3, -0.2, 0}, {0, 0, 0}),
                                      Motion::constant_velocity(place, upright, {0, 0, 0}, {0, 0, 4}),
                                      Motion::constant_velocity(place, upright, {0.3, -0.2, 0}, {0, 0, 4})};
    for (const Motion& motion : motions) {
      expect_free({valley(), motion}, box, 200, "box, " + std::to_string(gap));
      expect_free({valley(), motion}, mesh, 2000, "mesh, " + std::to_string(gap));
    }
    // Tipped over: it meets the box before long.
    const Motion tipping = Motion::constant_velocity(place, upright, {0.1, 0, 0}, {0.3, 0.5, 0.2});
    const Toi toi = time_of_impact({valley(), tipping}, box);
    EXPECT_EQ(toi.verdict, Verdict::Impact);
    EXPECT_LE(toi.statistics.node_tests, 1000U);
  }
}

// Finer than what enclosures of small parts of a spline lose by rounding.
TEST(CloseFits, BezierPatchMeetsAMeshAtTinyTolerance) {
  Random random(21);
  const Body mesh{Shape::mesh(make_box({2, 2, 1})), Motion()};
  Query query;
  query.tolerance = 2e-12;
  for (int i = 0; i < 12; ++i) {
    const Motion tipping =
        Motion::constant_velocity({0.1, 0.2, 0.53}, Quaternion::Identity(),
                                  {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), -0.1}, random.vector(1.0));
    const Toi toi = time_of_impact({valley(), tipping}, mesh, query);
    EXPECT_EQ(toi.verdict, Verdict::Impact);
    EXPECT_LE(toi.tolerance, 2e-12);
    EXPECT_LE(toi.statistics.node_tests, 2000U);
  }
}

}  // namespace
}  // namespace graze
