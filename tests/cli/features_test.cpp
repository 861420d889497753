// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"

namespace graze {
namespace {

using nlohmann::json;

class FeaturesCommand : public CommandLine {
 protected:
  // A vertex falls through a face, then one beside it; the truth of the second is as given.
  std::string queries(const std::string& second_truth) const {
    const auto query = [](const std::string& x, const std::string& truth) {
      std::string text;
      for (const std::string z : {"1", "-1"})
        text += x + ",4,1,4," + z + ",1," + truth + "\n0,1,0,1,0,1," + truth + "\n1,1,0,1,0,1," + truth +
                "\n0,1,1,1,0,1," + truth + "\n";
      return text;
    };
    return query("1", "1") + query("-1", second_truth);
  }
};

TEST_F(FeaturesCommand, CountsAgainstTheTruth) {
  write("right.csv", queries("0"));
  write("wrong.csv", queries("1"));
  const Outcome outcome = run("features --type vertex-face {}/right.csv {}/wrong.csv --json");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const json files = json::parse(outcome.out)["files"];
  ASSERT_EQ(files.size(), 2u);
  for (const char* field : {"file", "type", "queries", "positives", "false_negatives", "false_positives", "mean_us",
                            "p50_us", "p99_us", "max_us", "exact"})
    EXPECT_TRUE(files[0].contains(field)) << field;
  EXPECT_EQ(files[0]["type"], "vertex-face");
  EXPECT_EQ(files[0]["queries"], 2);
  EXPECT_EQ(files[0]["positives"], 1);
  EXPECT_EQ(files[0]["false_negatives"], 0);
  EXPECT_EQ(files[0]["false_positives"], 0);
  EXPECT_EQ(files[1]["false_negatives"], 1);
}

TEST_F(FeaturesCommand, TheSameAtAnyScale) {
  write("right.csv", queries("0"));
  for (const char* scale : {"0.0009765625", "1048576"}) {
    const Outcome outcome = run("features --type vertex-face {}/right.csv --json --scale " + std::string(scale));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const json file = json::parse(outcome.out)["files"][0];
    EXPECT_EQ(file["false_negatives"], 0);
    EXPECT_EQ(file["false_positives"], 0);
  }
}

TEST_F(FeaturesCommand, FaultsAreNamed) {
  write("short.csv", "1,1,1,1,1,1,1\n");
  write("unnamed.csv", queries("0"));
  EXPECT_NE(run("features --type edge-edge {}/short.csv").err.find("short.csv:1: a query has eight rows"),
            std::string::npos);
  EXPECT_NE(run("features {}/unnamed.csv").err.find("give --type"), std::string::npos);
  EXPECT_NE(run("features --type edge-edge {}/missing.csv").exit_code, 0);
}

}  // namespace
}  // namespace graze
