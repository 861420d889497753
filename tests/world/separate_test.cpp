// SPDX-License-Identifier: Apache-2.0
// Worlds whose bodies overlap at the start: moved apart, or refused.
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include <graze/distance.hpp>
#include <graze/world.hpp>

#include "support/random.hpp"

namespace graze::testing {
namespace {

WorldBody body_of(const std::string& name, const Shape& shape, const Vector3& position,
                  const Quaternion& orientation = Quaternion::Identity()) {
  WorldBody body{.name = name, .shape = shape};
  body.placement = {position, orientation};
  return body;
}
WorldBody still(WorldBody body) {
  body.kind = BodyKind::Static;
  return body;
}

WorldScene scene_of(std::vector<WorldBody> bodies) {
  WorldScene scene{std::move(bodies), {}};
  scene.options.gravity = {0, 0, -10};
  return scene;
}

double smallest_gap(const World& world) {
  const auto pose = [&](std::size_t i) {
    Pose result = Pose::Identity();
    result.linear() = world.body(i).orientation.toRotationMatrix();
    result.translation() = world.body(i).position;
    return result;
  };
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t a = 0; a < world.size(); ++a)
    for (std::size_t b = a + 1; b < world.size(); ++b)
      if (world.can_collide(a, b))
        least = std::min(least, distance(world.shape(a), pose(a), world.shape(b), pose(b)).lower);
  return least;
}

void expect_each_pair_once(const World& world) {
  std::set<std::pair<std::size_t, std::size_t>> pairs;
  for (const InitialOverlap& pair : world.initial_overlaps()) {
    EXPECT_TRUE(pairs.insert({pair.a, pair.b}).second) << pair.a << ", " << pair.b;
    EXPECT_TRUE(std::isfinite(pair.distance));
  }
}

std::string fault_of(const WorldScene& scene) {
  try {
    const World world(scene);
  } catch (const std::invalid_argument& fault) {
    return fault.what();
  }
  return "no fault";
}

Shape random_shape(Random& random, double size) {
  switch (random.below(6)) {
    case 0:
      return Shape::sphere(0.5 * size);
    case 1:
      return Shape::capsule(0.3 * size, 0.6 * size);
    case 2:
      return Shape::mesh(make_box({size, 0.7 * size, 0.9 * size}));
    case 3:
      return Shape::cylinder(0.4 * size, size);
    case 4:
      return Shape::mesh(make_torus(0.4 * size, 0.15 * size, 10, 6));
    default:
      return Shape::box({size, random.uniform(0.3, 1.0) * size, 0.8 * size});
  }
}

// A pit of four walls and a floor, with room for all above.
std::vector<WorldBody> pit(double half) {
  std::vector<WorldBody> bodies{still(body_of("floor", Shape::box({40, 40, 1}), {0, 0, -0.5}))};
  const double side = half + 0.5;
  bodies.push_back(still(body_of("left", Shape::box({1, 2 * half, 50}), {-side, 0, 25})));
  bodies.push_back(still(body_of("right", Shape::box({1, 2 * half, 50}), {side, 0, 25})));
  bodies.push_back(still(body_of("front", Shape::box({2 * half, 1, 50}), {0, -side, 25})));
  bodies.push_back(still(body_of("back", Shape::box({2 * half, 1, 50}), {0, side, 25})));
  return bodies;
}

TEST(Separate, RandomHeapsAreApartFromTheStart) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    const bool in_pit = random.chance(0.5);
    std::vector<WorldBody> bodies = in_pit ? pit(2.0) : std::vector<WorldBody>{pit(2.0)[0]};
    const int count = 4 + random.below(12);
    for (int k = 0; k < count; ++k) {
      const Vector3 place = random.vector(1.0) + Vector3(0, 0, random.uniform(0.3, 1.5));
      bodies.push_back(body_of("b" + std::to_string(k), random_shape(random, random.uniform(0.3, 1.0)), place,
                               random.quaternion().normalized()));
    }
    World world(scene_of(bodies));
    EXPECT_GT(smallest_gap(world), 0.0) << "seed " << seed;
    EXPECT_FALSE(world.initial_overlaps().empty());
    expect_each_pair_once(world);
    for (int frame = 0; frame < 3; ++frame) world.step(1.0 / 64);
    EXPECT_GT(smallest_gap(world), 0.0) << "seed " << seed;
  }
}

