// SPDX-License-Identifier: Apache-2.0
// What each optimisation of Redon's method buys: the same flights with all of them, without each, and without any.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <graze/time_of_impact.hpp>

#include "experiments/encounters/summary.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace graze {

// Registers `graze bench redon`.
void add_redon_bench(CLI::App& bench);

namespace bench {

struct RedonBenchOptions {
  std::size_t trials = 8;  // of each pair and speed
  std::uint64_t seed = 1;
  double tolerance = 3.3e-10;
  double budget_seconds = 5.0;  // a query; 0: unlimited
  std::vector<std::string> pairs = {"cube-cow", "cow-cow"};
  std::filesystem::path models;  // directory; see model_directory()
  std::filesystem::path out = ".";
};

// The work of one query.
struct RedonWork {
  double node_tests = 0.0, feature_tests = 0.0, root_iterations = 0.0, milliseconds = 0.0;
};

// One setting of the switches.
struct RedonVariant {
  std::string name;
  RedonOptions options;
  std::vector<RedonWork> work;  // query by query
  std::vector<Toi> answers;
  std::size_t undecided = 0;  // out of budget: the work shown is less than it would take
  std::size_t disagree = 0;   // another verdict than the first variant's, or a bracket that does not meet its
};

struct RedonBenchResults {
  RedonBenchOptions options;
  std::vector<RedonVariant> variants;  // the first: everything as it is by default
  std::string hash;                    // of the first variant's answers

  std::size_t failures() const;
};

// Throws InputError on an unknown pair.
RedonBenchResults run_redon_bench(const RedonBenchOptions& options);
std::string redon_bench_text(const RedonBenchResults& results);
// Writes redon.csv and redon.svg into options.out; returns the paths.
std::vector<std::filesystem::path> write_redon_files(const RedonBenchResults& results);

}  // namespace bench
}  // namespace graze
