// SPDX-License-Identifier: Apache-2.0
// What turns about an axis, as the half-plane of the axis shows it.
#include "solver/directional/orbits.hpp"

#include <numbers>

#include <gtest/gtest.h>

#include <graze/distance.hpp>

#include "solver/directional/orbit_filter.hpp"
#include "solver/directional/relative_screw.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

namespace graze::testing {
namespace {

TriangleMesh tube(double radius, double length, std::uint32_t around, std::uint32_t rows) {
  TriangleMesh mesh;
  for (std::uint32_t j = 0; j <= rows; ++j)
    for (std::uint32_t i = 0; i < around; ++i) {
      const double angle = 2 * std::numbers::pi * i / around;
      mesh.vertices.emplace_back(radius * portable::cos(angle), radius * portable::sin(angle),
                                 length * (static_cast<double>(j) / rows - 0.5));
    }
  for (std::uint32_t j = 0; j < rows; ++j)
    for (std::uint32_t i = 0; i < around; ++i) {
      const std::uint32_t p = j * around + i;
      const std::uint32_t q = j * around + (i + 1) % around;
      mesh.triangles.push_back({p, q, q + around});
      mesh.triangles.push_back({p, q + around, p + around});
    }
  return mesh;
}

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
    const OrbitTriangle triangle(corners, axis);
    const double angle = random.uniform(0.0, 2 * std::numbers::pi);
    const OrbitDirection direction{portable::cos(angle), portable::sin(angle)};
    const OrbitRange range = triangle.along(direction);
    for (int k = 0; k < 8; ++k) {
      double u = random.unit();
      double v = random.unit();
      if (u + v > 1) u = 1 - u, v = 1 - v;
      const Vector3 point = corners[0] + u * (corners[1] - corners[0]) + v * (corners[2] - corners[0]);
      const double at = direction.away * axis.cross(point).norm() + direction.along * axis.dot(point);
      EXPECT_GE(at, range.lo - 1e-14) << "seed " << seed;
      EXPECT_LE(at, range.hi + 1e-14) << "seed " << seed;
    }
  }
}

// What is nearest to the axis on a face is seen exactly, not by the corners.
TEST(OrbitTriangle, SeesTheMiddleOfAFace) {
  const OrbitTriangle face({Vector3(1, -1, 0), Vector3(1, 1, 0), Vector3(1, 0.5, 3)}, Vector3::UnitZ());
  EXPECT_DOUBLE_EQ(face.along({1, 0}).lo, 1.0);
  EXPECT_DOUBLE_EQ(face.along({1, 0}).hi, std::sqrt(2.0));
  const OrbitTriangle around({Vector3(-1, -1, 0), Vector3(2, -1, 0), Vector3(0, 2, 0)}, Vector3::UnitZ());
  EXPECT_EQ(around.along({1, 0}).lo, 0.0);
}

// Two bodies that move together, one of them turning in the other about an axis, exactly or nearly.
struct Turning {
  Motion a, b;
};
Turning random_turning(Random& random) {
  const Quaternion orientation = random.quaternion().normalized();
  const Vector3 axis = random.direction();
  const Vector3 origin = random.vector(random.chance(0.2) ? 1e3 : 1.0);
  const double rate = random.sign() * random.magnitude(0.1, 10.0);
  const double advance = random.chance(0.5) ? 0.0 : random.uniform(-2.0, 2.0);
  const Vector3 nearly = random.chance(0.5) ? Vector3(Vector3::Zero()) : random.vector(1e-4);
  const Motion own = Motion::constant_velocity(origin, orientation, advance * axis + nearly, rate * axis + nearly);
  if (random.chance(0.4)) return {own, Motion::still(origin, random.quaternion())};
  if (random.chance(0.4)) return {Motion::still(origin, random.quaternion()), own};
  const Vector3 drift = random.vector(3.0);
  return {Motion::constant_velocity(origin, orientation, advance * axis + drift, rate * axis),
          Motion::constant_velocity(origin, random.quaternion(), drift, -0.5 * rate * axis + nearly)};
}

TEST(RelativeScrew, PointsAreWhereItHasThem) {
  int found = 0;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(testing::trials(300)); ++seed) {
    Random random(seed);
    const Turning motions = random_turning(random);
    const double start = random.chance(0.3) ? 1e5 : random.uniform(-1.0, 1.0);
    const Interval window(start, start + random.magnitude(0.01, 1.0));
    const std::optional<RelativeScrew> screw = relative_screw(motions.a, 1.0, motions.b, window);
    if (!screw) continue;
    ++found;
    const double slack = screw->deviation + screw->start_error;
    for (int k = 0; k < 20; ++k) {
      const double t = window.lo() + (window.hi() - window.lo()) * random.unit();
      const Vector3 point = random.direction();
      const Vector3 then = screw->start * point - screw->point;
      const Vector3 now = motions.b.pose(t).inverse(Eigen::Isometry) * (motions.a.pose(t) * point) - screw->point;
      const double allowed = slack + 1e-9 * (std::abs(start) > 1e3 ? 1e3 : 1.0);
      EXPECT_NEAR(screw->direction.cross(now).norm(), screw->direction.cross(then).norm(), allowed) << "seed " << seed;
      const double along = screw->direction.dot(now - then);
      EXPECT_GE(along, screw->advance.lo() - allowed) << "seed " << seed;
      EXPECT_LE(along, screw->advance.hi() + allowed) << "seed " << seed;
    }
  }
  EXPECT_GT(found, testing::trials(100));
}