// Each of three boxes is pushed off one of the others into the third, if one of two makes way at a time.
TEST(Separate, BodiesThatPushEachOtherRound) {
  std::vector<WorldBody> bodies = pit(1.0);
  Random random(5);
  for (int k = 0; k < 9; ++k)
    bodies.push_back(body_of("b" + std::to_string(k), Shape::box({0.7, 0.6, 0.65}),
                             {0.62 * (k % 3 - 1), 0.62 * (k / 3 - 1), 0.5}, random.quaternion().normalized()));
  const World world(scene_of(bodies));
  EXPECT_GT(smallest_gap(world), 0.0);
  expect_each_pair_once(world);
}

// Room for one or two beside each other: the others have to go up.
TEST(Separate, BodiesInANarrowPitGoUp) {
  std::vector<WorldBody> bodies = pit(0.7);
  Random random(9);
  for (int k = 0; k < 10; ++k)
    bodies.push_back(body_of("b" + std::to_string(k), Shape::box({0.8, 0.7, 0.6}),
                             random.vector(0.1) + Vector3(0, 0, 0.5), random.quaternion().normalized()));
  const World world(scene_of(bodies));
  EXPECT_GT(smallest_gap(world), 0.0);
  expect_each_pair_once(world);
  for (std::size_t i = 5; i < world.size(); ++i) EXPECT_LT(world.body(i).position.head<2>().norm(), 1.0);
}

TEST(Separate, ManyBodiesAtOnePlace) {
  std::vector<WorldBody> bodies{pit(2.0)[0]};
  for (int k = 0; k < 8; ++k) bodies.push_back(body_of("b" + std::to_string(k), Shape::box({1, 1, 1}), {0, 0, 0.2}));
  const World world(scene_of(bodies));
  EXPECT_GT(smallest_gap(world), 0.0);
}

// A body that is held between two walls that are too close has nowhere to go.
TEST(Separate, WhatCannotBeMovedApartIsRefusedByName) {
  WorldBody held = body_of("held", Shape::box({1, 1, 1}), {0, 0, 0.5});
  held.fixed = {false, true, true, false, false, false};
  const WorldBody left = still(body_of("left", Shape::box({50, 50, 50}), {-25.4, 0, 0}));
  const WorldBody right = still(body_of("right", Shape::box({50, 50, 50}), {25.4, 0, 0}));
  const std::string fault = fault_of(scene_of({left, right, held}));
  EXPECT_NE(fault.find("body 2 (held) overlap at the start and cannot be moved apart"), std::string::npos) << fault;
  held.fixed = {true, true, true, false, false, false};
  EXPECT_NE(fault_of(scene_of({left, held})).find("body 0 (left) and body 1 (held) overlap"), std::string::npos);
  held.fixed = {};
  EXPECT_EQ(fault_of(scene_of({left, held})), "no fault");
}

// What is fixed is not moved, and a body moves only along what is free.
TEST(Separate, KeepsWhatIsFixed) {
  WorldBody rail = body_of("rail", Shape::box({1, 1, 1}), {0, 0, 0.8});
  rail.fixed = {false, true, true, true, true, true};
  const World world(scene_of({still(body_of("block", Shape::box({1, 1, 1}), {0.3, 0.1, 0.7})), rail}));
  EXPECT_GT(smallest_gap(world), 0.0);
  EXPECT_EQ(world.body(1).position.y(), 0.0);
  EXPECT_EQ(world.body(1).position.z(), 0.8);
  EXPECT_NEAR(world.body(1).position.x(), -0.7, 1e-3);
}

}  // namespace
}  // namespace graze::testing
