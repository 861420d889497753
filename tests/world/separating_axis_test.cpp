// SPDX-License-Identifier: Apache-2.0
// Bodies that a separating axis proves apart stay apart: against distances on their paths, and against the solver.
#include "world/certify/separating_axis.hpp"

#include <gtest/gtest.h>

#include <graze/distance.hpp>
#include <graze/time_of_impact.hpp>

#include "support/random.hpp"
#include "world/certify/leaf_separation.hpp"
#include "world/step/stalled.hpp"

namespace graze::testing {
namespace {

Shape random_shape(Random& random) {
  switch (random.below(4)) {
    case 0: {
      const Vector3 lengths = random.vector(0.8).cwiseAbs() + Vector3::Constant(0.2);
      return Shape::box(lengths);
    }
    case 1: {
      const double length = random.uniform(0.1, 0.5);
      return Shape::capsule(random.uniform(0.05, 0.3), length);
    }
    case 2: {
      std::vector<Vector3> points;
      for (int k = 0; k < 12; ++k) points.push_back(random.vector(0.5));
      return Shape::convex_hull(points);
    }
    default:
      return Shape::mesh(make_torus(0.4, 0.1, 8, 5));
  }
}

RigidBody random_body(Random& random, const Vector3& position, SharedShapes& shapes) {
  WorldBody body{.shape = random_shape(random)};
  body.placement = {position, random.quaternion().normalized()};
  body.velocity = random.vector(random.magnitude(0.01, 5.0));
  body.angular_velocity = random.vector(random.magnitude(0.01, 10.0));
  return {body, shapes};
}

Vector3 random_rate(Random& random, const RigidBody& a, const RigidBody& b) {
  switch (random.below(4)) {
    case 0:
      return a.state.angular_velocity;
    case 1:
      return b.state.angular_velocity;
    case 2:
      return Vector3::Zero();
    default:
      return random.vector(5.0);
  }
}

// A few roundings are what poses are off by.
void expect_apart(const Traveller& a, const Traveller& b, double length, double need) {
  const Body body_a = a.moving();
  const Body body_b = b.moving();
  for (int k = 0; k <= 24; ++k) {
    const double t = length * k / 24;
    EXPECT_GE(distance(body_a.shape, body_a.motion.pose(t), body_b.shape, body_b.motion.pose(t)).upper, need - 1e-13);
  }
  Query query;
  query.window = {0.0, length};
  query.separation = std::max(0.0, need - 1e-9);
  query.tolerance = 1e-10;
  EXPECT_EQ(time_of_impact(body_a, body_b, query).verdict, Verdict::Free);
}

TEST(SeparatingAxes, WhatTheySayIsApartIsApart) {
  int proved = 0;
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    Random random(seed);
    SharedShapes shapes;
    const RigidBody rigid_a = random_body(random, Vector3::Zero(), shapes);
    const RigidBody rigid_b = random_body(random, random.magnitude(0.3, 2.0) * random.direction(), shapes);
    const Traveller a(rigid_a, rigid_a.state, true);
    const Traveller b(rigid_b, rigid_b.state, random.chance(0.8));
    const double length = random.magnitude(1e-3, 0.5);
    const double need = random.chance(0.3) ? 0.0 : random.magnitude(1e-6, 1e-1);
    SeparatingAxis axis = widest_axis(a, b);
    if (random.chance(0.4)) {
      axis.direction = (b.state.position - a.state.position + random.vector(0.2)).normalized();
      axis.rate = random_rate(random, rigid_a, rigid_b);
    }
    if (!apart_along(a, b, axis, length, need)) continue;
    ++proved;
    SCOPED_TRACE(seed);
    expect_apart(a, b, length, need);
  }
  EXPECT_GT(proved, 400);
}

// Two triangles in any place, each of a mesh of its own: whatever turns, and whatever the axis turns with.
TEST(SeparatingAxes, TrianglesTheySayAreApartAreApart) {
  const std::vector<NodePair> roots{{0, 0}};
  int along_one = 0;
  int proved = 0;
  for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
    Random random(seed);
    SharedShapes shapes;
    const auto body = [&](const Vector3& position) {
      TriangleMesh mesh;
      for (int k = 0; k < 3; ++k) mesh.vertices.emplace_back(random.vector(0.5));
      mesh.triangles.push_back({0, 1, 2});
      WorldBody triangle{.shape = Shape::mesh(mesh)};
      triangle.placement = {position, random.quaternion().normalized()};
      triangle.velocity = random.vector(random.magnitude(0.01, 5.0));
      triangle.angular_velocity = random.vector(random.magnitude(0.01, 10.0));
      triangle.mass = MassProperties{};
      return RigidBody(triangle, shapes);
    };
    const RigidBody rigid_a = body(Vector3::Zero());
    const RigidBody rigid_b = body(random.magnitude(0.1, 1.0) * random.direction());
    const Traveller a(rigid_a, rigid_a.state, true);
    const Traveller b(rigid_b, rigid_b.state, random.chance(0.8));
    const double length = random.magnitude(1e-3, 0.2);
    const double need = random.chance(0.3) ? 0.0 : random.magnitude(1e-6, 1e-1);
    const SeparatingAxis axis{(b.state.position - a.state.position + random.vector(0.2)).normalized(),
                              random_rate(random, rigid_a, rigid_b)};
    const LeafBody leaves_a(rigid_a.shape);
    const LeafBody leaves_b(rigid_b.shape);
    const bool along = triangles_apart_by(a, leaves_a.corners(0), b, leaves_b.corners(0), axis, length) > need;
    const bool somehow = not_apart(roots, a, b, length, need).empty();
    along_one += along ? 1 : 0;
    proved += somehow ? 1 : 0;
    SCOPED_TRACE(seed);
    if (along || somehow) expect_apart(a, b, length, need);
  }
  EXPECT_GT(along_one, 200);
  EXPECT_GT(proved, 1'000);
}

// A blade that stands a hair above a face, both turning as one: a fixed direction would not do.
TEST(SeparatingAxes, FollowFeaturesThatTurn) {
  SharedShapes shapes;
  TriangleMesh floor{{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, {{0, 1, 2}}};
  TriangleMesh blade{{{0, -0.1, 0}, {0, 0.1, 0}, {0, 0, 1}}, {{0, 1, 2}}};
  WorldBody below{.shape = Shape::mesh(floor)};
  below.angular_velocity = {0, 3, 0};
  below.mass = MassProperties{};
  WorldBody above{.shape = Shape::mesh(blade)};
  above.placement.position = {0, 0, 1e-4};
  above.angular_velocity = {0, 3, 0};
  above.mass = MassProperties{};
  const RigidBody rigid_a(below, shapes);
  const RigidBody rigid_b(above, shapes);
  const Traveller a(rigid_a, rigid_a.state, true);
  const Traveller b(rigid_b, rigid_b.state, true);
  const std::vector<NodePair> roots{{0, 0}};
  EXPECT_TRUE(not_apart(roots, a, b, 0.02, 0.5e-4).empty());
  EXPECT_FALSE(not_apart(roots, a, b, 0.02, 1.1e-4).empty());
  const auto fixed = [&](double length) {
    return triangles_apart_by(a, LeafBody(rigid_a.shape).corners(0), b, LeafBody(rigid_b.shape).corners(0),
                              {Vector3::UnitZ()}, length) > 0.5e-4;
  };
  EXPECT_TRUE(fixed(1e-6));
  EXPECT_FALSE(fixed(0.02));
}

// Up to the last part in a thousand: two boxes face to face, one falling on the other while both turn as one.
TEST(SeparatingAxes, AreTightForFacesThatTurnTogether) {
  SharedShapes shapes;
  WorldBody box{.shape = Shape::box({1, 1, 1})};
  box.angular_velocity = {0, 0, 3};
  const RigidBody below(box, shapes);
  box.placement.position = {0, 0, 1.01};
  box.velocity = {0, 0, -1};
  const RigidBody above(box, shapes);
  const Traveller a(below, below.state, true);
  const Traveller b(above, above.state, true);
  const SeparatingAxis axis = widest_axis(a, b);
  EXPECT_NEAR(axis.gap, 0.01, 1e-6);
  EXPECT_TRUE(apart_along(a, b, axis, 0.00999, 0.0));
  EXPECT_FALSE(apart_along(a, b, axis, 0.01001, 0.0));
}

// Stalled bodies: with the stops, every pair is apart for the whole substep.
TEST(Stops, WhatIsLeftIsApart) {
  int stopped = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    SharedShapes shapes;
    std::vector<RigidBody> bodies;
    for (int i = 0; i < 5; ++i) {
      bodies.push_back(random_body(random, Vector3(1.9 * i, 0, 0), shapes));
      bodies.back().state.velocity.x() = random.uniform(-8.0, 8.0);
    }
    std::vector<Traveller> travellers;
    for (const RigidBody& body : bodies) travellers.emplace_back(body, body.state, true);
    constexpr double kLength = 0.3;
    constexpr double kSeparation = 1e-4;
    PairCaches caches(bodies.size());
    const std::vector<std::size_t> ids{0, 1, 2, 3, 4};
    Certifier certifier(caches, ids);
    certifier.begin(kSeparation, kLength, {});
    const auto all = [](std::size_t, std::size_t) { return true; };
    const std::vector<BlockedPair> blocked = certifier.certify(travellers, all, 1);
    const std::vector<double> stops = stop_times(travellers, kLength, blocked, certifier);
    for (int k = 0; k <= 20; ++k)
      for (std::size_t i = 0; i < bodies.size(); ++i)
        for (std::size_t j = i + 1; j < bodies.size(); ++j) {
          const auto pose = [&](std::size_t b) {
            return travellers[b].moving().motion.pose(std::min(kLength * k / 20, stops[b]));
          };
          const DistanceBounds apart = distance(bodies[i].shape, pose(i), bodies[j].shape, pose(j));
          EXPECT_GT(apart.upper, 0.5 * kSeparation) << "seed " << seed << " pair " << i << " " << j;
        }
    for (const double stop : stops) stopped += stop > 0 && stop < kLength ? 1 : 0;
  }
  EXPECT_GT(stopped, 20);
}

}  // namespace
}  // namespace graze::testing
