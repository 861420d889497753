// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <graze/io.hpp>

#include "io/temporary_file.hpp"

namespace graze {
namespace {

// A good scene in which one text is replaced by another.
std::string scene_with(const std::string& from = "", const std::string& to = "") {
  std::string text =
      "{ \"graze\": 1, \"window\": [0, 2],\n"
      "  \"tolerance\": 1e-9, \"separation\": 0.5, \"solver\": \"d2m\",\n"
      "  \"budget\": {\"iterations\": 1000, \"seconds\": 2.5}, \"all_contacts\": true,\n"
      "  \"bodies\": [\n"
      "    {\"name\": \"box\", \"shape\": {\"box\": [1, 2, 3]},\n"
      "     \"motion\": {\"type\": \"constant_velocity\", \"position\": [1, 0, 0], \"orientation\": [0, 0, 3, 3],\n"
      "                \"velocity\": [0, 1, 0], \"angular_velocity\": [0, 0, 2]}},\n"
      "    {\"name\": \"ball\", \"shape\": {\"generated\": {\"kind\": \"icosphere\", \"radius\": 2, "
      "\"subdivisions\": 1}},\n"
      "     \"motion\": {\"type\": \"still\", \"position\": [5, 5, 5]}}] }\n";
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string complaint(const std::string& json) {
  try {
    parse_scene(json, "q.json", "/nowhere");
    return "accepted";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(SceneJson, ReadsEveryField) {
  const Scene scene = parse_scene(scene_with(), "q.json", ".");
  EXPECT_EQ(scene.query.window, Interval(0, 2));
  EXPECT_EQ(scene.query.tolerance, 1e-9);
  EXPECT_EQ(scene.query.separation, 0.5);
  EXPECT_EQ(scene.query.budget.iterations, 1000U);
  EXPECT_EQ(scene.query.budget.seconds, 2.5);
  EXPECT_TRUE(scene.query.all_contacts);
  EXPECT_EQ(scene.solver.name(), "d2m");
  ASSERT_EQ(scene.bodies.size(), 2U);
  EXPECT_EQ(scene.bodies[0].name, "box");
  EXPECT_EQ(scene.bodies[0].body.shape.triangle_mesh().triangles.size(), 12U);
  EXPECT_EQ(scene.bodies[1].body.shape.triangle_mesh().triangles.size(), 80U);
  // A quarter turn about z, and half a time unit later one radian more.
  const Pose start = scene.bodies[0].body.motion.pose(0.0);
  EXPECT_NEAR((start * Vector3(1, 0, 0) - Vector3(1, 1, 0)).norm(), 0.0, 1e-15);
  const Pose later = scene.bodies[0].body.motion.pose(0.5);
  EXPECT_NEAR((later * Vector3(1, 0, 0) - Vector3(1 - std::sin(1.0), 0.5 + std::cos(1.0), 0)).norm(), 0.0, 1e-15);
  EXPECT_EQ(scene.bodies[1].body.motion.pose(3.0).translation(), Vector3(5, 5, 5));
}

TEST(SceneJson, DefaultsAreTheLibrarys) {
  const Scene scene = parse_scene(R"({"graze": 1, "bodies": [{"shape": {"box": [1, 1, 1]}},
      {"shape": {"box": [1, 1, 1]}, "motion": {"type": "constant_velocity"}}]})",
                                  "q.json", ".");
  EXPECT_EQ(scene.query.window, Query{}.window);
  EXPECT_EQ(scene.query.tolerance, Query{}.tolerance);
  EXPECT_EQ(scene.bodies[0].name, "body 1");
  EXPECT_EQ(scene.bodies[1].name, "body 2");
  for (const NamedBody& body : scene.bodies) {
    EXPECT_EQ(body.body.motion.pose(1.0) * Vector3(1, 2, 3), Vector3(1, 2, 3));
  }
}

TEST(SceneJson, TakesOrientationsOfAnyLength) {
  for (const char* const length : {"1e-200", "1e-300", "1", "1e300"}) {
    const std::string orientation = std::string("[0, 0, ") + length + ", " + length + "]";
    const Scene scene = parse_scene(scene_with("[0, 0, 3, 3]", orientation), "q.json", ".");
    EXPECT_NEAR((scene.bodies[0].body.motion.pose(0.0) * Vector3(1, 0, 0) - Vector3(1, 1, 0)).norm(), 0.0, 1e-15);
  }
}

TEST(SceneJson, MakesEveryGeneratedShape) {
  const std::pair<const char*, std::size_t> kinds[] = {
      {R"("kind": "box", "full_lengths": [1, 2, 3])", 12},
      {R"("kind": "torus", "major_radius": 1, "minor_radius": 0.2, "major_segments": 8, "minor_segments": 4)", 64},
      {R"("kind": "torus_knot", "p": 2, "q": 3, "major_radius": 1, "minor_radius": 0.4, "tube_radius": 0.1,
          "segments": 50, "sides": 5)",
       500},
      {R"("kind": "bumpy_sphere", "radius": 1, "amplitude": 0.2, "lobes": 4, "subdivisions": 2)", 320},
      {R"("kind": "gear", "outer_radius": 1, "inner_radius": 0.8, "thickness": 0.2, "teeth": 10)", 160},
      {R"("kind": "tetrahedron", "a": [0, 0, 0], "b": [1, 0, 0], "c": [0, 1, 0], "d": [0, 0, 1])", 4}};
  for (const auto& [parameters, triangles] : kinds) {
    const std::string shape = std::string("{\"generated\": {") + parameters + "}, \"leaf_size\": 0.03}";
    const Scene scene = parse_scene(scene_with("{\"box\": [1, 2, 3]}", shape), "q.json", ".");
    EXPECT_EQ(scene.bodies[0].body.shape.triangle_mesh().triangles.size(), triangles) << parameters;
  }
}

class SceneFileWithMesh : public TemporaryFolder {};

TEST_F(SceneFileWithMesh, ReadsMeshesRelativeToTheFile) {
  write("tetra.obj", "v 1 1 1\nv 3 1 1\nv 1 3 1\nv 1 1 3\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
  const std::string shape = R"({"mesh": "tetra.obj", "scale": 2, "recenter": true, "leaf_size": 0.1,
                               "leaf_triangles": 1})";
  const Scene scene = read_scene(write("q.json", scene_with("{\"box\": [1, 2, 3]}", shape)));
  const MeshReport report = inspect(scene.bodies[0].body.shape.triangle_mesh());
  EXPECT_NEAR((report.upper - report.lower - Vector3(4, 4, 4)).norm(), 0.0, 1e-14);
  EXPECT_NEAR(report.centroid.norm(), 0.0, 1e-14);
}

