// SPDX-License-Identifier: Apache-2.0
// graze-bench EXPERIMENT [OPTIONS]: what `graze bench` starts.
#include <CLI/CLI.hpp>

#include "experiments/experiments.hpp"
#include "program/program.hpp"

int main(int argc, char** argv) {
  CLI::App app("Runs an experiment: tables, CSV files and SVG figures.", "graze bench");
  app.set_version_flag("--version", [] { return graze::version_of("graze-bench"); });
  graze::add_experiments(app);
  return graze::run_program(app, argc, argv);
}
