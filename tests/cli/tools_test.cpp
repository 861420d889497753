// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/io.hpp>

#include "cli/command.hpp"

namespace graze {
namespace {

using nlohmann::json;

class Tools : public CommandLine {};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_F(Tools, HelpHasExamples) {
  for (const char* const command :
       {"--help", "toi --help", "distance --help", "mesh --help", "solvers --help", "demo --help", "view --help"}) {
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.exit_code, 0) << command;
    EXPECT_EQ(outcome.err, "");
    EXPECT_TRUE(has(outcome.out, "Usage: graze")) << outcome.out;
    EXPECT_TRUE(has(outcome.out, "examples:")) << outcome.out;
  }
}

TEST_F(Tools, VersionSaysWhatThisBuildIs) {
  const Outcome outcome = run("--version");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(outcome.out.starts_with("graze 0.")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "\ncompiler ")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "\nflags ")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "\ncpu ")) << outcome.out;
}

TEST_F(Tools, SolversAreListed) {
  EXPECT_TRUE(has(run("solvers").out, "d2m"));
  const json list = json::parse(run("solvers --json").out);
  ASSERT_EQ(list.size(), solvers().size());
  for (std::size_t i = 0; i < list.size(); ++i) EXPECT_EQ(list[i]["name"], solvers()[i].name);
}

TEST_F(Tools, MeshReportsAndWarns) {
  write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 9 9 9\nv 0 0 0\nf 1 2 3\nf 1 2 5\n");
  const Outcome outcome = run("mesh {}/open.obj");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(has(outcome.out, "2, on 5 vertices and 3 edges")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "warning    open edges (the surface has a boundary): 3")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "warning    triangles without area: 1")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "warning    vertices at the place of an earlier one: 1")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "warning    vertices in no triangle: 1")) << outcome.out;
}

TEST_F(Tools, MeshPrintsOneJsonLineForEachFile) {
  write_obj(make_box({1, 2, 3}), file("a.obj"));
  write_obj(make_icosphere(1, 2), file("b \"quoted\".obj"));
  const Outcome outcome = run("mesh {}/a.obj {}/b*.obj --json --levels 2");
  EXPECT_EQ(outcome.err, "");
  std::istringstream lines(outcome.out);
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  const json box = json::parse(line);
  EXPECT_EQ(box["triangles"], 12);
  EXPECT_EQ(box["volume"], 6.0);
  EXPECT_EQ(box["closed"], true);
  EXPECT_EQ(box["levels"].size(), 3U);
  EXPECT_EQ(box["levels"][0].size(), 1U);
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(json::parse(line)["file"], file("b \"quoted\".obj").string());
  EXPECT_FALSE(std::getline(lines, line));
}

TEST_F(Tools, MeshGeneratesAndEdits) {
  EXPECT_EQ(run("mesh --generate 'box,full_lengths=[1,2,3]' --subdivide 2 --scale 2 -o {}/box.obj").exit_code, 0);
  const MeshReport report = inspect(read_obj(file("box.obj")));
  EXPECT_EQ(report.triangles, 192U);
  EXPECT_EQ(report.volume, 48.0);
  EXPECT_TRUE(report.closed);
}

TEST_F(Tools, DemoExplainsACertifiedAnswer) {
  const Outcome outcome = run("demo");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(has(outcome.out, "verdict     impact")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "What this means")) << outcome.out;
}

}  // namespace
}  // namespace graze