class DeformingScene : public TemporaryFolder {
 protected:
  // The first body of a scene whose shape and motion are these.
  std::string scene(const std::string& shape, const std::string& motion) const {
    return R"({"graze": 1, "bodies": [{"shape": )" + shape + R"(, "motion": )" + motion + "}]}";
  }
  void expect_fault(const std::string& shape, const std::string& motion, const std::string& fault) const {
    try {
      parse_scene(scene(shape, motion), "q.json", folder());
      ADD_FAILURE() << "accepted " << shape << motion;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(fault), std::string::npos) << error.what();
    }
  }
};

TEST_F(DeformingScene, ReadsTheEndMeshScaledLikeTheFirst) {
  write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  write("b.obj", "v 0 0 1\nv 1 0 2\nv 0 1 3\nf 1 2 3\n");
  const std::string json = scene(R"({"mesh": "a.obj", "scale": 2})", R"({"type": "vertex_linear", "end": "b.obj"})");
  const Motion motion = parse_scene(json, "q.json", folder()).bodies[0].body.motion;
  EXPECT_FALSE(motion.is_rigid());
  ASSERT_EQ(motion.end_vertices().size(), 3U);
  EXPECT_EQ(motion.end_vertices()[1], Vector3(2, 0, 4));
}

TEST_F(DeformingScene, RefusesAnEndThatDoesNotFit) {
  const std::string motion = R"({"type": "vertex_linear", "end": "b.obj"})";
  write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  write("b.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n");
  expect_fault(R"({"mesh": "a.obj"})", motion,
               "bodies[0].motion.end: expected a mesh with 3 vertices, as the shape has, got 4");
  expect_fault(R"({"box": [1, 1, 1]})", motion, "bodies[0].motion: vertex_linear needs a shape {\"mesh\": FILE}");
  expect_fault(R"({"mesh": "a.obj", "recenter": true})", motion, "that is not recentered");
  expect_fault(R"({"mesh": "a.obj"})", R"({"type": "vertex_linear"})", "bodies[0].motion: missing field \"end\"");
  expect_fault(R"({"mesh": "a.obj"})", R"({"type": "vertex_linear", "end": "gone.obj"})", "gone.obj: cannot open");
}

