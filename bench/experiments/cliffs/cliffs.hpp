// SPDX-License-Identifier: Apache-2.0
// Times of queries on which a solver may take thousands of times as long as on others, by family and method.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <graze/time_of_impact.hpp>

#include "experiments/cliffs/budget_curve.hpp"
#include "experiments/cliffs/cliff.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace graze {

// Registers `graze bench cliffs`.
void add_cliffs(CLI::App& bench);

namespace bench {

struct CliffsOptions {
  CliffScale scale;
  std::vector<std::string> methods{"auto", "d2m", "c2a", "redon"};
  std::vector<std::string> families;  // empty: all
  double budget_seconds = 5.0;        // a query; 0: unlimited
  double tolerance = 1e-10;
  std::filesystem::path out = ".";
};

struct CliffAnswer {
  bool asked = false;  // the method takes these bodies, and has not run out of its budget too often
  Toi toi;
  double microseconds = 0.0;  // thread CPU time
  std::string fault;          // what is wrong with the answer, if anything is
};

// One query, and what each method says.
struct CliffRow {
  std::string family, name;
  std::vector<CliffAnswer> answers;
};

struct CliffsResults {
  CliffsOptions options;
  std::vector<std::string> families;
  std::vector<CliffRow> rows;
  std::vector<BudgetCurve> curves;  // of the dearest query of each family, by the first method

  // Answers that are wrong, and curves that fall.
  std::size_t faults() const;
};

// Throws InputError on an unknown family, std::invalid_argument on an unknown method.
CliffsResults run_cliffs(const CliffsOptions& options);

// What is wrong with an answer; empty if nothing is, as far as its truth tells.
std::string fault_of(const Cliff& cliff, const Toi& toi, double tolerance);

// The tables for a terminal.
std::string cliffs_text(const CliffsResults& results);
// cliffs.csv, a line for each query and method; cliffs.md, the tables; cliffs.svg, the histograms; cliffs-budget.svg,
// the curves.
std::vector<std::filesystem::path> write_cliffs_files(const CliffsResults& results);

}  // namespace bench
}  // namespace graze
