// SPDX-License-Identifier: Apache-2.0
#include <iterator>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/solver.hpp>

#include "commands.hpp"
#include "json_output.hpp"
#include "output.hpp"

namespace graze {
namespace {

std::string table() {
  std::string text;
  for (const SolverInfo& solver : solvers()) {
    fmt::format_to(std::back_inserter(text), "{:<11}{}\n", solver.name, solver.summary);
    fmt::format_to(std::back_inserter(text), "{:<11}guarantee {}; shapes: {}; motions: {}\n", "", solver.guarantee,
                   solver.shapes, solver.motions);
  }
  return text;
}

}  // namespace

void add_solvers_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("solvers", "Which solvers there are, what they take and what they promise");
  command.footer("\nexamples:\n  graze solvers\n  graze solvers --json | jq -r .[].name");
  const auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "print JSON");
  command.callback([json] { write_output(*json ? solvers_json() : table()); });
}

}  // namespace graze