TEST_F(SceneFileWithMesh, NamesTheFieldAndTheMeshFile) {
  write("bad.obj", "v 1 2\n");
  const auto path = write("q.json", scene_with("{\"box\": [1, 2, 3]}", "{\"mesh\": \"bad.obj\"}"));
  try {
    read_scene(path);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.what(), path.string() + ":5: bodies[0].shape.mesh: " + file("bad.obj").string() +
                                ":1: vertex needs 3 coordinates, got 2");
  }
}

TEST(SceneJson, NamesUnknownFields) {
  EXPECT_EQ(complaint(scene_with("\"velocity\"", "\"velocty\"")),
            "q.json:7: bodies[0].motion.velocty: unknown field (expected one of type, position, orientation, velocity, "
            "angular_velocity)");
  EXPECT_EQ(
      complaint(scene_with("\"separation\"", "\"seperation\"")),
      "q.json:2: seperation: unknown field (expected one of graze, window, tolerance, separation, solver, budget, "
      "all_contacts, bodies, ignore)");
  EXPECT_EQ(complaint(scene_with("\"seconds\"", "\"second\"")),
            "q.json:3: budget.second: unknown field (expected one of iterations, seconds)");
  EXPECT_EQ(complaint(scene_with("\"radius\": 2,", "\"radius\": 2, \"teeth\": 3,")),
            "q.json:8: bodies[1].shape.generated.teeth: unknown field (expected one of kind, radius, subdivisions)");
  EXPECT_EQ(complaint(scene_with("\"type\": \"still\",", "\"type\": \"still\", \"velocity\": [0, 0, 0],")),
            "q.json:9: bodies[1].motion.velocity: unknown field (expected one of type, position, orientation)");
}

