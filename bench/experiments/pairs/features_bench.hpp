// SPDX-License-Identifier: Apache-2.0
// Throughput of feature queries: single calls, batches on one thread (by CPU time) and on two (by the wall clock).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace graze {

// Registers `graze bench features`.
void add_features_bench(CLI::App& bench);

namespace bench {

struct FeaturesBenchOptions {
  std::size_t queries = 200000;  // of each mix and type
  std::uint64_t seed = 1;
  int repeat = 3;  // the best run counts
  std::filesystem::path out = ".";
};

// One mix of queries of one type.
struct FeaturesBenchRow {
  std::string mix;   // random, simulation, degenerate
  std::string type;  // vertex-face, edge-edge
  std::size_t contacts = 0, exact = 0;
  double scalar = 0.0, batch_1 = 0.0, batch_2 = 0.0;  // queries a second
};

struct FeaturesBenchResults {
  FeaturesBenchOptions options;
  std::vector<FeaturesBenchRow> rows;
  bool same = true;  // batches gave what single calls gave
};

FeaturesBenchResults run_features_bench(const FeaturesBenchOptions& options);
std::string features_bench_text(const FeaturesBenchResults& results);
std::string features_bench_csv(const FeaturesBenchResults& results);

}  // namespace bench
}  // namespace graze
