// SPDX-License-Identifier: Apache-2.0
// Numbers outside of a world's range, and numbers of bodies that it has not, are refused.
#include <graze/world.hpp>

#include <functional>

#include <gtest/gtest.h>

#include "support/refusal.hpp"

namespace graze::testing {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Limits, WorldsRefuseNumbersOutsideTheirRange) {
  const auto said = [](const std::function<void(WorldScene&)>& change) {
    WorldScene scene;
    scene.bodies.push_back({.name = "ball", .shape = Shape::sphere(1)});
    change(scene);
    return refusal([&] { World world(scene); });
  };
  EXPECT_EQ(said([](WorldScene&) {}), "");
  for (const double x : {kNan, kInfinity, 1e21, -1e30}) {
    EXPECT_NE(said([&](WorldScene& s) { s.bodies[0].placement.position.x() = x; }).find("ball"), std::string::npos);
    EXPECT_NE(said([&](WorldScene& s) { s.bodies[0].velocity.x() = x; }), "") << x;
    EXPECT_NE(said([&](WorldScene& s) { s.bodies[0].angular_velocity.x() = x; }), "") << x;
    EXPECT_NE(said([&](WorldScene& s) { s.options.gravity.x() = x; }), "") << x;
  }
  for (const double radius : {1e-16, 1e-39, 1e16})
    EXPECT_NE(said([&](WorldScene& s) { s.bodies[0].shape = Shape::sphere(radius); }), "") << radius;
  for (const double density : {0.0, kNan, 1e60})
    EXPECT_NE(said([&](WorldScene& s) { s.bodies[0].density = density; }), "") << density;
  World world({.bodies = {{.name = "ball", .shape = Shape::sphere(1)}}});
  for (const double x : {kNan, kInfinity, 1e21}) {
    EXPECT_NE(refusal([&] { world.step(x); }), "") << x;
    EXPECT_NE(refusal([&] { world.set_velocity(0, {x, 0, 0}, {0, 0, 0}); }), "") << x;
  }
}

TEST(Limits, WorldsHaveOnlyTheirBodies) {
  World world({.bodies = {{.name = "ball", .shape = Shape::sphere(1)},
                          {.name = "other", .shape = Shape::sphere(1), .placement = {{5, 0, 0}}}}});
  EXPECT_TRUE(world.can_collide(0, 1));
  EXPECT_FALSE(world.can_collide(1, 1));
  for (const std::size_t i : {std::size_t{2}, std::size_t{7}, ~std::size_t{0}}) {
    EXPECT_THROW(world.can_collide(0, i), std::out_of_range) << i;
    EXPECT_THROW(world.can_collide(i, 1), std::out_of_range) << i;
    EXPECT_THROW(world.can_collide(i, i), std::out_of_range) << i;
    EXPECT_THROW(world.body(i), std::out_of_range) << i;
    EXPECT_THROW(world.shape(i), std::out_of_range) << i;
    EXPECT_THROW(world.asleep(i), std::out_of_range) << i;
    EXPECT_THROW(world.set_velocity(i, {1, 0, 0}, {0, 0, 0}), std::out_of_range) << i;
  }
}

}  // namespace
}  // namespace graze::testing
