// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/io.hpp>

#include "cli/command.hpp"

namespace graze {
namespace {

using nlohmann::json;

const std::string kScenes = std::string(GRAZE_SOURCE_DIR) + "/scenes/";

class SceneCommand : public CommandLine {};

TEST_F(SceneCommand, NamesTheTwoBodiesThatTouchFirst) {
  const Outcome outcome = run("scene " + kScenes + "billiards.json");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_NE(outcome.out.find("scene       16 bodies"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("bodies      ball 1 and cue ball"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("verdict     impact: the bodies first touch at t = 0.5\n"), std::string::npos);
}

TEST_F(SceneCommand, PrintsTheAnswerOfTheirPairAsJson) {
  const json answer = json::parse(run("scene " + kScenes + "falling_rocks.json --json").out);
  const Scene scene = read_scene(kScenes + "falling_rocks.json");
  ASSERT_EQ(answer["bodies"], json({"rock 8", "rock 12"}));
  const Toi toi = time_of_impact(scene.bodies[8].body, scene.bodies[12].body, scene.query);
  json expected = json::parse(to_json(toi));
  expected.erase("stats");
  for (const auto& [name, value] : expected.items()) EXPECT_EQ(answer[name], value) << name;
  EXPECT_TRUE(answer.contains("stats"));
  EXPECT_FALSE(answer.contains("impacts"));
  EXPECT_EQ(answer["scene"]["bodies"], 13);
}

TEST_F(SceneCommand, ListsAllImpactsInOrder) {
  const json answer = json::parse(run("scene " + kScenes + "falling_rocks.json --all --json").out);
  const json& impacts = answer["impacts"];
  ASSERT_GT(impacts.size(), 10U);
  EXPECT_EQ(impacts[0]["bodies"], answer["bodies"]);
  EXPECT_EQ(impacts[0]["time"], answer["time"]);
  for (std::size_t i = 1; i < impacts.size(); ++i)
    EXPECT_LE(impacts[i - 1]["bracket"][0].get<double>(), impacts[i]["bracket"][0].get<double>());
  EXPECT_EQ(answer["searched_until"], 1.0);
  const Outcome table = run("scene " + kScenes + "falling_rocks.json --all");
  EXPECT_NE(table.out.find(" pairs of bodies"), std::string::npos);
  EXPECT_NE(table.out.find("ground and rock 6"), std::string::npos);
}

TEST_F(SceneCommand, IsTheSameByEveryBroadPhaseAndOnAnyThreads) {
  const auto answer = [this](const std::string& options) {
    json found = json::parse(run("scene " + kScenes + "falling_rocks.json --json " + options).out);
    found["stats"].erase("microseconds");
    return found;
  };
  const json expected = answer("--threads 1");
  for (const char* const name : {"all_pairs", "adaptive_bvh", "sweep_and_prune", "grid"})
    EXPECT_EQ(answer(std::string("--threads 2 --broad-phase ") + name), expected) << name;
}

TEST_F(SceneCommand, IgnoresPairsOfTheFileAndOfOptions) {
  const std::string room = "scene " + kScenes + "room.json --json ";
  EXPECT_EQ(json::parse(run(room).out)["bodies"], json({"west wall", "ball"}));
  const json without = json::parse(run(room + "--ignore 'ball,west wall'").out);
  EXPECT_EQ(without["bodies"], json({"floor", "ball"}));
  EXPECT_EQ(json::parse(run(room + "--ignore 'ball,west wall,floor' --ignore drone,table").out)["verdict"], "free");
}

TEST_F(SceneCommand, OptionsOverrideTheFile) {
  const json answer = json::parse(run("scene " + kScenes + "billiards.json --json --window 0,0.25").out);
  EXPECT_EQ(answer["verdict"], "free");
  EXPECT_EQ(answer["bracket"], json::parse("[0.25, 0.25]"));
  EXPECT_TRUE(answer["bodies"].is_null());
}

TEST_F(SceneCommand, NamesUnsupportedPairs) {
  write("walls.json", R"({"graze": 1, "bodies": [
    {"name": "floor", "shape": {"half_space": {"normal": [0, 0, 1]}}},
    {"name": "wall", "shape": {"half_space": {"normal": [1, 0, 0]}}},
    {"name": "ball", "shape": {"sphere": 1}, "motion": {"type": "still", "position": [3, 0, 3]}}]})");
  const Outcome outcome = run("scene {}/walls.json");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.out.find("unsupported floor and wall: ignore this pair"), std::string::npos) << outcome.out;
  EXPECT_EQ(json::parse(run("scene {}/walls.json --json").out)["unsupported"], json::parse(R"([["floor", "wall"]])"));
  EXPECT_EQ(json::parse(run("scene {}/walls.json --ignore floor,wall --json").out)["verdict"], "free");
}

TEST_F(SceneCommand, OutOfBudgetIsExitCodeThree) {
  const Outcome outcome = run("scene " + kScenes + "falling_rocks.json --iterations 2 --json");
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(json::parse(outcome.out)["verdict"], "undecided");
  EXPECT_EQ(run("scene " + kScenes + "falling_rocks.json --seconds 1e-7 --all").exit_code, 3);
}

TEST_F(SceneCommand, SaysWhatIsWrong) {
  const auto fault = [this](const std::string& arguments) {
    const Outcome outcome = run("scene " + arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  };
  const std::string room = kScenes + "room.json ";
  EXPECT_EQ(fault(room + "--ignore ball,nobody"), "graze: --ignore: there is no body \"nobody\"\n");
  EXPECT_NE(fault(room + "--ignore ball").find("two bodies or more"), std::string::npos);
  EXPECT_NE(fault(room + "--broad-phase magic").find("expected one of all_pairs, adaptive_bvh"), std::string::npos);
  write("bad.json", R"({"graze": 1, "bodies": [{"name": "a", "shape": {"sphere": 1}}],
    "ignore": [["a", "b"]]})");
  EXPECT_NE(fault("{}/bad.json").find("bad.json:2: ignore[0][1]: there is no body \"b\""), std::string::npos);
  // Free of nothing is no proof.
  write("one.json", R"({"graze": 1, "bodies": [{"name": "a", "shape": {"sphere": 1}}]})");
  EXPECT_NE(fault("{}/one.json").find("one.json: there is nothing to check"), std::string::npos);
  write("two.json", R"({"graze": 1, "bodies": [{"name": "a", "shape": {"sphere": 1}}, {"name": "b",
    "shape": {"sphere": 1}, "motion": {"type": "still", "position": [9, 0, 0]}}]})");
  EXPECT_NE(fault("{}/two.json --ignore b,a").find("two.json: there is nothing to check"), std::string::npos);
}

}  // namespace
}  // namespace graze
