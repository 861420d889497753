// SPDX-License-Identifier: Apache-2.0
// What a frame says of two nodes, against how far apart what is in them really is.
#include "solver/linearization/linearized_span.hpp"

#include <gtest/gtest.h>

#include <graze/distance.hpp>

#include "support/random.hpp"
#include "support/trials.hpp"

namespace graze::testing {
namespace {

// A few triangles of a wavy surface: what a node of a fine mesh holds.
TriangleMesh patch(Random& random) {
  const double size = random.magnitude(0.02, 1.0);
  const double bend = random.uniform(-1.0, 1.0);
  const Quaternion turn = random.quaternion().normalized();
  const Vector3 place = random.vector(0.5);
  TriangleMesh mesh;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const double x = size * (i - 1);
      const double y = size * (j - 1);
      mesh.vertices.emplace_back(place + turn * Vector3(x, y, bend * (x * x + 0.5 * x * y)));
    }
  for (std::uint32_t i = 0; i < 2; ++i)
    for (std::uint32_t j = 0; j < 2; ++j) {
      const std::uint32_t v = 3 * i + j;
      mesh.triangles.push_back({v, v + 3, v + 1});
      mesh.triangles.push_back({v + 1, v + 3, v + 4});
    }
  return mesh;
}

Shape random_shape(Random& random) {
  switch (random.below(5)) {
    case 0:
      return Shape::sphere(random.magnitude(0.01, 0.5));
    case 1: {
      const double length = random.magnitude(0.01, 0.5);
      return Shape::capsule(random.magnitude(0.01, 0.3), length);
    }
    default:
      return Shape::mesh(patch(random));
  }
}

Motion random_motion(Random& random, const Vector3& position) {
  const Quaternion orientation = random.quaternion();
  const Vector3 velocity = random.vector(2.0);
  const Vector3 spin = random.vector(random.magnitude(1e-2, 10.0));
  if (random.chance(0.7)) return Motion::constant_velocity(position, orientation, velocity, spin);
  const Vector3 acceleration = random.vector(5.0);
  return Motion::ballistic({position, orientation}, velocity, acceleration, spin);
}

double true_distance(const Body& a, const Body& b, double time) {
  return distance(a.shape, a.motion.pose(time), b.shape, b.motion.pose(time)).upper;
}

// Two bodies on their ways.
struct MovingPair {
  Shape shape_a, shape_b;
  Body a, b;
  LeafBody leaves_a, leaves_b;

  MovingPair(Random& random, Shape of_a, Shape of_b)
      : shape_a(std::move(of_a)),
        shape_b(std::move(of_b)),
        a{shape_a, random_motion(random, Vector3::Zero())},
        b{shape_b, random_motion(random, random.vector(1.0))},
        leaves_a(shape_a),
        leaves_b(shape_b) {}

