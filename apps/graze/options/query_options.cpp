// SPDX-License-Identifier: Apache-2.0
#include "options/query_options.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/limits.hpp>

namespace graze {
namespace {

// Numbers of options are refused by the option's name, not by that of the file they override.
double in_range(const char* option, double number, double least, double most) {
  if (number >= least && number <= most) return number;
  throw CLI::ValidationError(option, fmt::format("expected a number from {} to {}, got {}", least, most, number));
}

}  // namespace

void add_query_options(CLI::App& command, QueryOptions& options) {
  add_numbers(command, "--window", options.window, "START,END", "times to look at (default 0,1)");
  add_number(command, "--tolerance", options.tolerance, Sign::NotNegative, "LENGTH",
             "how close to the contact the answer must stop (default 1e-10)");
  add_number(command, "--separation", options.separation, Sign::NotNegative, "LENGTH",
             "closer than this is contact (default 0)");
  command.add_option("--solver", options.solver, "see: graze solvers (default auto)")->type_name("NAME");
  add_count(command, "--iterations", options.iterations, "N", "stop after so many tests, with exit code 3");
  add_number(command, "--seconds", options.seconds, Sign::Positive, "S", "stop after this long, with exit code 3");
  command.add_flag("--all-contacts", options.all_contacts, "list every pair of features in contact");
}

void override_query(const QueryOptions& options, Scene& scene) {
  Query& query = scene.query;
  if (!options.window.empty()) {
    for (const double time : options.window) in_range("--window", time, -limits::kLargestTime, limits::kLargestTime);
    if (options.window[0] > options.window[1]) throw CLI::ValidationError("--window", "ends before it starts");
    query.window = {options.window[0], options.window[1]};
  }
  if (options.tolerance)
    query.tolerance = in_range("--tolerance", *options.tolerance, limits::kSmallestTolerance, limits::kLargestLength);
  if (options.separation) query.separation = in_range("--separation", *options.separation, 0.0, limits::kLargestLength);
  if (options.seconds) query.budget.seconds = *options.seconds;
  if (options.iterations) query.budget.iterations = *options.iterations;
  if (options.all_contacts) query.all_contacts = true;
  if (options.solver) scene.solver = Solver::named(*options.solver);
}

}  // namespace graze
