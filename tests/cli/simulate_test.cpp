// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/world_files.hpp>

#include "cli/command.hpp"

namespace graze {
namespace {

using nlohmann::json;

class SimulateCommand : public CommandLine {
 protected:
  static std::string read(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  // A box falls onto a plate and slides.
  void write_fixture(const std::string& more = "") const {
    write_obj(make_box({1, 1, 1}), file("cube.obj"));
    write("scene.json", R"({"timestep": 0.01, "max_time": 1.5, "rigid_body_problem": {"gravity": [0, -9.8, 0],
        "coefficient_restitution": -1, "coefficient_friction": 0.3, "rigid_bodies": [
        {"mesh": "cube.obj", "position": [0, 1, 0], "rotation": [10, 0, 30], "linear_velocity": [2, 0, 0]},
        {"mesh": "cube.obj", "position": [0, -1, 0], "scale": [20, 1, 20], "type": "static"}]})" +
                            more + "}");
  }
};

TEST_F(SimulateCommand, SummaryHasExactlyTheFieldsPromised) {
  write_fixture();
  const Outcome outcome = run("simulate {}/scene.json --check --json");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err, "");
  const json summary = json::parse(outcome.out);
  std::vector<std::string> names;
  for (const auto& [name, value] : summary.items()) names.push_back(name);
  EXPECT_EQ(names, (std::vector<std::string>{"energy_end", "energy_start", "frames", "impacts", "intersections",
                                             "max_frame_ms", "seconds"}));
  EXPECT_EQ(summary["frames"], 150);
  EXPECT_EQ(summary["intersections"], 0);
  EXPECT_GT(summary["impacts"], 0);
  EXPECT_LT(summary["energy_end"], summary["energy_start"]);
}

TEST_F(SimulateCommand, UnknownFieldsOfFixturesAreWarnings) {
  write_fixture(R"(, "flux_capacitor": 88)");
  const Outcome outcome = run("simulate {}/scene.json --time 0.1 --json");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.err.find("unknown field \"flux_capacitor\""), std::string::npos);
}

TEST_F(SimulateCommand, ResumedRunHasTheBytesOfAWholeOne) {
  write_fixture();
  EXPECT_EQ(run("simulate {}/scene.json -o {}/whole.grw").exit_code, 0);
  EXPECT_EQ(run("simulate {}/scene.json -o {}/part.grw --time 0.9").exit_code, 0);
  EXPECT_EQ(run("simulate {}/part.grw").exit_code, 0);
  EXPECT_TRUE(read(file("whole.grw")) == read(file("part.grw")));
}

TEST_F(SimulateCommand, ImpactsAreExportedAsCsv) {
  write_fixture();
  const Outcome outcome = run("simulate {}/scene.json -o {}/run.grw --json");
  const std::string table = run("export {}/run.grw").out;
  EXPECT_EQ(table.substr(0, table.find('\n')),
            "time,a,b,point_x,point_y,point_z,normal_x,normal_y,normal_z,approach_speed");
  const auto lines = static_cast<std::size_t>(std::count(table.begin(), table.end(), '\n'));
  EXPECT_EQ(lines, json::parse(outcome.out)["impacts"].get<std::size_t>() + 1);
}

TEST_F(SimulateCommand, RunCutOffAnywhereIsResumed) {
  write_fixture();
  EXPECT_EQ(run("simulate {}/scene.json -o {}/whole.grw").exit_code, 0);
  const std::string whole = read(file("whole.grw"));
  for (const double part : {0.3, 0.77, 0.999}) {
    const auto size = static_cast<std::size_t>(part * static_cast<double>(whole.size()));
    std::ofstream(file("cut.grw"), std::ios::binary) << whole.substr(0, size);
    EXPECT_EQ(run("simulate {}/cut.grw").exit_code, 0);
    EXPECT_TRUE(read(file("cut.grw")) == whole) << part;
  }
}

TEST_F(SimulateCommand, DamagedRunIsRefused) {
  write_fixture();
  EXPECT_EQ(run("simulate {}/scene.json -o {}/run.grw").exit_code, 0);
  std::string bytes = read(file("run.grw"));
  bytes[bytes.size() / 2] ^= 1;
  std::ofstream(file("run.grw"), std::ios::binary) << bytes;
  const Outcome outcome = run("simulate {}/run.grw");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("damaged"), std::string::npos);
}

