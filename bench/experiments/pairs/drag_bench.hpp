// SPDX-License-Identifier: Apache-2.0
// An interactive session: one model dragged around another in small steps, with and without a PairCache.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/encounters/summary.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace graze {

// Registers `graze bench drag`.
void add_drag_bench(CLI::App& bench);

namespace bench {

struct DragBenchOptions {
  std::string model = "bunny";
  std::size_t steps = 1000;
  double step = 0.005;  // of the model's extent
  std::uint64_t seed = 1;
  std::filesystem::path models, out = ".";
};

struct DragStep {
  bool free = false;                 // else stopped by a contact
  double plain = 0.0, cached = 0.0;  // microseconds
};

struct DragBenchResults {
  DragBenchOptions options;
  std::string source;  // of the model
  std::size_t triangles = 0;
  std::vector<DragStep> steps;
  bool same = true;  // the cache changed no answer
  Summary plain, cached;
};

DragBenchResults run_drag_bench(const DragBenchOptions& options);
std::string drag_bench_text(const DragBenchResults& results);
std::string drag_bench_csv(const DragBenchResults& results);

}  // namespace bench
}  // namespace graze
