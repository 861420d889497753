// SPDX-License-Identifier: Apache-2.0
// The tables and the figure of Kaya's thesis, chapter 5, again, for every method.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <graze/particles.hpp>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace graze {
namespace bench {

struct KayaOptions {
  int most_particles = 2048;
  int repetitions = 3;        // scenes of each size; the thesis has 100, and 10 of 2048
  double seconds = 5.0;       // simulated
  double cell_budget = 10.0;  // CPU seconds for one method on one scene; what takes longer is extrapolated
  std::uint64_t seed = 1;
  std::vector<std::string> methods;  // all, if empty
  int discrete_particles = 1024;
  bool discrete = true;
  std::filesystem::path out = "out/kaya";
};

// One method on the scenes of one size: means.
struct KayaCell {
  double seconds = 0.0;
  bool extrapolated = false;  // from the events done within the budget
};
struct KayaRow {
  int particles = 0;
  double collisions = 0.0;
  std::vector<KayaCell> cells;  // one for each method
};
struct KayaStep {
  double dt = 0.0, seconds = 0.0, missed = 0.0;
  double fewer = 0.0;  // collisions than in continuous time
};
struct KayaResults {
  KayaOptions options;
  std::vector<EventMethod> methods;
  std::vector<KayaRow> rows;
  std::vector<KayaStep> steps;  // table 5.2; the first is the default method, with dt = 0
  bool same = true;             // did all methods that finished give the same events?
};

KayaResults run_kaya(const KayaOptions& options);
std::string kaya_text(const KayaResults& results);
std::vector<std::filesystem::path> write_kaya_files(const KayaResults& results);

}  // namespace bench

void add_kaya_bench(CLI::App& bench);

}  // namespace graze
