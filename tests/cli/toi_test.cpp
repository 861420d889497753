// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/io.hpp>

#include "cli/command.hpp"

namespace graze {
namespace {

using nlohmann::json;

const std::string kScenes = std::string(GRAZE_SOURCE_DIR) + "/scenes/";

class ToiCommand : public CommandLine {};

TEST_F(ToiCommand, AnswersAQueryFile) {
  const Outcome outcome = run("toi " + kScenes + "box_drop.json");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_NE(outcome.out.find("verdict     impact: the bodies first touch at t = "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("guarantee   proved"), std::string::npos);
  EXPECT_NE(outcome.out.find(" of slab"), std::string::npos);
}

TEST_F(ToiCommand, PrintsOneJsonObjectWhoseTimesReadBack) {
  const Outcome outcome = run("toi " + kScenes + "hammer.json --json");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err, "");
  const json answer = json::parse(outcome.out);
  const Scene scene = read_scene(kScenes + "hammer.json");
  const Toi toi = time_of_impact(scene.bodies[0].body, scene.bodies[1].body, scene.query, scene.solver);
  EXPECT_EQ(answer["verdict"], "impact");
  EXPECT_EQ(answer["time"].get<double>(), toi.bracket.lo());
  EXPECT_EQ(answer["bracket"][1].get<double>(), toi.bracket.hi());
  EXPECT_EQ(answer["separation"].get<double>(), toi.separation.hi());
}

TEST_F(ToiCommand, EveryVerdictIsAnAnswer) {
  EXPECT_EQ(json::parse(run("toi " + kScenes + "near_miss.json --json").out)["verdict"], "free");
  const Outcome outcome = run("toi " + kScenes + "overlap.json --json");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(json::parse(outcome.out)["verdict"], "initial_contact");
}

TEST_F(ToiCommand, OptionsOverrideTheFile) {
  const std::string query = "toi " + kScenes + "box_drop.json --json ";
  EXPECT_EQ(json::parse(run(query + "--window 0,0.5").out)["bracket"], json::parse("[0.5, 0.5]"));
  EXPECT_NEAR(json::parse(run(query + "--separation 1").out)["time"].get<double>(), 0.5, 1e-9);
  EXPECT_EQ(json::parse(run(query + "--tolerance 1e-6").out)["tolerance"], 1e-6);
  EXPECT_GT(json::parse(run(query + "--solver capoeira").out)["tolerance"].get<double>(), 1e-3);
  EXPECT_GT(json::parse(run(query + "--all-contacts").out)["patch"].size(), 1U);
}

TEST_F(ToiCommand, OutOfBudgetIsExitCodeThree) {
  const Outcome outcome = run("toi " + kScenes + "fast_pass.json --iterations 50 --json");
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(json::parse(outcome.out)["verdict"], "undecided");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(run("toi " + kScenes + "through_the_ring.json --seconds 1e-6").exit_code, 3);
}

TEST_F(ToiCommand, ExplainsTheSolverAndTheCost) {
  const Outcome cheap = run("toi " + kScenes + "hammer.json --json --explain");
  EXPECT_EQ(cheap.exit_code, 0);
  EXPECT_EQ(cheap.err.find("solver      directional: "), 0U) << cheap.err;
  EXPECT_NE(cheap.err.find("\ncost        cheap: "), std::string::npos) << cheap.err;
  const json work = json::parse(cheap.out)["stats"];
  for (const char* count : {"opened_nodes", "retested_pairs", "linearizations"}) EXPECT_TRUE(work.contains(count));
  EXPECT_NE(cheap.err.find("Nodes opened " + work["opened_nodes"].dump() + ", pairs examined again " +
                           work["retested_pairs"].dump() + ", "),
            std::string::npos)
      << cheap.err;
  EXPECT_EQ(run("toi " + kScenes + "hammer.json").err, "");
}

TEST_F(ToiCommand, ExplainsWhatWasExpensive) {
  write_obj(make_icosphere(1.0, 4), file("bowl.obj"));
  write_obj(make_icosphere(0.99, 4), file("ball.obj"));
  const Outcome tight = run(
      "toi {}/bowl.obj {}/ball.obj --velocity-b 0.001,0,0 --angular-velocity-b 0,0,1 --iterations 100000 --explain");
  EXPECT_NE(tight.err.find("\ncost        expensive: "), std::string::npos) << tight.err;
}

TEST_F(ToiCommand, TakesTwoMeshesAndTheirMotions) {
  write_obj(make_box({1, 1, 1}), file("a.obj"));
  write_obj(make_box({1, 1, 1}), file("b.obj"));
  const Outcome outcome =
      run("toi {}/a.obj {}/b.obj --position-a -3,0.1,0.2 --velocity-a 1,0,0 --position-b=3,0,0 --velocity-b -1,0,0 "
          "--scale-b 2 --window 0,4 --json");
  EXPECT_EQ(outcome.err, "");
  EXPECT_NEAR(json::parse(outcome.out)["time"].get<double>(), 2.25, 1e-9);
  const Outcome turning =
      run("toi {}/a.obj {}/b.obj --orientation-a 0,0,1,1 --angular-velocity-a 0,0,1 --position-b 1.2,0,0 --recenter "
          "--leaf-size 0.1 --json");
  EXPECT_EQ(turning.err, "");
  EXPECT_EQ(json::parse(turning.out)["verdict"], "impact");
}

TEST_F(ToiCommand, ReadsAQueryFromStandardInput) {
  const Outcome outcome = run("toi /dev/stdin --json <" + kScenes + "box_drop.json");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(json::parse(outcome.out)["verdict"], "impact");
}

}  // namespace
}  // namespace graze
