// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/io.hpp>

#include "cli/command.hpp"

namespace graze {
namespace {

using nlohmann::json;

std::string query(double height) {
  json scene = json::parse(R"({"graze": 1, "window": [0, 4], "bodies": [
    {"shape": {"mesh": "cube.obj"}, "motion": {"type": "constant_velocity", "angular_velocity": [0, 0, 3]}},
    {"shape": {"generated": {"kind": "bumpy_sphere", "radius": 0.5, "amplitude": 0.3, "lobes": 3, "subdivisions": 3}},
     "motion": {"type": "constant_velocity", "angular_velocity": [3, 2, 1]}}]})");
  scene["bodies"][1]["motion"]["position"] = {0.2, 0.1, height};
  scene["bodies"][1]["motion"]["velocity"] = {0.1, 0, -1};
  return scene.dump();
}

class BatchCommand : public CommandLine {
 protected:
  BatchCommand() {
    write_obj(make_box({1, 1, 1}), file("cube.obj"));
    for (int i = 0; i < kQueries; ++i) lines_.push_back(query(2.0 + 0.02 * i));
  }

  void write_queries() const {
    std::string text;
    for (const std::string& line : lines_) text += line + "\n";
    write("queries.jsonl", text);
  }
  std::string results(const std::string& name) const { return read(file(name)); }

  static std::string read(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }

  static constexpr int kQueries = 60;
  std::vector<std::string> lines_;
};

TEST_F(BatchCommand, OverwritesNothing) {
  lines_.resize(1);
  for (const std::string& text : {lines_[0], std::string("a note"), std::string("{\"line\":2")}) {
    write("queries.jsonl", lines_[0]);  // without a line end
    write("other.txt", text);
    const Outcome outcome = run("batch {}/queries.jsonl -o {}/other.txt");
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_NE(outcome.err.find("other.txt:1: not a result of this batch"), std::string::npos) << outcome.err;
    EXPECT_EQ(results("other.txt"), text);
  }
  const Outcome outcome = run("batch {}/queries.jsonl -o {}/./queries.jsonl");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("is the input, and would be overwritten"), std::string::npos) << outcome.err;
  EXPECT_EQ(results("queries.jsonl"), lines_[0]);
}

TEST_F(BatchCommand, AnswersEveryLineInOrder) {
  write_queries();
  const Outcome outcome = run("batch {}/queries.jsonl -o {}/results.jsonl");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err, "");  // no progress where nobody looks
  EXPECT_EQ(outcome.out.substr(0, 45), "60 queries: 60 answered, 0 undecided, 0 bad; ");
  std::istringstream text(results("results.jsonl"));
  int count = 0;
  for (std::string line; std::getline(text, line); ++count) {
    json answer = json::parse(line);
    EXPECT_EQ(answer["line"], count + 1);
    const Scene scene = parse_scene(lines_[static_cast<std::size_t>(count)], "query", folder());
    const Toi toi = time_of_impact(scene.bodies[0].body, scene.bodies[1].body, scene.query);
    answer.erase("line");
    answer.erase("query");
    EXPECT_EQ(answer, json::parse(to_json(toi, Timing::LeftOut)));
  }
  EXPECT_EQ(count, kQueries);
}

TEST_F(BatchCommand, HasTheSameBytesOnAnyThreadsAndInShards) {
  write_queries();
  run("batch {}/queries.jsonl -o {}/whole.jsonl --threads 1");
  run("batch {}/queries.jsonl -o {}/two.jsonl --threads 2");
  EXPECT_EQ(results("two.jsonl"), results("whole.jsonl"));
  std::string parts;
  for (const char* const shard : {"1/7", "2/7", "3/7", "4/7", "5/7", "6/7", "7/7"}) {
    const std::string name = std::string("part") + shard[0] + ".jsonl";
    EXPECT_EQ(run("batch {}/queries.jsonl -o {}/" + name + " --shard " + shard).exit_code, 0);
    parts += results(name);
  }
  EXPECT_EQ(parts, results("whole.jsonl"));
}

TEST_F(BatchCommand, ABadLineIsReportedWithItsNumberAndTheRestAnswered) {
  lines_[6] = "{\"graze\": 1, ";
  lines_[20] = "";
  lines_[30] = R"({"graze": 1, "bodies": [{"shape": {"mesh": "lost.obj"}}, {"shape": {"sphere": 1}}]})";
  lines_[31] = lines_[30];
  lines_[40] = R"({"graze": 1, "bodies": [{"shape": {"sphere": 1}}]})";
  lines_[41] = R"({"graze": 1, "tolerance": 0, "bodies": [{"shape": {"sphere": 1}}, {"shape": {"sphere": 1}}]})";
  write_queries();
  const Outcome outcome = run("batch {}/queries.jsonl -o {}/results.jsonl");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.out.find("59 queries: 54 answered, 0 undecided, 5 bad"), std::string::npos) << outcome.out;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 5) << outcome.err;
  EXPECT_NE(outcome.err.find("queries.jsonl:7:14: malformed JSON"), std::string::npos) << outcome.err;
  for (const char* const place :
       {"queries.jsonl:31: bodies[0].shape.mesh: ", "queries.jsonl:32: bodies[0].shape.mesh: ",
        "queries.jsonl:41: bodies: expected two", "queries.jsonl:42: query: tolerance"})
    EXPECT_NE(outcome.err.find(place), std::string::npos) << place;
  std::istringstream text(results("results.jsonl"));
  std::vector<int> bad;
  for (std::string line; std::getline(text, line);) {
    const json answer = json::parse(line);
    if (answer.contains("error")) bad.push_back(answer["line"]);
  }
  EXPECT_EQ(bad, (std::vector<int>{7, 31, 32, 41, 42}));
  // What is done already counts.
  EXPECT_EQ(run("batch {}/queries.jsonl -o {}/results.jsonl").exit_code, 2);
}