TEST_F(SimulateCommand, RunHoldsTheMotionsOfEveryFrame) {
  write_fixture();
  EXPECT_EQ(run("simulate {}/scene.json -o {}/run.grw").exit_code, 0);
  const WorldRun recorded = read_world_run(file("run.grw"));
  EXPECT_EQ(recorded.frames, 150U);
  ASSERT_FALSE(recorded.substeps.empty());
  // Each substep ends where the next begins.
  for (std::size_t i = 0; i + 1 < recorded.substeps.size(); ++i) {
    const WorldBodySubstep& substep = recorded.substeps[i];
    const Vector3 end = substep.state.position + substep.length * substep.state.velocity;
    EXPECT_LT((recorded.substeps[i + 1].state.position - end).norm(), 1e-12);
  }
}

TEST_F(SimulateCommand, WritesAPageAndAnAnimation) {
  write_fixture();
  EXPECT_EQ(run("simulate {}/scene.json --time 0.3 --glb {}/run.glb").exit_code, 0);
  EXPECT_EQ(read(file("run.glb")).substr(0, 4), "glTF");
  EXPECT_FALSE(std::filesystem::exists(file("run.glb.grw")));
}

TEST_F(SimulateCommand, ProjectSceneRunsWithoutIntersections) {
  const Outcome outcome = run("simulate " GRAZE_SOURCE_DIR "/scenes/worlds/tumble.json --time 1 --check --json");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(json::parse(outcome.out)["intersections"], 0);
}

// No world intersects, so the state of a run is forged: one box in the other.
TEST_F(SimulateCommand, CheckFindsBodiesThatIntersect) {
  const std::string text = R"({"graze": 1, "timestep": 0.01, "max_time": 0.05, "bodies": [
      {"name": "crate", "shape": {"box": [1, 1, 1]}},
      {"name": "chest", "shape": {"box": [1, 1, 1]}, "motion": {"type": "still", "position": [3, 0, 0]}}]})";
  const WorldFile scene = parse_world(text, "scene.json", folder());
  const World world(scene.scene);
  const auto write_run = [&](const std::string& name, const WorldState& state) {
    WorldRunWriter writer(file(name),
                          WorldRunStart{text, folder(), scene.timestep, scene.frames, geometry_checksum(world)});
    writer.checkpoint({state, 0, 0.0});
  };
  WorldState forged = world.state();
  write_run("honest.grw", forged);
  forged.bodies[1].position = {0.6, 0.1, 0.2};
  write_run("forged.grw", forged);
  write_run("forged_too.grw", forged);
  EXPECT_EQ(run("simulate {}/honest.grw --check --json").exit_code, 0);
  const Outcome outcome = run("simulate {}/forged.grw --check --json");
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_GT(json::parse(outcome.out)["intersections"], 0);
  EXPECT_NE(outcome.err.find("crate and chest intersect in frame 0"), std::string::npos) << outcome.err;
  EXPECT_EQ(run("simulate {}/forged_too.grw --json").exit_code, 0);  // nobody looked
}

class JointedScene : public SimulateCommand {
 protected:
  // A pendulum of two rods, the lower one on a hinge, and a flag fixed to it.
  void SetUp() override {
    write("swing.json", R"({"graze": 1, "gravity": [0, 0, -9.81], "timestep": 0.015625, "max_time": 2, "bodies": [
        {"name": "hook", "type": "static", "shape": {"box": [0.1, 0.1, 0.1]}},
        {"name": "upper", "shape": {"box": [1, 0.1, 0.1]}, "motion": {"type": "still", "position": [0.6, 0, 0]}},
        {"name": "lower", "shape": {"box": [1, 0.1, 0.1]}, "motion": {"type": "still", "position": [1.8, 0, 0]}},
        {"name": "flag", "shape": {"box": [0.1, 0.1, 0.4]}, "motion": {"type": "still", "position": [2.4, 0, 0.2]}}],
      "joints": [
        {"type": "ball", "bodies": ["hook", "upper"], "anchor": [0, 0, 0]},
        {"type": "hinge", "bodies": ["upper", "lower"], "anchor": [1.2, 0, 0], "axis": [0, 1, 0]},
        {"type": "fixed", "bodies": ["lower", "flag"]}]})");
  }
};

