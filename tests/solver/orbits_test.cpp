// SPDX-License-Identifier: Apache-2.0
// What turns about an axis, as the half-plane of the axis shows it.
#include "solver/directional/orbits.hpp"

#include <numbers>
#include <span>

#include <gtest/gtest.h>

#include "numeric/elementary/elementary.hpp"
#include "support/random.hpp"

namespace graze::testing {
namespace {

// Points of a triangle, turned about the axis, are where the triangle says.
TEST(OrbitTriangle, ReachesAsFarAsItSays) {
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    Random random(seed);
    const Vector3 axis = random.direction();
    const Vector3 middle = random.chance(0.3) ? Vector3(Vector3::Zero()) : random.vector(2.0);
    const double size = random.magnitude(1e-3, 2.0);
    std::array<Vector3, 3> corners;
    for (Vector3& corner : corners) corner = middle + random.vector(size);
    if (random.chance(0.1)) corners[2] = 0.5 * (corners[0] + corners[1]);
    OrbitAxis seen_from{axis};
    if (random.chance(0.3)) seen_from.drift = random.magnitude(1e-3, 1.0) * axis.cross(random.direction());
    const OrbitTriangle triangle(corners, seen_from);
    const double angle = random.uniform(0.0, 2 * std::numbers::pi);
    const OrbitDirection direction{portable::cos(angle), portable::sin(angle)};
    const OrbitRange range = triangle.along(direction);
    for (int k = 0; k < 8; ++k) {
      double u = random.unit();
      double v = random.unit();
      if (u + v > 1) u = 1 - u, v = 1 - v;
      const Vector3 drifted = random.unit() * seen_from.drift;
      const Vector3 point = corners[0] + u * (corners[1] - corners[0]) + v * (corners[2] - corners[0]) - drifted;
      const double at = direction.away * axis.cross(point).norm() + direction.along * axis.dot(point);
      EXPECT_GE(at, range.lo - 1e-14) << "seed " << seed;
      EXPECT_LE(at, range.hi + 1e-14) << "seed " << seed;
    }
  }
}

// What is nearest to the axis on a face is seen exactly, not by the corners.
TEST(OrbitTriangle, SeesTheMiddleOfAFace) {
  const OrbitTriangle face({Vector3(1, -1, 0), Vector3(1, 1, 0), Vector3(1, 0.5, 3)}, {Vector3::UnitZ()});
  EXPECT_DOUBLE_EQ(face.along({1, 0}).lo, 1.0);
  EXPECT_DOUBLE_EQ(face.along({1, 0}).hi, std::sqrt(2.0));
  const OrbitTriangle around({Vector3(-1, -1, 0), Vector3(2, -1, 0), Vector3(0, 2, 0)}, {Vector3::UnitZ()});
  EXPECT_EQ(around.along({1, 0}).lo, 0.0);
}

// A corner whose distance from the axis has a square that is subnormal: the shortest way is a unit vector all the same.
TEST(OrbitTriangle, HardlyReachesTheAxis) {
  for (const double x : {2.7e-162, 3.1e-162, 1e-158, 1e-200, 5e-324}) {
    const OrbitTriangle triangle({Vector3(x, 0, 0), Vector3(1, 0.1, 0.3), Vector3(1, -0.1, 0.3)}, {Vector3::UnitZ()});
    EXPECT_LE(triangle.along({1, 0}).lo, x);
    for (const double angle : {0.3, 1.2, 2.5}) {
      const double at = portable::cos(angle) + portable::sin(angle) * 0.3;  // of a point at (1, 0, 0.3)
      const OrbitRange range = triangle.along({portable::cos(angle), portable::sin(angle)});
      EXPECT_GE(at, range.lo - 1e-14) << x;
      EXPECT_LE(at, range.hi + 1e-14) << x;
    }
  }
}

// Along a thread each point of a triangle is in the range that the triangle names, up to whole periods.
TEST(OrbitTriangle, ReachesAsFarAlongAThreadAsItSays) {
  int told = 0;
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    Random random(seed);
    const OrbitAxis axis{random.direction(), Vector3::Zero(), random.sign() * random.magnitude(1e-3, 3.0)};
    const Vector3 across = axis.direction.unitOrthogonal();
    const Vector3 other = axis.direction.cross(across);
    const double size = random.magnitude(1e-3, 1.0);
    const Vector3 middle = random.vector(2.0);
    std::array<Vector3, 3> corners;
    for (Vector3& corner : corners) corner = middle + random.vector(size);
    const OrbitTriangle triangle(corners, axis);
    const double angle = random.uniform(0.0, 2 * std::numbers::pi);
    const OrbitDirection direction{portable::cos(angle), portable::sin(angle)};
    const OrbitRange range = triangle.along(direction);
    if (!std::isfinite(range.hi - range.lo)) continue;
    ++told;
    for (int k = 0; k < 8; ++k) {
      double u = random.unit();
      double v = random.unit();
      if (u + v > 1) u = 1 - u, v = 1 - v;
      const Vector3 point = corners[0] + u * (corners[1] - corners[0]) + v * (corners[2] - corners[0]);
      const double away = axis.direction.cross(point).norm();
      const double along =
          axis.direction.dot(point) - axis.pitch * portable::atan2(point.dot(other), point.dot(across));
      bool inside = false;
      for (int turn = -5000; turn <= 5000 && !inside; ++turn) {
        const double at = direction.away * away + direction.along * (along + turn * axis.period());
        inside = at >= range.lo - 1e-13 && at <= range.hi + 1e-13;
      }
      EXPECT_TRUE(inside) << "seed " << seed;
    }
  }
  EXPECT_GT(told, 5'000);
}

// Directions along which nodes are thin are no longer than one, however small what is below.
TEST(OrbitTree, DirectionsAreNoLongerThanOne) {
  Meter meter{Budget{}};
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    Random random(seed);
    const double size = random.magnitude(1e-170, 1.0);
    std::array<Vector3, 3> corners;
    for (Vector3& corner : corners) corner = random.vector(size);
    const OrbitTriangle triangle(corners, {Vector3::UnitZ()});
    const OrbitDirection thin = build_orbit_tree(std::span(&triangle, 1), meter).front().thin;
    EXPECT_LT(std::hypot(thin.away, thin.along), 1.0) << "seed " << seed;
  }
}

}  // namespace
}  // namespace graze::testing