TEST(SceneJson, SaysWhatWasExpected) {
  EXPECT_EQ(complaint("[]"), "q.json:1: expected an object, got an array of 0");
  EXPECT_EQ(complaint("{}"), "q.json:1: missing field \"graze\"");
  EXPECT_EQ(complaint("{\"graze\": 1}"), "q.json:1: missing field \"bodies\"");
  EXPECT_EQ(complaint("{\"graze\": 1, \"bodies\": []}"), "q.json:1: bodies: expected at least one body, got none");
  EXPECT_EQ(complaint(scene_with("\"graze\": 1", "\"graze\": 2")), "q.json:1: graze: this version reads format 1");
  EXPECT_EQ(complaint(scene_with("[0, 2]", "[0, 2, 3]")),
            "q.json:1: window: expected two numbers [start, end], got an array of 3");
  EXPECT_EQ(complaint(scene_with("[0, 2]", "[2, 0]")), "q.json:1: window: ends before it starts: [2, 0]");
  EXPECT_EQ(complaint(scene_with("[0, 2]", "[0, null]")), "q.json:1: window[1]: expected a number, got null");
  EXPECT_EQ(complaint(scene_with("1e-9", "-1")), "q.json:2: tolerance: expected a number that is not negative, got -1");
  EXPECT_EQ(complaint(scene_with("1e-9", "\"1e-9\"")),
            "q.json:2: tolerance: expected a number that is not negative, got \"1e-9\"");
  EXPECT_EQ(complaint(scene_with("0.5", "-0.5")),
            "q.json:2: separation: expected a number that is not negative, got -0.5");
  EXPECT_EQ(complaint(scene_with("1000", "1.5")),
            "q.json:3: budget.iterations: expected a whole number that is not negative, got 1.5");
  EXPECT_EQ(complaint(scene_with("true", "1")), "q.json:3: all_contacts: expected true or false, got 1");
  EXPECT_EQ(complaint(scene_with("\"ball\"", "7")), "q.json:8: bodies[1].name: expected a string, got 7");
  EXPECT_EQ(complaint(scene_with("\"ball\"", "\"box\"")),
            "q.json:8: bodies[1]: the name \"box\" is used by an earlier body");
  EXPECT_EQ(complaint(scene_with("[1, 0, 0]", "[1, 0]")),
            "q.json:6: bodies[0].motion.position: expected three numbers [x, y, z], got an array of 2");
  EXPECT_EQ(complaint(scene_with("[0, 0, 3, 3]", "[0, 0, 0, 0]")),
            "q.json:6: bodies[0].motion.orientation: an orientation must not be all zero");
  EXPECT_EQ(complaint(scene_with("[0, 0, 3, 3]", "{\"z\": 1}")),
            "q.json:6: bodies[0].motion.orientation: expected four numbers [x, y, z, w], got an object");
  EXPECT_EQ(complaint(scene_with("\"type\": \"still\", ", "")), "q.json:9: bodies[1].motion: missing field \"type\"");
  EXPECT_EQ(complaint(scene_with("[1, 2, 3]", "[1, 0, 3]")),
            "q.json:5: bodies[0].shape.box: full_lengths must be positive, from 1e-40 to 1e40, got 0");
  EXPECT_EQ(complaint(scene_with("\"subdivisions\": 1", "\"subdivisions\": 1.5")),
            "q.json:8: bodies[1].shape.generated.subdivisions: expected a whole number, got 1.5");
  EXPECT_EQ(complaint(scene_with("\"subdivisions\": 1", "\"subdivisions\": 99")),
            "q.json:8: bodies[1].shape.generated: subdivisions must be between 0 and 10, got 99");
  EXPECT_EQ(complaint(scene_with(", \"subdivisions\": 1", "")),
            "q.json:8: bodies[1].shape.generated: missing field \"subdivisions\"");
  EXPECT_EQ(complaint(scene_with("{\"box\": [1, 2, 3]}", "{\"mesh\": \"a.obj\", \"scale\": 0}")),
            "q.json:5: bodies[0].shape.mesh: /nowhere/a.obj: cannot open: No such file or directory");
}

TEST(SceneJson, NamesWhatThisVersionHas) {
  const std::string shapes =
      "mesh, generated, sphere, capsule, box, cylinder, cone, convex_hull, rounded, minkowski_sum, half_space, "
      "compound, parametric, implicit";
  EXPECT_EQ(complaint(scene_with("{\"box\": [1, 2, 3]}", "{\"implicit\": 1}")),
            "q.json:5: bodies[0].shape.implicit: expected an object, got 1");
  EXPECT_EQ(complaint(scene_with("{\"box\": [1, 2, 3]}", "{\"cube\": 1}")),
            "q.json:5: bodies[0].shape: expected one of " + shapes + ", got cube");
  EXPECT_EQ(complaint(scene_with("{\"box\": [1, 2, 3]}", "{}")),
            "q.json:5: bodies[0].shape: expected one of " + shapes);
  EXPECT_EQ(complaint(scene_with("\"still\"", "\"orbit\"")),
            "q.json:9: bodies[1].motion.type: motion \"orbit\" is not in this version (it has still, "
            "constant_velocity, screw, ballistic, interpolated, waypoints, spline, vertex_linear)");
  EXPECT_EQ(complaint(scene_with("\"icosphere\"", "\"blob\"")),
            "q.json:8: bodies[1].shape.generated.kind: unknown kind \"blob\" (expected one of box, icosphere, torus, "
            "torus_knot, bumpy_sphere, gear, tetrahedron)");
  EXPECT_TRUE(complaint(scene_with("\"d2m\"", "\"d3m\"")).starts_with("q.json:2: solver: "));
}

