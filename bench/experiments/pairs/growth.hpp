// SPDX-License-Identifier: Apache-2.0
// How the cost of a query grows with the size of the meshes: the same two bodies, finer and finer, in the same flights.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <graze/time_of_impact.hpp>

#include "experiments/encounters/summary.hpp"

namespace graze::bench {

struct GrowthOptions {
  std::size_t trials = 24;
  std::size_t most_triangles = 1000000;
  std::uint64_t seed = 1;
  double tolerance = 3.3e-10;
  std::vector<std::string> methods = {"directional", "d2m"};
  std::filesystem::path out = ".";
};

// One method at one size.
struct GrowthRow {
  std::string method;
  std::size_t triangles = 0;  // of each body
  double build_milliseconds = 0.0;
  std::size_t impacts = 0, free = 0, failures = 0;
  Summary milliseconds, node_tests, leaf_tests, feature_tests, separation;
};

struct GrowthResults {
  GrowthOptions options;
  std::vector<GrowthRow> rows;
  std::string hash;

  std::size_t failures() const;
};

// Two torus knots, from a thousand triangles each upwards.
GrowthResults run_growth_experiment(const GrowthOptions& options);

std::string growth_text(const GrowthResults& results);
// Writes growth.csv, growth-time.svg and growth-work.svg into options.out; returns the paths.
std::vector<std::filesystem::path> write_growth_files(const GrowthResults& results);

}  // namespace graze::bench
