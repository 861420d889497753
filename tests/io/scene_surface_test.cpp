// SPDX-License-Identifier: Apache-2.0
// Curved surfaces in scene files: every kind is read, and what is wrong is named.
#include <gtest/gtest.h>

#include <graze/io.hpp>

namespace graze {
namespace {

Shape parsed(const std::string& shape) {
  const std::string json = R"({"graze": 1, "bodies": [{"name": "x", "shape": )" + shape + "}]}";
  return parse_scene(json, "scene.json", ".").bodies[0].body.shape;
}

std::string fault_of(const std::string& shape) {
  try {
    parsed(shape);
  } catch (const InputError& fault) {
    return fault.what();
  }
  return "";
}

TEST(SceneSurface, EveryParametricKindIsRead) {
  for (const char* surface :
       {R"({"sphere": 0.5})", R"({"ellipsoid": [1, 0.5, 0.25]})",
        R"({"torus": {"major_radius": 1, "minor_radius": 0.25}, "position": [0, 0, 1], "orientation": [0, 0, 1, 1]})",
        R"({"superquadric": {"semi_axes": [1, 0.8, 0.5], "east_west": 0.4, "north_south": 0.7}})",
        R"({"revolution": {"profile": [[0, -1], [0.8, -1], [0.3, 0.2], [0.9, 1]]}})",
        R"({"revolution": {"profile": [[0.5, -1], [0.5, 1]], "degree": 1, "knots": [0, 0, 1, 1]}})",
        R"({"bezier": [[[0, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 1, 0.5]]]})",
        R"({"bspline": {"degree_u": 1, "degree_v": 1, "knots_u": [0, 1, 2, 3, 4],
            "control": [[[0, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 1, 0.5]], [[2, 0, 0], [2, 1, 0]]]}})"})
    EXPECT_EQ(parsed(std::string(R"({"parametric": )") + surface + "}").kind(), ShapeKind::Parametric) << surface;
}

TEST(SceneSurface, EveryImplicitKindIsRead) {
  for (const char* surface :
       {R"({"sphere": 0.5})", R"({"ellipsoid": [1, 0.5, 0.25], "orientation": [1, 0, 0, 1]})",
        R"({"torus": {"major_radius": 1, "minor_radius": 0.25}, "box": [[0, -2, -2], [2, 2, 2]]})",
        R"({"quadric": {"squares": [1, 1, -1], "products": [0.1, 0, 0], "linear": [0, 0, 0.2], "constant": -1},
            "box": [[-3, -3, -2], [3, 3, 2]]})",
        R"({"metaballs": {"balls": [{"center": [0, 0, 0], "radius": 1}, {"center": [1, 0, 0], "radius": 1,
            "strength": 0.5}], "threshold": 0.2}})",
        R"({"union": [{"sphere": 1}, {"sphere": 1, "position": [1, 0, 0]}, {"sphere": 1, "position": [0, 1, 0]}]})",
        R"({"intersection": [{"sphere": 1}, {"sphere": 1, "position": [1, 0, 0]}]})",
        R"({"difference": [{"sphere": 1}, {"sphere": 0.9, "position": [0, 0, 0.4]}]})"})
    EXPECT_EQ(parsed(std::string(R"({"implicit": )") + surface + "}").kind(), ShapeKind::Implicit) << surface;
}

TEST(SceneSurface, FaultsAreNamed) {
  const auto expect = [](const char* shape, const char* words) {
    const std::string fault = fault_of(shape);
    EXPECT_NE(fault.find(words), std::string::npos) << shape << ": " << fault;
    EXPECT_NE(fault.find("bodies[0].shape"), std::string::npos) << fault;
  };
  expect(R"({"parametric": {"moebius": 1}})", "unknown surface \"moebius\"");
  expect(R"({"parametric": {"sphere": 1, "torus": {}}})", "one kind of surface");
  expect(R"({"parametric": {"sphere": -1}})", "sphere");
  expect(R"({"parametric": {"sphere": 1, "box": [[0, 0, 0], [1, 1, 1]]}})", "no box");
  expect(R"({"parametric": {"superquadric": {"semi_axes": [1, 1, 1], "east_west": 3, "north_south": 1}}})", "0.1 to 2");
  expect(R"({"parametric": {"bspline": {"degree_u": 1, "degree_v": 1, "knots_u": [0, 1, 2],
             "control": [[[0, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 1, 0]]]}}})",
         "4 knots are needed, got 3");
  expect(R"({"implicit": {"quadric": {"squares": [1, 1, 1], "constant": -1}}})", "box");
  expect(R"({"implicit": {"quadric": {"squares": [1, 1, 1], "constant": 1}, "box": [[-1, -1, -1], [1, 1, 1]]}})",
         "nothing of it");
  expect(R"({"implicit": {"union": [{"sphere": 1}]}})", "two surfaces");
  expect(R"({"implicit": {"torus": {"major_radius": 1, "minor_radius": 2}}})", "below major_radius");
}

}  // namespace
}  // namespace graze
