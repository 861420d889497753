// SPDX-License-Identifier: Apache-2.0
// Convex solids: conservative advancement with both bounds, beside Bullet's continuous convex cast.
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

// Registers `graze bench convex`.
void add_convex_bench(CLI::App& bench);

namespace bench {

struct ConvexBenchOptions {
  std::size_t trials = 100;  // of each class of shapes, speed and spin
  std::uint64_t seed = 1;
  double tolerance = 1e-10;
  std::filesystem::path out = ".";
};

// One method on one class of queries, or on all of them.
struct ConvexBenchRow {
  std::string method, shapes, motion;
  std::size_t queries = 0, contacts = 0;  // contacts: proved by our own answer
  std::size_t missed = 0;                 // says free where there is a contact
  std::size_t late = 0;                   // names a time at which the bodies overlap already
  std::size_t undecided = 0;
  Summary separation;    // at the answer, where it is not late
  Summary microseconds;  // thread CPU time of a query, the best of three
};

struct ConvexBenchResults {
  ConvexBenchOptions options;
  std::vector<ConvexBenchRow> rows;

  // Misses and late answers of our own methods.
  std::size_t failures() const;
};

ConvexBenchResults run_convex_bench(const ConvexBenchOptions& options);
std::string convex_bench_text(const ConvexBenchResults& results);
std::string convex_bench_csv(const ConvexBenchResults& results);

}  // namespace bench
}  // namespace graze
