// SPDX-License-Identifier: Apache-2.0
#include <graze/particle_files.hpp>

#include <cmath>
#include <fstream>
#include <iterator>

#include "io/temporary_file.hpp"

namespace graze {
namespace {

constexpr const char* kScene = R"({"graze_particles": 1, "dimension": 2, "box": {"upper": [20, 10]},
  "gravity": [0, -1], "restitution": [[0.9, 1], [1, 1]],
  "walls": [{"segment": {"start": [5, 3], "end": [9, 4]}, "material": 1}, {"circle": {"center": [14, 4], "radius": 1}},
            {"plane": {"normal": [0, 1], "offset": 0.5}}, {"box": {"lower": [1, 1], "upper": [2, 2]}}],
  "particles": [{"position": [2, 8], "velocity": [1, 0]}, {"position": [4, 8], "radius": 0.25, "mass": 2}]})";

class ParticleFiles : public TemporaryFolder {
 protected:
  std::string bytes(const std::string& name) const {
    std::ifstream in(file(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void expect_refused(const std::string& name, const std::string& why) const {
    try {
      read_particle_run(file(name));
      ADD_FAILURE() << "not refused";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
    }
  }
};

TEST_F(ParticleFiles, SceneReadsBackTheSame) {
  const ParticleScene scene = parse_particle_scene(kScene, "scene.json");
  EXPECT_EQ(scene.walls.size(), 4U);
  EXPECT_EQ(scene.walls[0].material, 1U);
  EXPECT_EQ(scene.particles[1].mass, 2.0);
  write_particle_scene(scene, file("again.json"));
  const ParticleScene again = read_particle_scene(file("again.json"));
  EventSimulator x(scene);
  EventSimulator y(again);
  x.run_until(10.0);
  y.run_until(10.0);
  EXPECT_GT(x.totals().events, 5U);
  EXPECT_EQ(x.totals().hash, y.totals().hash);
}

TEST_F(ParticleFiles, ScenesWithFaultsAreRefusedByName) {
  const auto refused = [](const std::string& from, const std::string& to, const std::string& why) {
    std::string text = kScene;
    text.replace(text.find(from), from.size(), to);
    try {
      parse_particle_scene(text, "scene.json");
      ADD_FAILURE() << "not refused: " << to;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
    }
  };
  refused("\"dimension\": 2", "\"dimension\": 4", "dimension: expected 2 or 3");
  refused("\"gravity\": [0, -1]", "\"gravity\": [0, -1, 0]", "gravity: expected two numbers");
  refused("\"velocity\"", "\"speed\"", "speed");
  refused("[4, 8]", "[2.1, 8]", "overlap");
  refused("\"graze_particles\": 1", "\"graze_particles\": 2", "version 1");
  refused("{\"plane\"", "{\"plan\"", "plan");
  refused("\"center\"", "\"middle\"", "middle");
}

TEST_F(ParticleFiles, ARunHoldsItsEventsAndStates) {
  const ParticleScene scene = make_particles({.count = 30});
  EventSimulator simulator(scene);
  const ParticleState start = simulator.state();
  ParticleRunWriter writer(file("run.grz"), start);
  simulator.set_sink(&writer);
  simulator.run_until(1.0);
  writer.finish(simulator.state());
  EXPECT_TRUE(is_particle_run(file("run.grz")));
  const ParticleRun run = read_particle_run(file("run.grz"));
  EXPECT_EQ(run.events.size(), simulator.totals().events);
  EXPECT_EQ(run.final.totals.hash, simulator.totals().hash);
  EXPECT_EQ(run.initial.scene.particles[7].position, scene.particles[7].position);
  // The last entry of a particle is its final state.
  for (const ParticleEvent& event : run.events) {
    if (event.time.ticks != run.final.clocks[event.first]) continue;
    EXPECT_EQ(event.velocity_first, run.final.scene.particles[event.first].velocity);
  }
}

TEST_F(ParticleFiles, ResumedRunsHaveTheSameBits) {
  for (const bool periodic : {false, true}) {
    ParticleSetup setup{.count = 50, .dimension = 3, .packing = 0.2, .periodic = periodic};
    ParticleScene scene = make_particles(setup);
    scene.restitution = {0.9};
    EventSimulator whole(scene);
    whole.run_until(2.0);
    EventSimulator half(scene);
    half.run_until(0.9);
    write_particle_state(half.state(), file("half.grz"));
    EventSimulator resumed(read_particle_run(file("half.grz")).final, {.method = EventMethod::SweepAndPrune});
    resumed.run_until(2.0);
    EXPECT_EQ(resumed.totals().hash, whole.totals().hash);
    EXPECT_EQ(resumed.totals().events, whole.totals().events);
    EXPECT_EQ(resumed.snapshot().particles[3].position, whole.snapshot().particles[3].position);
  }
}

TEST_F(ParticleFiles, TruncatedDamagedAndForeignFilesAreRefused) {
  EventSimulator simulator(make_particles({.count = 10}));
  write_particle_state(simulator.state(), file("state.grz"));
  const std::string good = bytes("state.grz");
  for (const std::size_t size : {std::size_t{9}, std::size_t{20}, good.size() / 2, good.size() - 1}) {
    write("short.grz", good.substr(0, size));
    expect_refused("short.grz", "truncated");
  }
  for (std::size_t at = 16; at < good.size() - 16; at += 97) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 1);
    write("bad.grz", bad);
    expect_refused("bad.grz", "checksum");
  }
  write("foreign.grz", "PNG or so");
  expect_refused("foreign.grz", "not a file of a particle run");
  std::string newer = good;
  for (const char version : {2, 4}) {
    newer[8] = version;
    write("newer.grz", newer);
    expect_refused("newer.grz", "version");
  }
  ParticleState far = simulator.state();
  far.grains[3][0] += std::int64_t{1} << 50;
  write_particle_state(far, file("far.grz"));
  expect_refused("far.grz", "particle 3: expected its grains to be its position");
  ParticleRunWriter unfinished(file("unfinished.grz"), simulator.state());
  expect_refused("unfinished.grz", "truncated");
}

}  // namespace
}  // namespace graze
