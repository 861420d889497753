// SPDX-License-Identifier: Apache-2.0
// What vector instructions buy where the default solver spends its time: bounds on pairs of nodes along several
// directions, in the lanes of packs and one after the other. The same formulas, compiled for both.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace graze {

// Registers `graze bench simd`.
void add_simd_bench(CLI::App& bench);

namespace bench {

struct SimdBenchOptions {
  std::string model = "bunny";
  std::size_t pairs = 20'000;  // of nodes
  int repeat = 20;
  std::uint64_t seed = 1;
  std::filesystem::path models;
};

struct SimdRow {
  std::string what;
  double lanes = 0.0, single = 0.0;  // ns a pair, best of the runs
  bool same = true;                  // bits
};

std::vector<SimdRow> run_simd_bench(const SimdBenchOptions& options);

}  // namespace bench
}  // namespace graze
