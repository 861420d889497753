// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <graze/world_files.hpp>

#include "io/temporary_file.hpp"

namespace graze {
namespace {

class WorldScenes : public TemporaryFolder {};

std::string fixture(const std::string& body, const std::string& more = "") {
  return R"({"timestep": 0.02, "max_time": 1, "rigid_body_problem": {"rigid_bodies": [)" + body + "]" + more + "}}";
}

TEST_F(WorldScenes, MissingFieldsOfFixturesHaveTheirDefaults) {
  write_obj(make_box({1, 1, 1}), file("cube.obj"));
  const WorldFile world = parse_world(fixture(R"({"mesh": "cube.obj"})"), "f.json", folder());
  EXPECT_EQ(world.frames, 50U);
  ASSERT_EQ(world.scene.bodies.size(), 1U);
  const WorldBody& body = world.scene.bodies[0];
  EXPECT_EQ(body.kind, BodyKind::Dynamic);
  EXPECT_EQ(body.density, 1000.0);
  EXPECT_EQ(body.restitution, 0.0);
  EXPECT_EQ(body.friction, 0.0);
  EXPECT_EQ(world.scene.options.gravity, Vector3(0, 0, 0));
}

TEST_F(WorldScenes, AnglesOfFixturesAreDegreesAndScalesPerAxis) {
  write_obj(make_box({1, 1, 1}), file("cube.obj"));
  const WorldFile world = parse_world(
      fixture(R"({"mesh": "cube.obj", "rotation": [0, 0, 90], "angular_velocity": [0, 180, 0], "scale": [1, 2, 3]})"),
      "f.json", folder());
  const WorldBody& body = world.scene.bodies[0];
  EXPECT_LT((body.placement.orientation * Vector3::UnitX() - Vector3::UnitY()).norm(), 1e-15);
  EXPECT_NEAR(body.angular_velocity.y(), 3.14159265358979, 1e-12);
  EXPECT_DOUBLE_EQ(mass_properties(body.shape, 1.0).mass, 6.0);
}

TEST_F(WorldScenes, BodiesWithAllDirectionsFixedAreStatic) {
  write_obj(make_box({1, 1, 1}), file("cube.obj"));
  const WorldFile world =
      parse_world(fixture(R"({"mesh": "cube.obj", "is_dof_fixed": true}, {"mesh": "cube.obj", "enabled": false},
                             {"mesh": "cube.obj", "is_dof_fixed": [false, false, false, true, true, true]})"),
                  "f.json", folder());
  ASSERT_EQ(world.scene.bodies.size(), 2U);
  EXPECT_EQ(world.scene.bodies[0].kind, BodyKind::Static);
  EXPECT_EQ(world.scene.bodies[1].kind, BodyKind::Dynamic);
}

TEST_F(WorldScenes, MeshThatIsNowhereIsNamed) {
  try {
    parse_world(fixture(R"({"mesh": "no_such_mesh.obj"})"), "f.json", "");
    FAIL();
  } catch (const InputError& fault) {
    EXPECT_NE(std::string(fault.what()).find("no_such_mesh.obj"), std::string::npos);
  }
}

TEST_F(WorldScenes, ProjectScenesTakeMassesGroupsAndIgnoredPairs) {
  const WorldFile world = parse_world(R"({"graze": 1, "gravity": [0, 0, -1], "window": [0, 2], "timestep": 0.5,
      "ignore": [["a", "b"]], "bodies": [{"name": "a", "shape": {"sphere": 1}, "mass": 3, "friction": 0.1},
      {"name": "b", "shape": {"box": [1, 1, 1]}, "type": "static", "group": 2}]})",
                                      "w.json", folder());
  EXPECT_EQ(world.frames, 4U);
  EXPECT_DOUBLE_EQ(world.scene.bodies[0].mass->mass, 3.0);
  EXPECT_DOUBLE_EQ(world.scene.bodies[0].mass->inertia(0, 0), 1.2);
  EXPECT_EQ(world.scene.bodies[1].group, 2);
  EXPECT_FALSE(World(world.scene).collide(0, 1));
}

}  // namespace
}  // namespace graze
