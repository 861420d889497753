// SPDX-License-Identifier: Apache-2.0
// graze export: the events of a run as CSV.
#include <cerrno>
#include <fstream>
#include <memory>
#include <system_error>

#include <CLI/CLI.hpp>

#include "commands/commands.hpp"
#include "program/output.hpp"
#include "reports/event_csv.hpp"

namespace graze {
namespace {

constexpr const char* kExportExamples = R"(
examples:
  graze particles 100 --time 1 --log run.grz && graze export run.grz -o events.csv
  graze simulate scene.json -o run.grw && graze export run.grw -o impacts.csv)";

struct ExportOptions {
  std::string run, output;
};

void write_events(const std::string& run, const TextSink& sink) {
  if (is_world_run(run))
    write_event_csv(read_world_run(run), sink);
  else
    write_event_csv(read_particle_run(run), sink);
}

void run_export(const ExportOptions& options) {
  if (options.output.empty()) {
    write_events(options.run, write_output);
    return;
  }
  std::ofstream file;
  // Only once the run is read: one that is refused leaves no file.
  write_events(options.run, [&](std::string_view text) {
    if (!file.is_open()) file.open(options.output, std::ios::binary | std::ios::trunc);
    if (!file.write(text.data(), static_cast<std::streamsize>(text.size())))
      throw std::system_error(errno, std::generic_category(), "cannot write " + options.output);
  });
  file.close();
  if (!file) throw std::system_error(errno, std::generic_category(), "cannot write " + options.output);
}

}  // namespace

void add_export_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("export", "Writes the events of a run as CSV");
  const auto options = std::make_shared<ExportOptions>();
  command.footer(kExportExamples);
  command.add_option("RUN", options->run, "an event log of particles, or a run of a world")
      ->required()
      ->type_name("RUN");
  command.add_option("-o,--output", options->output, "the table (default: standard output)")->type_name("FILE.csv");
  command.callback([options] { run_export(*options); });
}

}  // namespace graze
