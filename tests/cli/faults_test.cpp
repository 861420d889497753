// SPDX-License-Identifier: Apache-2.0
// Bad input: exit code 2, one line on standard error that names the place, nothing on standard output.
#include <algorithm>
#include <string>

#include <unistd.h>

#include <gtest/gtest.h>

#include "cli/command.hpp"

namespace graze {
namespace {

const std::string kScenes = std::string(GRAZE_SOURCE_DIR) + "/scenes/";

class Faults : public CommandLine {
 protected:
  void expect(const std::string& arguments, const std::string& fault, int exit_code = 2) const {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, exit_code) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_TRUE(outcome.err.starts_with("graze: ")) << outcome.err;
    EXPECT_NE(outcome.err.find(fault), std::string::npos) << arguments << "\n" << outcome.err << fault;
  }
};

TEST_F(Faults, OfTheCommand) {
  expect("", "a command is needed (toi, ");
  expect("frobnicate", "unknown command \"frobnicate\" (expected one of toi, ");
  expect("--frobnicate", "--frobnicate");
  expect("toi", "FILE is required");
  expect("toi a.obj b.obj c.obj", "not expected: c.obj");
  expect("distance", "FILE is required");
  expect("solvers now", "not expected: now");
  expect("mesh", "give either mesh files or --generate");
}

TEST_F(Faults, OfOptions) {
  const std::string query = "toi " + kScenes + "box_drop.json ";
  expect(query + "--bogus", "--bogus");
  expect(query + "--window 1,0", "--window: ends before it starts");
  expect(query + "--window 1", "--window: expected START,END, got \"1\"");
  expect(query + "--window 0,inf", "--window: expected START,END");
  expect(query + "--tolerance -1", "--tolerance: expected a number that is not negative, got \"-1\"");
  expect(query + "--tolerance 1e-9x", "--tolerance: expected a number");
  expect(query + "--separation nan", "--separation: expected a number");
  expect(query + "--iterations -1", "--iterations: expected a whole number");
  expect(query + "--seconds 0", "--seconds: expected a positive number");
  expect(query + "--solver magic", "magic");
  expect(query + "--velocity-a 1,0,0", "--velocity-a: is for two meshes");
  expect("toi a.obj b.obj --position-a 1,2", "--position-a: expected X,Y,Z, got \"1,2\"");
  expect("toi a.obj b.obj --orientation-a 0,0,1", "--orientation-a: expected X,Y,Z,W");
  expect("toi a.obj b.obj --scale-a 0", "--scale-a: expected a positive number");
  expect("toi " + kScenes + "meshes/wedge.obj " + kScenes + "meshes/hammer.obj --orientation-b 0,0,0,0", "orientation");
}

// Numbers that no solver can work with, in files and in options.
TEST_F(Faults, OfRanges) {
  const auto query = [](const std::string& window, const std::string& size, const std::string& speed) {
    return R"({"graze": 1, "window": [0, )" + window + R"(], "bodies": [
{"shape": {"box": [)" +
           size + ", " + size + ", " + size + R"(]}},
{"shape": {"generated": {"kind": "tetrahedron", "a": [)" +
           size + R"(, 0, 0], "b": [0, 1e-60, 0], "c": [0, 0, 0],
  "d": [0, 0, 0]}}, "motion": {"type": "constant_velocity", "position": [9, 0, 0], "velocity": [)" +
           speed + R"(, 0, 0]}}]})";
  };
  write("tiny.json", query("1", "1e-165", "1"));
  expect("toi {}/tiny.json", "/tiny.json:2: bodies[0].shape.box: full_lengths must be positive, from 1e-40 to 1e40");
  write("huge.json", query("1", "1e77", "1"));
  expect("toi {}/huge.json", "/huge.json:2: bodies[0].shape.box: full_lengths must be positive, from 1e-40 to 1e40");
  write("late.json", query("1e166", "1", "1e-165"));
  expect("toi {}/late.json", "/late.json:1: query: window must lie within +-1e40");
  write("fast.json", query("1", "1", "1e160"));
  expect("toi {}/fast.json", "/fast.json:4: bodies[1].motion: motion: velocity must be finite and at most 1e+40");
  write("far.json", query("1e20", "1", "1e30"));
  expect("toi {}/far.json", "/far.json: query: second body: the distance from the origin");
  expect("scene {}/far.json", "/far.json: query: body 1: the distance from the origin");
  write("good.json", query("1", "1", "1"));
  EXPECT_EQ(run("toi {}/good.json").exit_code, 0);
  expect("toi {}/good.json --window 0,1e50", "graze: --window: expected a number from -1e+40 to 1e+40, got 1e+50");
  expect("toi {}/good.json --tolerance 1e50", "graze: --tolerance: expected a number from 1e-300 to 1e+40");
  expect("toi {}/good.json --separation 1e50", "graze: --separation: expected a number from 0 to 1e+40");
  const std::string wedge = kScenes + "meshes/wedge.obj ";
  expect("toi " + wedge + wedge + "--scale-a 1e-60", "longest side of its bounding box must be 0 or at least 1e-40");
  expect("toi " + wedge + wedge + "--scale-a 1e60", "mesh: coordinates must be at most 1e40");
  expect("toi " + wedge + wedge + "--velocity-b 0,1e60,0", "motion: velocity must be");
}

TEST_F(Faults, OfDistances) {
  expect("distance {}/missing.json", "/missing.json: cannot open: No such file or directory");
  expect("distance " + kScenes + "box_drop.json --time now", "--time: expected T, got \"now\"");
  expect("distance " + kScenes + "box_drop.json --time 1,2", "--time: expected T");
}

TEST_F(Faults, OfFiles) {
  expect("toi {}/missing.json", "/missing.json: cannot open: No such file or directory");
  expect("toi {}", ": is a directory, not a file");
  expect("mesh {}", ": is a directory, not a file");
  write("empty", "");
  expect("toi {}/empty", "/empty: the file is empty");
  expect("mesh {}/empty", "/empty: the file is empty");
  write("a.obj", "v 0 0 0\nv 1 0 0\nf 1 2 3\n");
  expect("mesh {}/a.obj", "/a.obj:3: vertex index 3 is out of range (2 vertices)");
  expect("mesh " + kScenes + "meshes/wedge.obj {}/a.obj", "/a.obj:3: ");
  expect("toi {}/a.obj", "/a.obj: a second mesh is needed");
  expect("toi {}/a.obj {}/a.obj", "/a.obj:3: ");
  expect("mesh " GRAZE_COMMAND, ": not a text file");
}

TEST_F(Faults, OfOutputThatCannotBeWritten) {
  expect("mesh " + kScenes + "meshes/wedge.obj -o {}/no/such/folder.obj", "cannot write ", 1);
  expect("toi " + kScenes + "hammer.json --view {}/no/such/page.html", "cannot write ", 1);
}

TEST_F(Faults, OfUnreadableFiles) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read every file";
  write("secret.json", "{}");
  std::filesystem::permissions(file("secret.json"), std::filesystem::perms::none);
  expect("toi {}/secret.json", "/secret.json: cannot open: Permission denied");
}

TEST_F(Faults, OfQueries) {
  write("q.json", "{\"graze\": 1,\n \"windw\": [0, 1]}");
  expect("toi {}/q.json", "/q.json:2: windw: unknown field");
  write("q.json", "{\"graze\": 1,\n \"window\": [0, 1],}");
  expect("toi {}/q.json", "/q.json:2:19: malformed JSON");
  write("q.json", "{\"graze\": 1, \"bodies\": [{\"shape\": {\"box\": [1, 1, 1]}}]}");
  expect("toi {}/q.json", "/q.json: bodies: expected two for a time of impact, got 1");
  write("q.json", "{\"graze\": 1, \"bodies\": [{\"shape\": {\"mesh\": \"gone.obj\"}}]}");
  expect("toi {}/q.json", "/q.json:1: bodies[0].shape.mesh: ");
}

TEST_F(Faults, OfGenerators) {
  expect("mesh --generate blob", "--generate: kind: unknown kind \"blob\"");
  expect("mesh --generate box", "--generate: missing field \"full_lengths\"");
  expect("mesh --generate 'icosphere,radius=1,subdivisions=77'", "--generate: subdivisions must be between 0 and 10");
  expect("mesh --generate 'icosphere,radius=1,subdivisions'", "--generate: expected KIND,parameter=value,...");
}

TEST_F(Faults, OutputThatCannotBeWrittenIsSaid) {
  const Outcome outcome = run("solvers 3>/dev/full >&3 2>{}/said; echo $? >{}/code; exec true");
  std::string said;
  std::getline(std::ifstream(file("said")) >> std::ws, said);
  EXPECT_EQ(said, "graze: cannot write the output: No space left on device");
  int code = 0;
  std::ifstream(file("code")) >> code;
  EXPECT_EQ(code, 1);
  EXPECT_EQ(outcome.out, "");
}

}  // namespace
}  // namespace graze
