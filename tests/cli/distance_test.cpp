// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"

namespace graze {
namespace {

using nlohmann::json;

class DistanceCommand : public CommandLine {
 protected:
  std::string query() const {
    write("query.json", R"({"graze": 1, "window": [1, 2], "bodies": [
      {"name": "ball", "shape": {"sphere": 0.5}, "motion": {"type": "still", "position": [0, 0, 0]}},
      {"name": "crate", "shape": {"box": [1, 1, 1]}, "motion": {"type": "constant_velocity", "position": [4, 0, 0],
       "velocity": [-1, 0, 0]}}]})");
    return "distance {}/query.json";
  }
};

TEST_F(DistanceCommand, IsThatAtTheStartOfTheWindow) {
  const json answer = json::parse(run(query() + " --json").out);
  EXPECT_EQ(answer["time"], 1.0);
  EXPECT_LE(answer["lower"].get<double>(), 2.0);
  EXPECT_GE(answer["upper"].get<double>(), 2.0);
  EXPECT_NEAR(answer["lower"].get<double>(), 2.0, 1e-12);
  EXPECT_NEAR(answer["point_a"][0].get<double>(), 0.5, 1e-12);
  EXPECT_NEAR(answer["point_b"][0].get<double>(), 2.5, 1e-12);
}

TEST_F(DistanceCommand, OrAtTheTimeGiven) {
  EXPECT_NEAR(json::parse(run(query() + " --time 0 --json").out)["lower"].get<double>(), 3.0, 1e-12);
  const json inside = json::parse(run(query() + " --time 3.5 --json").out);
  EXPECT_EQ(inside["lower"], 0.0);
  EXPECT_EQ(inside["upper"], 0.0);
}

TEST_F(DistanceCommand, SpeaksToPeople) {
  const Outcome outcome = run(query());
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_NE(outcome.out.find("certified apart"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find(" on crate"), std::string::npos) << outcome.out;
}

TEST_F(DistanceCommand, SampledAnswersSayWhatTheyAre) {
  query();
  const Outcome outcome = run("toi {}/query.json --solver bisection --window 0,1");
  EXPECT_NE(outcome.out.find("no contact at any of the 65 instants looked at"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("sampled: may have missed a contact"), std::string::npos) << outcome.out;
}

}  // namespace
}  // namespace graze
