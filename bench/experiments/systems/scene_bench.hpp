// SPDX-License-Identifier: Apache-2.0
// Many bodies: the first impact of a frame by broad phase and number of bodies, the broad phases alone on many boxes,
// and a batch of pairs on one thread and on two.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <graze/scene.hpp>

#include "experiments/encounters/summary.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace graze {

// Registers `graze bench scene`.
void add_scene_bench(CLI::App& bench);

namespace bench {

struct SceneBenchOptions {
  std::size_t bodies = 1000;       // of the frames shown in detail
  std::size_t most_bodies = 4000;  // of the growth
  std::size_t frames = 8;          // for each number of bodies
  std::size_t boxes = 100000;
  std::size_t pairs = 1000;  // of the batch
  std::uint64_t seed = 1;
  int repeat = 3;  // of boxes and batch; the best run counts
  std::filesystem::path out = ".";
};

// One broad phase at one number of bodies, over all frames: CPU time of one thread, ms.
struct FrameRow {
  std::size_t bodies = 0;
  BroadPhase broad_phase{};
  Summary first_ms, all_ms;          // of first_impact and all_impacts
  double pairs = 0.0, slices = 0.0;  // of first_impact, on average
  std::size_t impacts = 0;           // frames with one
};

// ns a box of CPU time.
struct BoxRow {
  std::string what;
  double nanoseconds = 0.0;
  std::size_t overlaps = 0;
};

// Seconds, of the run with the shortest wall-clock time. The CPU time of the busier thread is what the wall clock would
// show if no other work were on the machine.
struct BatchRow {
  int threads = 0;
  double wall = 0.0, cpu = 0.0, busier_thread = 0.0;
};

struct SceneBenchResults {
  SceneBenchOptions options;
  std::vector<FrameRow> frames;
  std::vector<BoxRow> boxes;
  std::vector<BatchRow> batch;
  std::string hash;  // of the frames' answers
  bool same = true;  // all broad phases and numbers of threads gave the same answers
};

SceneBenchResults run_scene_bench(const SceneBenchOptions& options);
void run_box_bench(SceneBenchResults& results);  // a part of it
std::string scene_bench_text(const SceneBenchResults& results);
std::vector<std::filesystem::path> write_scene_files(const SceneBenchResults& results);

}  // namespace bench
}  // namespace graze
