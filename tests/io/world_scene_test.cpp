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

TEST_F(WorldScenes, FirstNameOfTheTimestepIsRead) {
  const WorldFile world = parse_world(
      R"({"timestep_size": 0.005, "max_iterations": 3, "rigid_body_problem": {"rigid_bodies": []}})", "f.json", "");
  EXPECT_EQ(world.timestep, 0.005);
  EXPECT_EQ(world.frames, 3U);
  EXPECT_TRUE(world.warnings.empty());
}

TEST_F(WorldScenes, PartsOfAMeshBecomeBodiesIfAskedFor) {
  TriangleMesh two = make_box({1, 1, 1});
  const std::size_t half = two.triangles.size();
  const auto offset = static_cast<std::uint32_t>(two.vertices.size());
  for (std::size_t v = 0; v < offset; ++v) two.vertices.push_back(two.vertices[v] + Eigen::Vector3d(3, 0, 0));
  for (std::size_t f = 0; f < half; ++f) {
    const Triangle t = two.triangles[f];
    two.triangles.push_back({t[0] + offset, t[1] + offset, t[2] + offset});
  }
  write_obj(two, file("two.obj"));
  const WorldFile world = parse_world(
      fixture(R"({"mesh": "two.obj"}, {"mesh": "two.obj", "position": [0, 5, 0], "split_components": true})"), "f.json",
      folder());
  ASSERT_EQ(world.scene.bodies.size(), 3U);
  EXPECT_NEAR(mass_properties(world.scene.bodies[0].shape, 1.0).mass, 2.0, 1e-12);
  EXPECT_NEAR(mass_properties(world.scene.bodies[2].shape, 1.0).mass, 1.0, 1e-12);
  EXPECT_NEAR(mass_properties(world.scene.bodies[2].shape, 1.0).centroid.x(), 3.0, 1e-12);
}

TEST_F(WorldScenes, EdgesAndPointsOfFixturesHoldBodiesUp) {
  write("wire.obj", "v -0.3 0 -0.3\nv 0.3 0 -0.3\nv 0.3 0 0.3\nv -0.3 0 0.3\nl 1 2 3 4 1\n");
  write("dust.obj", "v -0.2 0 -0.2\nv 0.2 0 -0.2\nv 0 0 0.2\nv 0 0.3 0\n");
  write_obj(make_box({1, 1, 1}), file("cube.obj"));
  const WorldFile world = parse_world(fixture(R"({"vertices": [[-0.4, 0, -2], [-0.4, 0, 2], [0.4, 0, -2], [0.4, 0, 2]],
                              "edges": [[0, 1], [2, 3]], "type": "static"},
                             {"mesh": "cube.obj", "position": [0, 0.6, 0]},
                             {"mesh": "wire.obj", "position": [0, 1.2, 0], "rotation": [0, 20, 0]},
                             {"mesh": "dust.obj", "position": [0, 1.3, 0]})",
                                              R"(, "gravity": [0, -9.8, 0], "coefficient_friction": 0.5)"),
                                      "f.json", folder());
  ASSERT_EQ(world.scene.bodies.size(), 4U);
  EXPECT_NEAR(mass_properties(world.scene.bodies[2].shape, 1.0).mass, 2.4, 1e-12);
  EXPECT_NEAR(mass_properties(world.scene.bodies[3].shape, 1.0).mass, 4.0, 1e-12);
  World simulated(world.scene);
  for (int k = 0; k < 50; ++k) simulated.step(0.02);
  EXPECT_NEAR(simulated.body(1).position.y(), 0.5, 1e-2);
  EXPECT_NEAR(simulated.body(2).position.y(), 1.0, 1e-2);
  EXPECT_GT(simulated.body(3).position.y(), 1.0);
}

TEST_F(WorldScenes, KinematicBodiesOfFixturesTurnAboutTheirCenters) {
  TriangleMesh mesh = make_box({1, 1, 1});
  for (Eigen::Vector3d& v : mesh.vertices) v += Eigen::Vector3d(2, 0, 0);
  write_obj(mesh, file("aside.obj"));
  const WorldFile world = parse_world(fixture(R"({"mesh": "aside.obj", "type": "kinematic", "rotation": [0, 0, 90],
                                                 "angular_velocity": [0, 0, 90]})"),
                                      "f.json", folder());
  World simulated(world.scene);
  for (int k = 0; k < 50; ++k) simulated.step(0.02);
  EXPECT_LT((simulated.body(0).position - Vector3(0, 2, 0)).norm(), 1e-12);
}

TEST_F(WorldScenes, DynamicBodiesInTheGroupOfAStaticOnePassAllStaticOnes) {
  write_obj(make_box({1, 1, 1}), file("cube.obj"));
  const WorldFile world = parse_world(fixture(R"({"mesh": "cube.obj", "type": "static", "group_id": 3},
      {"mesh": "cube.obj", "type": "static"}, {"mesh": "cube.obj", "group_id": 3}, {"mesh": "cube.obj"})"),
                                      "f.json", folder());
  const World simulated(world.scene);
  EXPECT_FALSE(simulated.can_collide(1, 2));
  EXPECT_TRUE(simulated.can_collide(1, 3));
  EXPECT_TRUE(simulated.can_collide(2, 3));
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
  EXPECT_FALSE(World(world.scene).can_collide(0, 1));
}

}  // namespace
}  // namespace graze
