// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"

namespace graze {
namespace {

using nlohmann::json;

const std::string kRobots = std::string(GRAZE_SOURCE_DIR) + "/scenes/robots/";
const std::string kArm = kRobots + "arm.urdf ";

class CheckCommand : public CommandLine {};

TEST_F(CheckCommand, ProvesAPathFree) {
  const Outcome outcome = run("check " + kArm + "--path " + kRobots + "reach.csv --scene " + kRobots + "cell.json");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_NE(outcome.out.find("verdict     free"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("part 3      free"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("warning     link \"tip\" has no collision geometry"), std::string::npos) << outcome.out;
}

TEST_F(CheckCommand, NamesTheFirstContactOfEveryPart) {
  const Outcome outcome = run("check " + kArm + kRobots + "through_the_sheet.csv " + kRobots + "cell.json --json");
  EXPECT_EQ(outcome.exit_code, 0);
  const json answer = json::parse(outcome.out);
  EXPECT_EQ(answer["verdict"], "impact");
  ASSERT_EQ(answer["segments"].size(), 2u);
  const json& first = answer["segments"][0];
  EXPECT_EQ(first["verdict"], "impact");
  EXPECT_NEAR(first["free_fraction"].get<double>(), 0.2166977431, 1e-9);
  EXPECT_EQ(first["contact"]["link_a"], "wrist");
  EXPECT_EQ(first["contact"]["link_b"], "sheet");
  EXPECT_NEAR(first["contact"]["point"][1].get<double>(), 0.4, 1e-6);
  EXPECT_EQ(first["contact"]["normal"].size(), 3u);
  EXPECT_EQ(answer["segments"][1]["verdict"], "free");
  EXPECT_EQ(answer["segments"][1]["free_fraction"], 1.0);
  EXPECT_EQ(answer["segments"][1]["contact"], nullptr);
}

TEST_F(CheckCommand, TakesSeparationIgnoredPairsAndNoScene) {
  const std::string path = "check " + kArm + kRobots + "through_the_sheet.csv ";
  EXPECT_EQ(json::parse(run(path + "--json").out)["verdict"], "free");
  std::string ignored;
  for (const char* link : {"elbow", "forearm", "wrist", "flange", "hand", "upper_arm"})
    ignored += std::string(" --ignore ") + link + ",sheet";
  EXPECT_EQ(json::parse(run(path + kRobots + "cell.json --json" + ignored).out)["verdict"], "free");
  const json near = json::parse(run(path + kRobots + "cell.json --json --separation 0.01").out);
  EXPECT_LT(near["segments"][0]["free_fraction"].get<double>(), 0.2120);
  write("r.srdf", "<robot name='arm'><disable_collisions link1='base' link2='hand' reason='User'/></robot>");
  EXPECT_EQ(run(path + "--srdf {}/r.srdf").exit_code, 0);
}

TEST_F(CheckCommand, EndsWithItsCodes) {
  const std::string sheet = kArm + kRobots + "through_the_sheet.csv " + kRobots + "cell.json ";
  const Outcome undecided = run("check " + sheet + "--iterations 1 --json");
  EXPECT_EQ(undecided.exit_code, 3) << undecided.err;
  EXPECT_EQ(json::parse(undecided.out)["verdict"], "undecided");
  write("bad.csv", "turn,lift\n0,0\n0,x\n");
  const Outcome bad = run("check " + kArm + "{}/bad.csv");
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_EQ(bad.out, "");
  EXPECT_NE(bad.err.find("bad.csv:3: column 2 (lift): expected a finite number, got \"x\""), std::string::npos);
  EXPECT_EQ(run("check " + kArm).exit_code, 2);
  EXPECT_EQ(run("check none.urdf {}/bad.csv").exit_code, 2);
  EXPECT_EQ(run("check " + sheet + "--ignore hand,nobody").exit_code, 2);
  EXPECT_EQ(run("check " + sheet + "--srdf {}/none.srdf").exit_code, 2);
}

TEST_F(CheckCommand, SaysWhatIsWrongWithItsInput) {
  const auto robot = [&](const std::string& type, const std::string& geometry) {
    write("r.urdf", "<robot name='r'>\n<link name='base'/>\n<joint name='j' type='" + type +
                        "'><parent link='base'/><child link='hand'/><axis xyz='0 0 1'/>"
                        "<limit lower='-1' upper='1' effort='1' velocity='1'/></joint>\n"
                        "<link name='hand'><collision><geometry>" +
                        geometry + "</geometry></collision></link>\n</robot>\n");
  };
  const auto expect = [&](const std::string& message) {
    const Outcome outcome = run("check {}/r.urdf {}/p.csv");
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err.find("graze: " + folder().string() + "/" + message), 0u) << outcome.err;
  };
  const std::string box = "<box size='1 1 1'/>";
  write("p.csv", "j\n0\n0.5\n");
  robot("revolute", "<box size='${w} 1 1'/>");
  expect("r.urdf:4: this is a xacro template (${w} 1 1); expand it first");
  robot("revolute", "<mesh filename='gone.stl'/>");
  expect("r.urdf:4: link \"hand\": there is no file " + folder().string() + "/gone.stl");
  write("m.dae", "<COLLADA/>");
  robot("revolute", "<mesh filename='m.dae'/>");
  expect("r.urdf:4: link \"hand\": " + folder().string() +
         "/m.dae: .dae meshes are not read; expected .obj, .stl or .off");
  robot("planar", box);
  expect("r.urdf:3: joint \"j\": planar joints are not supported; expected fixed,");
  robot("revolute", box);
  write("p.csv", "time,j,elbow\n0,0,0\n1,1,1\n");
  expect("p.csv:1: column 3 (elbow): expected the name of a joint: one of j\n");
  write("p.csv", "time,j\n0,0\n1\n");
  expect("p.csv:3: expected 2 columns, as in the first row, got 1\n");
  write("p.csv", "time,j\n0,0\n1,NaN\n");
  expect("p.csv:3: column 2 (j): expected a finite number, got \"NaN\"\n");
  write("p.csv", "j\n0\n0.5\n");
  expect(
      "r.urdf: robot \"r\": there is nothing to check: no two links are to be kept apart, and the scene has no bodies");
  write("r.urdf",
        "<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='continuous'>"
        "<parent link='a'/><child link='b'/></joint></robot>");
  expect("r.urdf: robot \"r\": there is nothing to check: no link has collision geometry");
}

// One slider starts closer to a body than the tolerance, another comes to its own later.
TEST_F(CheckCommand, AnswersAPathThatStartsWithinToleranceOfContact) {
  std::string xml = "<robot name='mini'><link name='base'/>";
  for (const std::string link : {"l1", "l2"})
    xml += "<link name='" + link + "'><collision><geometry><box size='0.1 0.1 0.1'/></geometry></collision></link>";
  for (const std::string k : {"1", "2"})
    xml += "<joint name='j" + k + "' type='prismatic'><parent link='base'/><child link='l" + k + "'/><origin xyz='0 " +
           (k == "1" ? "0" : "3") +
           " 0'/><axis xyz='1 0 0'/><limit lower='-5' upper='5' effort='1' velocity='1'/></joint>";
  write("r.urdf", xml + "</robot>");
  write("p.csv", "j1,j2\n0,0\n1,2\n");
  write("s.json", R"({"graze": 1, "bodies": [
      {"name": "near", "shape": {"box": [0.1, 0.1, 0.1]}, "motion": {"type": "still", "position": [0.105, 0, 0]}},
      {"name": "far", "shape": {"box": [0.1, 0.1, 0.1]}, "motion": {"type": "still", "position": [1, 3, 0]}}]})");
  const Outcome outcome = run("check {}/r.urdf {}/p.csv {}/s.json --tolerance 0.01 --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json answer = json::parse(outcome.out);
  EXPECT_EQ(answer["verdict"], "impact");
  EXPECT_EQ(answer["segments"][0]["contact"]["link_b"], "near");
}

TEST_F(CheckCommand, WarnsOfJointsBeyondTheirLimits) {
  write("far.csv", "lift\n0\n99\n");
  const Outcome outcome = run("check " + kArm + "{}/far.csv --json");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string warnings = json::parse(outcome.out)["warnings"].dump();
  EXPECT_NE(warnings.find("far.csv:3: joint \\\"lift\\\" is at 99, beyond its limits"), std::string::npos) << warnings;
}

TEST_F(CheckCommand, WritesAPage) {
  const Outcome outcome =
      run("check " + kArm + kRobots + "through_the_sheet.csv " + kRobots + "cell.json --view {}/page.html");
  if (outcome.err.find("without the viewer") != std::string::npos) GTEST_SKIP() << outcome.err;
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  std::ostringstream page;
  page << std::ifstream(file("page.html")).rdbuf();
  EXPECT_NE(page.str().find("upper_arm"), std::string::npos);
}

TEST_F(CheckCommand, HasBenchmarks) {
  const Outcome robot = run("bench robot --motions 3 --out {}");
  if (robot.err.find("without FCL") == std::string::npos) {
    EXPECT_EQ(robot.exit_code, 0) << robot.err;
    EXPECT_NE(robot.out.find("samples in contact where graze says free: 0; undecided: 0"), std::string::npos);
  }
  const Outcome planner = run("bench planner --plans 3");
  if (planner.err.find("without OMPL") == std::string::npos) {
    EXPECT_EQ(planner.exit_code, 0) << planner.err;
    EXPECT_NE(planner.out.find("certified                 3                  0"), std::string::npos) << planner.out;
  }
}

}  // namespace
}  // namespace graze