  // The root stands for all nodes: it holds the whole shape, which is as small as nodes are.
  const BoxNode& root_a() const { return leaves_a.boxes()[0]; }
  const BoxNode& root_b() const { return leaves_b.boxes()[0]; }
};

MovingPair random_pair(Random& random) {
  Shape first = random_shape(random);
  Shape second = random_shape(random);
  return {random, std::move(first), std::move(second)};
}

double random_need(Random& random) { return random.chance(0.5) ? 0.0 : random.magnitude(1e-6, 0.1); }

TEST(LinearizedBoxes, NodesAreApartAsLongAsItSays) {
  int apart = 0;
  for (int seed = 0; seed < testing::trials(6'000); ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const MovingPair pair = random_pair(random);
    const double s = random.uniform(0.0, 0.2);
    const double span = random.magnitude(1e-3, 1.0);
    const double need = random_need(random);
    const LinearizedBoxes frame(pair.a.motion, pair.leaves_a, pair.b.motion, pair.leaves_b, s, span,
                                random.vector(1.0));
    const double gap = frame.gap(pair.root_a(), pair.root_b());
    const double truth = true_distance(pair.a, pair.b, s);
    EXPECT_LE(gap, truth + 1e-12) << "seed " << seed;
    const double step = frame.apart_for(pair.root_a(), pair.root_b(), need);
    if (!(step > 0)) continue;
    ++apart;
    ASSERT_LE(step, span);
    for (int k = 0; k <= 6; ++k)
      EXPECT_GE(true_distance(pair.a, pair.b, s + step * k / 6), need - 1e-12) << "seed " << seed << " part " << k;
  }
  EXPECT_GT(apart, testing::trials(2'000));
}

// Nodes that go past each other, looked at from any time on.
TEST(LinearizedBoxes, PassingNodesAreApartAsLongAsItSays) {
  int apart = 0, longer = 0;
  for (int seed = 0; seed < testing::trials(10'000); ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const MovingPair pair = random_pair(random);
    const double s = random.uniform(0.0, 0.2);
    const double span = random.magnitude(1e-2, 2.0);
    const double need = random_need(random);
    const LinearizedBoxes frame(pair.a.motion, pair.leaves_a, pair.b.motion, pair.leaves_b, s, span, random.vector(1.0),
                                span);
    const double t = random.chance(0.3) ? 0.0 : random.uniform(0.0, span);
    const double until = frame.passing_until(pair.root_a(), pair.root_b(), need, t);
    ASSERT_GE(until, t);
    ASSERT_LE(until, span);
    if (!(until > t)) continue;
    ++apart;
    longer += t == 0 && until > frame.apart_for(pair.root_a(), pair.root_b(), need) ? 1 : 0;
    for (int k = 0; k <= 12; ++k)
      EXPECT_GE(true_distance(pair.a, pair.b, s + t + (until - t) * k / 12), need - 1e-12)
          << "seed " << seed << " part " << k;
  }
  EXPECT_GT(apart, testing::trials(3'000));
  EXPECT_GT(longer, testing::trials(100));
}

// What stays apart, by the ends of the span alone, is so in between.
TEST(LinearizedSpan, WhatStaysApartDoes) {
  int apart = 0;
  for (int seed = 0; seed < testing::trials(12'000); ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const MovingPair pair = random_pair(random);
    const double span = random.magnitude(1e-3, 1.0);
    const double need = random_need(random);
    const LinearizedSpan frame(pair.a.motion, pair.leaves_a, pair.b.motion, pair.leaves_b, 0.1, span,
                               random.vector(1.0));
    const double by =
        std::max(frame.boxes_apart_by(frame.reach_of_a(pair.root_a()), frame.reach_of_b(pair.root_b()), need),
                 frame.slabs_apart_by(pair.root_a(), pair.root_b(), need));
    EXPECT_EQ(frame.stays_apart(pair.root_a(), pair.root_b(), need), by > need) << "seed " << seed;
    if (!(by > need)) continue;
    ++apart;
    for (int k = 0; k <= 12; ++k)
      EXPECT_GE(true_distance(pair.a, pair.b, 0.1 + span * k / 12), by - 1e-12) << "seed " << seed << " part " << k;
  }
  EXPECT_GT(apart, testing::trials(2'000));
}

TEST(LinearizedSpan, TrianglesThatStayApartDo) {
  int apart = 0;
  int by_corners_only = 0;
  for (int seed = 0; seed < testing::trials(12'000); ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const auto triangle = [&]() {
      TriangleMesh mesh;
      const double size = random.magnitude(0.02, 1.0);
      for (int k = 0; k < 3; ++k) mesh.vertices.emplace_back(random.vector(size));
      mesh.triangles.push_back({0, 1, 2});
      return Shape::mesh(mesh);
    };
    Shape first = triangle();
    Shape second = triangle();
    const MovingPair pair(random, std::move(first), std::move(second));
    const double span = random.magnitude(1e-3, 0.3);
    const double need = random_need(random);
    const LinearizedSpan frame(pair.a.motion, pair.leaves_a, pair.b.motion, pair.leaves_b, 0.0, span,
                               random.vector(1.0));
    if (!(frame.triangles_apart_by(pair.root_a(), pair.root_b()) > need)) continue;
    ++apart;
    by_corners_only += frame.stays_apart(pair.root_a(), pair.root_b(), need) ? 0 : 1;
    for (int k = 0; k <= 12; ++k)
      EXPECT_GE(true_distance(pair.a, pair.b, span * k / 12), need - 1e-12) << "seed " << seed << " part " << k;
  }
  EXPECT_GT(apart, testing::trials(2'000));
  EXPECT_GT(by_corners_only, testing::trials(100));
}

// Two thin pieces, one above the other and turned by any angle: boxes overlap, slabs do not.
TEST(LinearizedBoxes, SeesBetweenThinNodes) {
  Random random(7);
  for (int i = 0; i < 200; ++i) {
    const TriangleMesh flat{{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}};
    const Shape shape = Shape::mesh(flat);
    const LeafBody leaves(shape);
    const Quaternion turn = random.quaternion();
    const double gap = random.magnitude(1e-6, 1e-2);
    const Vector3 up = turn.normalized() * Vector3::UnitZ();
    const Motion below = Motion::constant_velocity(Vector3::Zero(), turn, Vector3::Zero(), Vector3::Zero());
    const Motion above = Motion::constant_velocity(gap * up, turn, -up, Vector3::Zero());
    const LinearizedBoxes frame(below, leaves, above, leaves, 0.0, 1.0, Vector3::Zero());
    EXPECT_NEAR(frame.gap(leaves.boxes()[0], leaves.boxes()[0]), gap, 1e-5 * gap + 1e-12);
    EXPECT_NEAR(frame.apart_for(leaves.boxes()[0], leaves.boxes()[0], 0.0), gap, 1e-5 * gap + 1e-12);
  }
}

// Flat pieces close above each other that turn about an axis near their normal: the bend along all directions would end
// a step soon, that along the normal does not.
TEST(LinearizedBoxes, FlatNodesThatTurnAreApartAsLongAsItSays) {
  Random random(8);
  int longer = 0;
  for (int i = 0; i < 1'000; ++i) {
    const Shape shape = Shape::mesh({{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}});
    const LeafBody leaves(shape);
    const Quaternion turn = random.quaternion();
    const Vector3 up = turn.normalized() * Vector3::UnitZ();
    const double gap = random.magnitude(1e-10, 1e-3);
    const double tilt = random.chance(0.3) ? 0.0 : random.magnitude(1e-12, 1e-3);
    const double rate = random.magnitude(0.1, 100.0);
    const Vector3 spin = rate * (up + tilt * random.direction());
    const Vector3 velocity = random.chance(0.5) ? Vector3(Vector3::Zero()) : Vector3(random.uniform(-1, 1) * gap * up);
    const Body a{shape, Motion::still(Vector3::Zero(), turn)};
    const Body b{shape, Motion::constant_velocity(gap * up, turn, velocity, spin)};
    const LinearizedBoxes frame(a.motion, leaves, b.motion, leaves, 0.0, 1.0, Vector3::Zero());
    const double step = frame.apart_for(leaves.boxes()[0], leaves.boxes()[0], 0.0);
    if (!(step > 0)) continue;
    longer += rate * rate * step * step > 10 * gap ? 1 : 0;
    for (int k = 0; k <= 6; ++k) EXPECT_GT(true_distance(a, b, step * k / 6), 0.0) << i << " part " << k;
  }
  EXPECT_GT(longer, 300);
}

}  // namespace
}  // namespace graze::testing