TEST(SceneJson, PointsAtMalformedText) {
  EXPECT_EQ(complaint(""), "q.json: the file is empty");
  EXPECT_EQ(complaint(" \n"), "q.json: the file is empty");
  EXPECT_TRUE(complaint("{\n  \"graze\": 1,\n  }").starts_with("q.json:3:3: malformed JSON: ")) << complaint("{\n,}");
  EXPECT_TRUE(complaint("{\"graze\": 1} x").starts_with("q.json:1:14: malformed JSON: "));
  EXPECT_TRUE(complaint("{\"graze\": NaN}").starts_with("q.json:1:11: malformed JSON: "))
      << complaint("{\"graze\": NaN}");
  EXPECT_TRUE(complaint("{\"graze\": 1").starts_with("q.json:1:"));
  EXPECT_TRUE(complaint("// no\n{}").starts_with("q.json:1:"));
  EXPECT_TRUE(complaint("\xff\xfe{}").starts_with("q.json:1:"));
  const std::string overflow = complaint(scene_with("1e-9", "1e999"));
  EXPECT_TRUE(overflow.starts_with("q.json:2:")) << overflow;
  EXPECT_NE(overflow.find("1e999"), std::string::npos) << overflow;
  EXPECT_EQ(complaint("{\"graze\": 1,\n \"graze\": 1}"), "q.json:2: field \"graze\" is given twice");
  EXPECT_EQ(complaint(std::string(1000000, '[')), "q.json:1: nested too deeply");
}

TEST(SceneJson, ReadsPairsToIgnoreAsGroups) {
  const std::string bodies = R"("bodies": [{"name": "a", "shape": {"sphere": 1}}, {"name": "b", "shape": {"sphere": 1}},
    {"name": "c", "shape": {"sphere": 1}}])";
  const auto with = [&](const std::string& ignore) {
    return R"({"graze": 1, )" + bodies + ", \"ignore\": " + ignore + "}";
  };
  const Scene scene = parse_scene(with(R"([["c", "a", "b"], ["b", "a"]])"), "q.json", ".");
  EXPECT_EQ(scene.ignored, (std::vector<BodyIds>{{2, 0}, {2, 1}, {0, 1}, {1, 0}}));
  EXPECT_EQ(complaint(with(R"([["a"]])")), "q.json:2: ignore[0]: expected the names of two bodies or more");
  EXPECT_EQ(complaint(with(R"([["a", "d"]])")), "q.json:2: ignore[0][1]: there is no body \"d\"");
}

TEST(SceneReader, BuildsAShapeDescribedTwiceOnce) {
  SceneReader reader("q.jsonl", ".");
  const auto scene = [](const std::string& shape) {
    return R"({"graze": 1, "bodies": [{"shape": )" + shape + R"(}, {"shape": {"sphere": 2.0}}]})";
  };
  const Scene first = reader.parse(scene(R"({"sphere": 2})"), 1);
  const Scene second = reader.parse(scene(R"({"sphere": 3})"), 2);
  EXPECT_EQ(&first.bodies[0].body.shape.data(), &first.bodies[1].body.shape.data());
  EXPECT_EQ(&first.bodies[0].body.shape.data(), &second.bodies[1].body.shape.data());
  EXPECT_NE(&first.bodies[0].body.shape.data(), &second.bodies[0].body.shape.data());
}

TEST(SceneReader, CountsLinesFromTheOneGiven) {
  SceneReader reader("q.jsonl", ".");
  for (int i = 0; i < 2; ++i) {
    try {
      reader.parse(R"({"graze": 1, "bodies": [{"shape": {"sphere": -1}}]})", 17 + static_cast<std::size_t>(i));
      FAIL();
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()),
                "q.jsonl:" + std::to_string(17 + i) + ": bodies[0].shape.sphere: expected a positive number, got -1");
    }
  }
}

}  // namespace
}  // namespace graze
