// SPDX-License-Identifier: Apache-2.0
// Patches that are flat, or straight along one parameter, meet others with little work, counted in tests of pairs.
#include <gtest/gtest.h>

#include <graze/surface.hpp>
#include <graze/time_of_impact.hpp>

#include "support/random.hpp"

namespace graze {
namespace {

using testing::Random;

// Straight lines between two curves: heights over v at u = -1 and at u = 1.
Shape ruled(const std::array<double, 3>& first, const std::array<double, 3>& second) {
  ControlGrid control{2, 3, {}};
  for (std::size_t j = 0; j < 3; ++j) control.points.push_back({-1, static_cast<double>(j) - 1, first[j]});
  for (std::size_t j = 0; j < 3; ++j) control.points.push_back({1, static_cast<double>(j) - 1, second[j]});
  return Shape::parametric(ParametricSurface::bezier(control));
}

Shape tilted_plane() { return ruled({0, 0, 0}, {0.04, 0.04, 0.04}); }

// Bodies whose middles are close to that of the patch.
std::vector<Shape> around() {
  return {Shape::parametric(ParametricSurface::sphere(0.7)),
          Shape::parametric(ParametricSurface::ellipsoid({1, 0.5, 0.7})),
          Shape::implicit(ImplicitSurface::sphere(0.7)),
          Shape::implicit(ImplicitSurface::torus(1.0, 0.3)),
          Shape::box({1, 1, 1}),
          tilted_plane()};
}

::testing::AssertionResult meets(const Toi& toi) {
  if (toi.verdict == Verdict::Impact || toi.verdict == Verdict::InitialContact) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << to_string(toi.verdict) << " at " << toi.bracket.lo() << " after "
                                       << toi.statistics.node_tests << " pairs";
}

// Nearly all overlap at the start.
TEST(StraightPatches, AFlatOneOverlapsAtTheStart) {
  Random random(7);
  Query query;
  query.tolerance = 1e-8;
  query.budget.iterations = 5000;
  const Shape flat = tilted_plane();
  for (const Shape& other : around())
    for (int i = 0; i < 12; ++i) {
      const Quaternion turned = i % 3 == 0 ? Quaternion::Identity() : random.quaternion();
      const Motion motion =
          Motion::constant_velocity(random.vector(0.15), turned, random.vector(0.5), random.vector(1.0));
      const Body patch{flat, motion};
      EXPECT_TRUE(meets(time_of_impact(patch, {other, Motion()}, query))) << i;
      EXPECT_TRUE(meets(time_of_impact({other, Motion()}, patch, query))) << i;
    }
}

// Bent along one parameter only: it is thin long before it is small.
TEST(StraightPatches, ARuledOneIsMet) {
  Random random(8);
  Query query;
  query.tolerance = 1e-8;
  query.budget.iterations = 8000;
  const Shape ridge = ruled({0.3, -0.4, 0.2}, {0.3, -0.4, 0.2});
  const Shape twisted = ruled({-0.1, 0.5, -0.3}, {0.2, -0.6, 0.4});
  for (const Shape& patch : {ridge, twisted})
    for (const Shape& other : {Shape::box({0.5, 0.3, 0.0004}), Shape::box({0.5, 0.6, 0.7}), tilted_plane()})
      for (int i = 0; i < 12; ++i) {
        const Vector3 place(random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), 2.0);
        const Motion falling =
            Motion::constant_velocity(place, random.quaternion(), Vector3(0.1, 0.2, -4.0), random.vector(1.0));
        EXPECT_TRUE(meets(time_of_impact({patch, Motion()}, {other, falling}, query))) << i;
      }
}

}  // namespace
}  // namespace graze