TEST_F(BatchCommand, GoesOnWhereItWasInterrupted) {
  lines_[6] = "nonsense";
  write_queries();
  run("batch {}/queries.jsonl -o {}/whole.jsonl");
  const std::string whole = results("whole.jsonl");
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{5}, whole.find('\n'), whole.find('\n') + 1,
                                  whole.size() / 2, whole.size() - 1, whole.size()}) {
    write("part.jsonl", whole.substr(0, bytes));
    EXPECT_EQ(run("batch {}/queries.jsonl -o {}/part.jsonl").exit_code, 2) << bytes;
    EXPECT_EQ(results("part.jsonl"), whole) << bytes;
  }
}

TEST_F(BatchCommand, EndsCleanlyOnSignals) {
  for (int i = 0; i < 600; ++i) lines_.push_back(query(2.0 + 0.001 * i));
  write_queries();
  run("batch {}/queries.jsonl -o {}/whole.jsonl");
  const std::string whole = results("whole.jsonl");
  // Ends within a second, on the slowest of machines: each round makes some progress, or the last one finishes.
  const std::string command = " batch {}/queries.jsonl -o {}/part.jsonl";
  for (const char* const signal : {"INT", "TERM"}) {
    const Outcome outcome = run(std::string("--version >/dev/null; timeout --preserve-status -s ") + signal + " 0.05 " +
                                GRAZE_COMMAND + command);
    if (outcome.exit_code == 0) continue;
    EXPECT_EQ(outcome.exit_code, std::string(signal) == "INT" ? 130 : 143);
    const std::string part = results("part.jsonl");
    EXPECT_EQ(whole.substr(0, part.size()), part);
    EXPECT_TRUE(part.empty() || part.back() == '\n');
  }
  EXPECT_EQ(run(command).exit_code, 0);
  EXPECT_EQ(results("part.jsonl"), whole);
}

TEST_F(BatchCommand, DoesNotOverwriteOtherFiles) {
  write_queries();
  write("precious.txt", "do not lose this\n");
  Outcome outcome = run("batch {}/queries.jsonl -o {}/precious.txt");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("precious.txt:1: not a result of this batch"), std::string::npos) << outcome.err;
  EXPECT_EQ(results("precious.txt"), "do not lose this\n");
  // Nor results of other queries, or with other options.
  run("batch {}/queries.jsonl -o {}/results.jsonl --shard 1/2");
  EXPECT_EQ(run("batch {}/queries.jsonl -o {}/results.jsonl --timings").exit_code, 2);
  lines_[3] = query(7.0);
  write_queries();
  outcome = run("batch {}/queries.jsonl -o {}/results.jsonl");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("results.jsonl:4: not a result"), std::string::npos) << outcome.err;
}

TEST_F(BatchCommand, UndecidedIsExitCodeThree) {
  json scene = json::parse(lines_[2]);
  scene["budget"] = {{"iterations", 1}};
  lines_[2] = scene.dump();
  write_queries();
  EXPECT_EQ(run("batch {}/queries.jsonl -o {}/results.jsonl").exit_code, 3);
  EXPECT_NE(run("batch {}/queries.jsonl -o {}/t.jsonl --timings --shard 1/60").out.find("1 queries"),
            std::string::npos);
  EXPECT_GT(json::parse(results("t.jsonl"))["stats"]["microseconds"].get<double>(), 0.0);
}

TEST_F(BatchCommand, SaysWhatIsWrong) {
  write_queries();
  EXPECT_EQ(run("batch {}/lost.jsonl -o {}/x").err, "graze: " + file("lost.jsonl").string() + ": cannot be read\n");
  EXPECT_EQ(run("batch {} -o {}/x").exit_code, 2);
  EXPECT_NE(run("batch {}/queries.jsonl -o {}/no/x").err.find("cannot write"), std::string::npos);
  EXPECT_EQ(run("batch {}/queries.jsonl -o {}/no/x").exit_code, 1);
  for (const char* const shard : {"0/2", "3/2", "1", "1/0", "x/2", "1/2/3"})
    EXPECT_EQ(run(std::string("batch {}/queries.jsonl -o {}/x --shard ") + shard).exit_code, 2) << shard;
  write("empty.jsonl", "\n\n");
  EXPECT_EQ(run("batch {}/empty.jsonl -o {}/none.jsonl").exit_code, 0);
}

}  // namespace
}  // namespace graze