TEST_F(JointedScene, HoldsTogetherToTheEnd) {
  EXPECT_EQ(run("simulate {}/swing.json -o {}/run.grw --check").exit_code, 0);
  const WorldState end = read_world_run(file("run.grw")).last.state;
  const auto point = [&](std::size_t body, const Vector3& local) {
    return Vector3(end.bodies[body].position + end.bodies[body].orientation * local);
  };
  EXPECT_LT(point(1, {-0.6, 0, 0}).norm(), 1e-2);
  EXPECT_LT((point(1, {0.6, 0, 0}) - point(2, {-0.6, 0, 0})).norm(), 1e-2);
  EXPECT_LT((point(2, {0.6, 0, 0.2}) - end.bodies[3].position).norm(), 1e-2);
  EXPECT_LT(end.bodies[1].position.z(), -0.01);  // it has swung
}

TEST_F(JointedScene, ResumedRunHasTheBytesOfAWholeOne) {
  EXPECT_EQ(run("simulate {}/swing.json -o {}/whole.grw").exit_code, 0);
  EXPECT_EQ(run("simulate {}/swing.json -o {}/part.grw --time 1.1").exit_code, 0);
  EXPECT_EQ(read_world_run(file("part.grw")).last.state.joint_impulses.size(), 3U);
  EXPECT_EQ(run("simulate {}/part.grw").exit_code, 0);
  EXPECT_TRUE(read(file("whole.grw")) == read(file("part.grw")));
}

TEST_F(SimulateCommand, MistakesInProjectScenesAreNamed) {
  write("bad.json", R"({"graze": 1, "bodies": [{"shape": {"sphere": 1}, "bounciness": 2}]})");
  const Outcome outcome = run("simulate {}/bad.json");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("bounciness"), std::string::npos);
}

// Four boxes in each other are moved apart, and each pair is said once; a box in a slit that is too narrow is refused.
TEST_F(SimulateCommand, OverlapsAtTheStartAreMovedApartOrRefusedByName) {
  json scene = {{"graze", 1}, {"gravity", {0, 0, -10}}, {"timestep", 0.02}, {"max_time", 0.1}};
  const auto add = [&scene](const std::string& name, const json& shape, const json& position) {
    scene["bodies"].push_back(
        {{"name", name}, {"shape", shape}, {"motion", {{"type", "still"}, {"position", position}}}});
  };
  const json cube = {{"box", {1, 1, 1}}};
  for (int k = 0; k < 4; ++k) add("b" + std::to_string(k), cube, {0.3 * k, 0.2 * (k % 2), 0.1 * k});
  write("heap.json", scene.dump());
  const Outcome heap = run("simulate {}/heap.json --check --json");
  EXPECT_EQ(heap.exit_code, 0) << heap.err;
  EXPECT_EQ(json::parse(heap.out)["intersections"], 0);
  std::istringstream lines(heap.err);
  std::set<std::string> seen;
  for (std::string line; std::getline(lines, line);)
    EXPECT_TRUE(seen.insert(line.substr(0, line.find(';'))).second) << line;
  EXPECT_FALSE(seen.empty());

  scene["bodies"].clear();
  add("left", {{"half_space", {{"normal", {1, 0, 0}}, {"offset", -0.4}}}}, {0, 0, 0});
  add("right", {{"half_space", {{"normal", {-1, 0, 0}}, {"offset", -0.4}}}}, {0, 0, 0});
  scene["bodies"][0]["type"] = scene["bodies"][1]["type"] = "static";
  add("box", cube, {0, 0, 0});
  write("slit.json", scene.dump());
  const Outcome slit = run("simulate {}/slit.json --check");
  EXPECT_EQ(slit.exit_code, 2);
  EXPECT_EQ(slit.out, "");
  EXPECT_EQ(slit.err.find("graze: " + folder().string() + "/slit.json: body 0 (left) and body 2 (box) overlap"), 0u)
      << slit.err;
  EXPECT_EQ(std::count(slit.err.begin(), slit.err.end(), '\n'), 1);
}

}  // namespace
}  // namespace graze
