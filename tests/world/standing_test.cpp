// SPDX-License-Identifier: Apache-2.0
// What stands has to go on standing.
#include <cmath>

#include <gtest/gtest.h>

#include <graze/world.hpp>

namespace graze {
namespace {

constexpr double kFrame = 1.0 / 64.0;

WorldScene floor_scene() {
  WorldScene scene;
  scene.options.gravity = {0, 0, -9.81};
  scene.options.sleeping = false;  // or there would be nothing to see
  WorldBody floor{.name = "floor", .shape = Shape::box({20, 20, 1})};
  floor.kind = BodyKind::Static;
  floor.placement.position = {0, 0, -0.5};
  scene.bodies.push_back(floor);
  return scene;
}

double farthest_from(const std::vector<Vector3>& places, const World& world) {
  double most = 0.0;
  for (std::size_t i = 0; i < world.size(); ++i) most = std::max(most, (world.body(i).position - places[i]).norm());
  return most;
}

std::vector<Vector3> places_of(const World& world) {
  std::vector<Vector3> places;
  for (std::size_t i = 0; i < world.size(); ++i) places.push_back(world.body(i).position);
  return places;
}

TEST(Standing, TenCubesStayWithinAMillimetreForAMinute) {
  WorldScene scene = floor_scene();
  for (int k = 0; k < 10; ++k) {
    WorldBody cube{.name = "cube", .shape = Shape::box({1, 1, 1})};
    cube.placement.position = {1e-3 * std::sin(7.0 * k), 1e-3 * std::cos(5.0 * k), 0.5001 + 1.0001 * k};
    scene.bodies.push_back(cube);
  }
  World world(scene);
  const std::vector<Vector3> places = places_of(world);
  while (world.time() < 60.0) world.step(kFrame);
  EXPECT_LT(farthest_from(places, world), 1e-3);
}

constexpr double kLength = 1.0, kThickness = 0.02, kApart = 1e-4, kLean = 0.25;  // of cards; radians

WorldBody card() {
  WorldBody body{.name = "card", .shape = Shape::box({kThickness, 0.7, kLength})};
  body.friction = 0.6;
  return body;
}

// Two cards that lean on each other, on what is at this height.
void add_pair(WorldScene& scene, double middle, double height) {
  for (const double side : {-1.0, 1.0}) {
    WorldBody body = card();
    const double x = 0.5 * kThickness * std::cos(kLean) + 0.5 * kLength * std::sin(kLean) + kApart;
    const double z = 0.5 * kThickness * std::sin(kLean) + 0.5 * kLength * std::cos(kLean) + kApart;
    body.placement.position = {middle + side * x, 0, height + z};
    body.placement.orientation = Eigen::AngleAxisd(-side * kLean, Vector3::UnitY());
    scene.bodies.push_back(body);
  }
}

// Friction keeps it on a circle, along chords of which it goes.
TEST(Standing, CubeOnATurntableStaysWhereItIs) {
  WorldScene scene = floor_scene();
  scene.bodies[0].kind = BodyKind::Kinematic;
  scene.bodies[0].angular_velocity = {0, 0, 0.8};
  WorldBody cube{.name = "cube", .shape = Shape::box({0.25, 0.25, 0.25})};
  cube.placement.position = {1.5, 0, 0.1251};
  cube.velocity = {0, 1.2, 0};
  cube.angular_velocity = {0, 0, 0.8};
  cube.friction = 1.0;
  scene.bodies[0].friction = 1.0;
  scene.bodies.push_back(cube);
  World world(scene);
  for (int frame = 0; frame < 640; ++frame) world.step(kFrame);
  EXPECT_NEAR(world.body(1).position.head<2>().norm(), 1.5, 1e-3);
  EXPECT_NEAR(world.body(1).velocity.norm(), 1.2, 1e-2);
}

TEST(Standing, CardHouseStands) {
  WorldScene scene = floor_scene();
  scene.bodies[0].friction = 0.6;
  const double storey = kThickness * std::sin(kLean) + kLength * std::cos(kLean) + kApart;
  for (const double middle : {-0.32, 0.32}) add_pair(scene, middle, 0.0);
  WorldBody ceiling = card();
  ceiling.placement.position = {0, 0, storey + kApart + 0.5 * kThickness};
  ceiling.placement.orientation = Eigen::AngleAxisd(2 * std::atan(1.0), Vector3::UnitY());
  scene.bodies.push_back(ceiling);
  add_pair(scene, 0.0, storey + kApart + kThickness);
  World world(scene);
  ASSERT_TRUE(world.initial_overlaps().empty());
  const std::vector<Vector3> places = places_of(world);
  while (world.time() < 10.0) world.step(kFrame);
  EXPECT_LT(farthest_from(places, world), 1e-2);
}

// It would fall without friction: the test above can fail.
TEST(Standing, CardHouseOfSlipperyCardsFalls) {
  WorldScene scene = floor_scene();
  add_pair(scene, 0.0, 0.0);
  for (WorldBody& body : scene.bodies) body.friction = 0.05;
  World world(scene);
  const std::vector<Vector3> places = places_of(world);
  while (world.time() < 2.0) world.step(kFrame);
  EXPECT_GT(farthest_from(places, world), 0.1);
}

}  // namespace
}  // namespace graze