// The triangles that a filter leaves out stay apart: every other triangle is measured at many times.
TEST(OrbitFilter, LeavesOutWhatStaysApart) {
  int told = 0;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(testing::trials(120)); ++seed) {
    Random random(seed);
    const Turning motions = random_turning(random);
    const double radius = random.uniform(0.6, 1.0);
    const TriangleMesh outer = tube(1.0, 2.0, 24, 6);
    const TriangleMesh inner = random.chance(0.5) ? tube(radius, 1.5, 24, 5) : make_bumpy_sphere(radius, 0.1, 3, 2);
    const Shape shape_a = Shape::mesh(inner);
    const Shape shape_b = Shape::mesh(outer);
    const Body a{shape_a, motions.a};
    const Body b{shape_b, motions.b};
    const LeafyBody leafy_a(a);
    const LeafyBody leafy_b(b);
    const Interval window(0.0, random.magnitude(0.05, 1.0));
    const double need = random.chance(0.5) ? 0.0 : random.magnitude(1e-6, 1e-2);
    Meter meter{Budget{}};
    const std::optional<OrbitFilter> filter = orbit_filter(leafy_a, leafy_b, window, need, meter);
    if (!filter) continue;
    ++told;
    TriangleMesh rest{inner.vertices, {}};  // triangles that it says are apart from all of the other mesh
    for (std::uint32_t i = 0; i < leafy_a.leaves.boxes().size(); ++i) {
      const BoxNode& box = leafy_a.leaves.boxes()[i];
      if (box.is_leaf() && !filter->takes({i, 0})) rest.triangles.push_back(inner.triangles[box.leaf]);
    }
    if (rest.triangles.empty()) continue;
    const Shape apart = Shape::mesh(rest);
    for (int k = 0; k <= 24; ++k) {
      const double t = window.lo() + (window.hi() - window.lo()) * k / 24;
      EXPECT_GT(distance(apart, a.motion.pose(t), shape_b, b.motion.pose(t)).upper, need) << "seed " << seed;
    }
  }
  EXPECT_GT(told, testing::trials(15));
}

// A fine peg that turns in a fine tube: what two of their nodes are apart along changes all the time, their orbits not.
TEST(OrbitFilter, TightFitsCostLittle) {
  const Shape socket = Shape::mesh(tube(1.0, 4.0, 128, 64));
  const Shape peg = Shape::mesh(tube(0.998, 3.0, 128, 64));
  for (const double advance : {0.0, 3.0}) {
    const Motion turning =
        Motion::constant_velocity({0, 0, -1.2 * advance}, Quaternion::Identity(), {0, 0, advance}, {0, 0, 2});
    const Toi toi = time_of_impact({peg, turning}, {socket, Motion()}, {}, Solver::named("directional"));
    EXPECT_EQ(toi.verdict, Verdict::Free) << advance;
    EXPECT_LE(toi.statistics.node_tests + toi.statistics.leaf_tests, 150'000U) << advance;
  }
  const Shape ball = Shape::mesh(make_bumpy_sphere(0.99, 0.0, 1, 5));
  const Shape hollow = Shape::mesh(make_bumpy_sphere(1.0, 0.0, 1, 5));
  const Motion turning = Motion::constant_velocity({0, 0, 0}, Quaternion::Identity(), {0, 0, 0}, {0.3, 0.2, 1});
  const Toi toi = time_of_impact({ball, turning}, {hollow, Motion()}, {}, Solver::named("directional"));
  EXPECT_EQ(toi.verdict, Verdict::Free);
  EXPECT_LE(toi.statistics.node_tests, 120'000U);
}

void add_pin(TriangleMesh& mesh, double from, double to, double angle) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  const Vector3 out(portable::cos(angle), portable::sin(angle), 0);
  const Vector3 side(-out.y(), out.x(), 0);
  for (const Vector3& corner :
       {Vector3(from * out - 0.01 * side), Vector3(from * out + 0.01 * side), Vector3(to * out)})
    mesh.vertices.emplace_back(corner + 1.7 * Vector3::UnitZ());
  mesh.triangles.push_back({first, first + 1, first + 2});
}

// A peg with a pin past its end, which meets a pin of the tube: the contact is that of the pins alone.
TEST(OrbitFilter, KeepsContacts) {
  const Motion turning = Motion::constant_velocity({0, 0, 0}, Quaternion::Identity(), {0, 0, 0}, {0, 0, 3});
  for (const double angle : {0.5, 1.5, 2.5}) {
    TriangleMesh outer = tube(1.0, 4.0, 128, 64), inner = tube(0.998, 3.0, 128, 64), outer_pin, inner_pin;
    for (TriangleMesh* mesh : {&outer, &outer_pin}) add_pin(*mesh, 1.0, 0.9, angle);
    for (TriangleMesh* mesh : {&inner, &inner_pin}) add_pin(*mesh, 0.8, 0.95, 0.0);
    const Solver solver = Solver::named("directional");
    const Toi all = time_of_impact({Shape::mesh(inner), turning}, {Shape::mesh(outer), Motion()}, {}, solver);
    const Toi pins = time_of_impact({Shape::mesh(inner_pin), turning}, {Shape::mesh(outer_pin), Motion()}, {}, solver);
    ASSERT_EQ(all.verdict, Verdict::Impact) << angle;
    EXPECT_NEAR(all.bracket.lo(), pins.bracket.lo(), 1e-9) << angle;
    EXPECT_GT(all.statistics.node_tests + all.statistics.leaf_tests, 20'000U) << "so the orbits were asked for";
    EXPECT_LT(all.statistics.node_tests + all.statistics.leaf_tests, 200'000U) << angle;
  }
}

}  // namespace
}  // namespace graze::testing
