// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <graze/world.hpp>

#include "support/random.hpp"

namespace graze {
namespace {

WorldBody still(const std::string& name, Shape shape, const Vector3& position) {
  WorldBody body{.name = name, .shape = std::move(shape)};
  body.kind = BodyKind::Static;
  body.placement.position = position;
  return body;
}

// Along x: a sheet of paper at 1, a ball around 3, a box from 4.5 to 5.5, and ground below.
World row() {
  WorldScene scene;
  scene.bodies.push_back(still("paper", Shape::mesh({{{0, -1, -1}, {0, 1, -1}, {0, 0, 1}}, {{0, 1, 2}}}), {1, 0, 0}));
  scene.bodies.push_back(still("ball", Shape::sphere(0.5), {3, 0, 0}));
  scene.bodies.push_back(still("box", Shape::box({1, 1, 1}), {5, 0, 0}));
  scene.bodies.push_back(still("ground", Shape::half_space(Vector3::UnitZ(), 0), {0, 0, -2}));
  return World(scene);
}

TEST(WorldCasts, RayMeetsTheClosestBodyOfThoseWanted) {
  const World world = row();
  const Vector3 way(10, 0, 0);
  const auto first = world.cast_ray({0, 0, 0}, way);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->body, 0U);
  EXPECT_NEAR(first->fraction, 0.1, 1e-9);
  const auto second = world.cast_ray({0, 0, 0}, way, [](std::size_t body) { return body != 0; });
  ASSERT_TRUE(second);
  EXPECT_EQ(second->body, 1U);
  EXPECT_NEAR(second->fraction, 0.25, 1e-9);
  EXPECT_LT((second->point - Vector3(2.5, 0, 0)).norm(), 1e-8);
  EXPECT_LT((second->normal + Vector3::UnitX()).norm(), 1e-6);
  const auto back = world.cast_ray({10, 0, 0}, -way);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->body, 2U);
  EXPECT_NEAR(back->fraction, 0.45, 1e-9);
}

TEST(WorldCasts, RayThatEndsBeforeOrPassesMeetsNothing) {
  const World world = row();
  EXPECT_FALSE(world.cast_ray({0, 0, 0}, {0.999, 0, 0}));
  EXPECT_FALSE(world.cast_ray({0, 5, 0}, {10, 0, 0}));
  EXPECT_FALSE(world.cast_ray({0, 0, 0}, {10, 0, 0}, [](std::size_t) { return false; }));
}

TEST(WorldCasts, RayMeetsAHalfSpace) {
  const auto hit = row().cast_ray({-5, 0, 2}, {0, 0, -8});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->body, 3U);
  EXPECT_NEAR(hit->fraction, 0.5, 1e-9);
}

TEST(WorldCasts, ShapeIsMetWithItsSurface) {
  const World world = row();
  const auto hit = world.cast_shape(Shape::sphere(0.25), {{0, 0, 0}}, {10, 0, 0}, [](std::size_t i) { return i > 0; });
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->body, 1U);
  EXPECT_NEAR(hit->fraction, 0.225, 1e-9);
  EXPECT_FALSE(world.cast_shape(Shape::box({0.2, 0.2, 0.2}), {{0, 3, 0}}, {10, 0, 0}));
}

TEST(WorldCasts, OverlapAtTheStartIsAFractionOfZero) {
  const auto hit = row().cast_shape(Shape::box({1, 1, 1}), {{5, 0.5, 0}}, {0, 9, 0});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->body, 2U);
  EXPECT_EQ(hit->fraction, 0.0);
}

// Against rays and a sphere by formula.
TEST(WorldCasts, RaysAndABallAgreeWithTheFormula) {
  WorldScene scene;
  scene.bodies.push_back(still("ball", Shape::sphere(1.0), {0.3, -0.2, 0.1}));
  const World world(scene);
  testing::Random random(5);
  for (int k = 0; k < 200; ++k) {
    const Vector3 start = 3.0 * random.direction();
    const Vector3 goal = 1.5 * random.direction();
    const Vector3 way = goal - start;
    const Vector3 from = start - Vector3(0.3, -0.2, 0.1);
    const double b = from.dot(way);
    const double root = b * b - way.squaredNorm() * (from.squaredNorm() - 1);
    const auto hit = world.cast_ray(start, way);
    const double fraction = root > 0 ? (-b - std::sqrt(root)) / way.squaredNorm() : -1;
    if (std::abs(root) < 1e-6 || std::abs(fraction - 1) < 1e-6) continue;
    ASSERT_EQ(hit.has_value(), fraction > 0 && fraction < 1) << k;
    if (hit) {
      EXPECT_NEAR(hit->fraction, fraction, 1e-6) << k;
      EXPECT_LE(hit->fraction, fraction) << k;
    }
  }
}

TEST(WorldCasts, MistakesAreRefused) {
  const World world = row();
  EXPECT_THROW(world.cast_ray({0, 0, 0}, {1, NAN, 0}), std::invalid_argument);
  EXPECT_THROW(world.cast_shape(Shape::half_space(Vector3::UnitZ(), 0), {}, {1, 0, 0}), std::invalid_argument);
}

}  // namespace
}  // namespace graze
