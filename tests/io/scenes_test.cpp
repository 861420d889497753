// SPDX-License-Identifier: Apache-2.0
// Every file of scenes/ is answered as scenes/README.md says.
#include <cmath>
#include <filesystem>
#include <numbers>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <graze/io.hpp>

namespace graze {
namespace {

struct Expected {
  const char* scene;
  Verdict verdict;
  double time = 0.0;
};

const double kHammer = std::asin(0.65 / std::hypot(1.54, 0.3)) - std::atan2(0.3, 1.54);

const Expected kScenes[] = {
    {"box_drop", Verdict::Impact, 1.0},
    {"hammer", Verdict::Impact, kHammer},
    {"wedge", Verdict::Impact, 2.0},
    {"parallel_edges", Verdict::Impact, 3.0 - std::numbers::sqrt2},
    {"coplanar", Verdict::Impact, 2.0},
    {"needle", Verdict::Impact, 1.0},
    {"keep_apart", Verdict::Impact, 1.75},
    {"fast_pass", Verdict::Impact, 0.4964719395},
    {"free_fall", Verdict::Impact, 1.0},
    {"drill", Verdict::Impact, 2.0},
    {"set_down", Verdict::Impact, 1.5},
    {"pick_and_place", Verdict::Impact, 2.875},
    {"ball_on_a_plane", Verdict::Impact, 1.0},
    {"dumbbell", Verdict::Impact, 1.7},
    {"blobs", Verdict::Impact, 1.0091203493},
    {"threaded_torus", Verdict::Free},
    {"arc_over_a_block", Verdict::Free},
    {"near_miss", Verdict::Free},
    {"through_the_ring", Verdict::Free},
    {"fast_spin", Verdict::Free},
    {"at_rest", Verdict::Free},
    {"overlap", Verdict::InitialContact},
};

// Scenes of many bodies, with the names of the two that touch first.
struct ExpectedPair {
  const char* scene;
  const char* a;
  const char* b;
  double time;
};
const ExpectedPair kManyBodies[] = {
    {"billiards", "ball 1", "cue ball", 0.5},
    {"room", "west wall", "ball", 1.375},
    {"falling_rocks", "rock 8", "rock 12", 0.2501101197},
};

std::filesystem::path folder() { return std::filesystem::path(GRAZE_SOURCE_DIR) / "scenes"; }

class SceneFile : public testing::TestWithParam<Expected> {};

TEST_P(SceneFile, IsAnsweredAsItsTableSays) {
  const Expected& expected = GetParam();
  const Scene scene = read_scene(folder() / (std::string(expected.scene) + ".json"));
  ASSERT_EQ(scene.bodies.size(), 2U);
  const Toi toi = time_of_impact(scene.bodies[0].body, scene.bodies[1].body, scene.query, scene.solver);
  EXPECT_EQ(to_string(toi.verdict), to_string(expected.verdict));
  if (expected.verdict == Verdict::Impact) {
    EXPECT_NEAR(toi.bracket.lo(), expected.time, 2e-10);
    EXPECT_LE(toi.separation.hi(), scene.query.separation + scene.query.tolerance);
  }
}

TEST_P(SceneFile, IsAnsweredAlikeByEverySolverThatTakesIt) {
  const Expected& expected = GetParam();
  const Scene scene = read_scene(folder() / (std::string(expected.scene) + ".json"));
  const Body& a = scene.bodies[0].body;
  const Body& b = scene.bodies[1].body;
  for (const SolverInfo& info : solvers()) {
    // Few samples do where nothing can be said of the answer but that it is one.
    const Solver solver = info.name == "bisection" ? Solver::bisection({.samples = 8}) : Solver::named(info.name);
    if (!solver.supports(a, b)) continue;
    const Toi toi = time_of_impact(a, b, scene.query, solver);
    // One that samples may be wrong, one that stops at bounding spheres is early; the others must say the same.
    if (solver.guarantee() == Guarantee::Sampled) {
      EXPECT_EQ(toi.guarantee, Guarantee::Sampled);
    } else if (info.name == "capoeira") {
      EXPECT_TRUE(expected.verdict != Verdict::Impact || toi.bracket.lo() <= expected.time);
    } else {
      EXPECT_EQ(to_string(toi.verdict), to_string(expected.verdict)) << info.name;
      const double expected_time = expected.verdict == Verdict::Impact ? expected.time : toi.bracket.lo();
      EXPECT_NEAR(toi.bracket.lo(), expected_time, 1e-9) << info.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, SceneFile, testing::ValuesIn(kScenes),
                         [](const auto& info) { return std::string(info.param.scene); });

class ManyBodiesFile : public testing::TestWithParam<ExpectedPair> {};

TEST_P(ManyBodiesFile, IsAnsweredAsItsTableSays) {
  const ExpectedPair& expected = GetParam();
  const Scene scene = read_scene(folder() / (std::string(expected.scene) + ".json"));
  std::vector<Body> bodies;
  for (const NamedBody& named : scene.bodies) bodies.push_back(named.body);
  const SceneToi answer = first_impact(bodies, scene.query, {.solver = scene.solver, .ignored = scene.ignored});
  ASSERT_EQ(to_string(answer.toi.verdict), "impact");
  EXPECT_EQ(scene.bodies[answer.pair->a].name, expected.a);
  EXPECT_EQ(scene.bodies[answer.pair->b].name, expected.b);
  EXPECT_NEAR(answer.toi.bracket.lo(), expected.time, 2e-10);
}

INSTANTIATE_TEST_SUITE_P(Scenes, ManyBodiesFile, testing::ValuesIn(kManyBodies),
                         [](const auto& info) { return std::string(info.param.scene); });

TEST(SceneFiles, AreAllInTheTable) {
  std::set<std::string> known;
  for (const ExpectedPair& expected : kManyBodies) known.insert(expected.scene);
  for (const Expected& expected : kScenes) known.insert(expected.scene);
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    const bool is_scene = entry.path().extension() == ".json";
    EXPECT_TRUE(!is_scene || known.contains(entry.path().stem())) << entry.path();
  }
}

}  // namespace
}  // namespace graze
