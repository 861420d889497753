// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <graze/particle_files.hpp>

#include "command.hpp"

namespace graze {
namespace {

class Particles : public CommandLine {
 protected:
  static std::string field(const std::string& json, const std::string& name) {
    const std::size_t at = json.find("\"" + name + "\": ");
    if (at == std::string::npos) return "missing";
    const std::size_t start = at + name.size() + 4;
    return json.substr(start, json.find_first_of(",}", start) - start);
  }
};

TEST_F(Particles, JsonHasItsFieldsAndMethodsAgree) {
  const Outcome grid = run("particles 100 --dim 2 --packing 0.12 --time 1 --seed 1 --method grid --json");
  ASSERT_EQ(grid.exit_code, 0) << grid.err;
  for (const char* name : {"particles", "events", "collisions", "seconds", "collisions_per_second", "hash",
                           "energy_drift", "max_contact_error", "bytes_per_particle"})
    EXPECT_NE(field(grid.out, name), "missing") << name;
  EXPECT_EQ(field(grid.out, "particles"), "100");
  for (const char* method : {"all_pairs", "adaptive-bvh", "priority_queue", "sweep-and-prune", "cell_heap"}) {
    const Outcome other = run(std::string("particles 100 --time 1 --json --method ") + method);
    EXPECT_EQ(field(other.out, "hash"), field(grid.out, "hash")) << method;
  }
}

TEST_F(Particles, SavedRunsResumeWithTheSameBits) {
  const Outcome whole = run("particles 60 --dim 3 --box periodic --packing 0.3 --time 2 --json");
  ASSERT_EQ(run("particles 60 --dim 3 --box periodic --packing 0.3 --time 1 --save {}/half.grz").exit_code, 0);
  const Outcome resumed = run("particles {}/half.grz --time 2 --json");
  EXPECT_EQ(field(resumed.out, "hash"), field(whole.out, "hash"));
  const Outcome from_log = run("particles 60 --dim 3 --box periodic --packing 0.3 --time 1 --log {}/run.grz --json");
  EXPECT_EQ(from_log.exit_code, 0);
  EXPECT_EQ(field(run("particles {}/run.grz --time 2 --json").out, "hash"), field(whole.out, "hash"));
}

TEST_F(Particles, EventsAreExportedAsCsv) {
  const Outcome logged = run("particles 30 --box periodic --packing 0.3 --time 1 --log {}/run.grz --json");
  ASSERT_EQ(run("export {}/run.grz -o {}/events.csv").exit_code, 0);
  std::ifstream table(file("events.csv"));
  std::string line;
  std::getline(table, line);
  EXPECT_EQ(line,
            "time,epoch,ticks,kind,first,second,shift_x,shift_y,x_first,y_first,vx_first,vy_first,x_second,y_second,"
            "vx_second,vy_second");
  const ParticleRun run_file = read_particle_run(file("run.grz"));
  std::size_t lines = 0;
  for (; std::getline(table, line); ++lines) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 15) << line;
    std::vector<std::string> cells;
    std::stringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    const ParticleEvent& event = run_file.events.at(lines);
    EXPECT_EQ(std::stoll(cells[2]), event.time.ticks);
    EXPECT_EQ(cells[3], event.kind == ParticleEventKind::Pair ? "pair" : "crossing");
    EXPECT_EQ(std::stod(cells[8]), event.position_first[0]);
    EXPECT_EQ(std::stod(cells[11]), event.velocity_first[1]);
  }
  EXPECT_EQ(std::to_string(lines), field(logged.out, "events"));
  EXPECT_EQ(run("export {}/run.grz").out.substr(0, 11), "time,epoch,");
  EXPECT_EQ(run("export {}/nothing.grz -o {}/none.csv").exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(file("none.csv")));
}

TEST_F(Particles, ControlCEndsWithAValidFile) {
  // In the foreground it sends one signal; else a second may follow, which ends the program at once.
  const std::string line = "timeout --foreground -s INT 0.3 " + std::string(GRAZE_COMMAND) +
                           " particles 500 --time 1e9 --log " + file("run.grz").string() + " --json >" +
                           file("out").string();
  EXPECT_NE(std::system(line.c_str()), -1);
  const Outcome resumed = run("particles {}/run.grz --events 10 --json");
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(field(resumed.out, "events"), "10");
}

TEST_F(Particles, ObservablesAreWritten) {
  const Outcome outcome =
      run("particles 200 --box periodic --packing 0.3 --time 1 --sample 0.25 --observables {}/measured");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char* name : {"observables.csv", "radial_distribution.csv", "pressure.svg", "displacement.svg"})
    EXPECT_NE(outcome.out.find(name), std::string::npos) << name;
}

TEST_F(Particles, DiscreteStepsCountWhatTheyMiss) {
  const Outcome outcome = run("particles 50 --method discrete --dt 0.1 --time 1 --json");
  EXPECT_EQ(field(outcome.out, "steps"), "10");
  EXPECT_NE(field(outcome.out, "missed"), "0");
}

TEST_F(Particles, BadInputIsRefusedByName) {
  const auto refused = [&](const std::string& arguments, const std::string& why) {
    const Outcome outcome = run("particles " + arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_NE(outcome.err.find(why), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  };
  refused("", "N|FILE");
  refused("0", "at least one particle");
  refused("100 --packing 0.99", "packing");
  refused("100 --packing 1.5", "packing");
  refused("100 --dim 4", "--dim");
  refused("100 --restitution 2", "restitution");
  refused("100 --method magic", "--method");
  refused("missing.json", "missing.json");
  write("scene.json", R"({"graze_particles": 1, "dimension": 2, "box": {"upper": [9, 9]}, "partikels": []})");
  refused("{}/scene.json", "partikels");
  write("run.grz", "GRAZEPAR\x01\0\0\0");
  refused("{}/run.grz", "truncated");
}

}  // namespace
}  // namespace graze
