// SPDX-License-Identifier: Apache-2.0
#include "program/program.hpp"

#include <cstdio>
#include <exception>
#include <stdexcept>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/io.hpp>

#include "build_info.hpp"
#include "program/exit_codes.hpp"
#include "program/output.hpp"

namespace graze {
namespace {

int fail(const CLI::App& app, int code, std::string_view message) {
  // One line, whatever the message holds.
  std::string line(message);
  while (!line.empty() && line.back() == '\n') line.pop_back();
  for (char& c : line) {
    if (c == '\n') c = ' ';
  }
  fmt::print(stderr, "{}: {}\n", app.get_name(), line);
  return code;
}

// The parser's own words for a missing or misspelt command do not name it.
std::string command_fault(CLI::App& app, int argc, char** argv) {
  std::string known;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (argc > 1 && command->get_name() == argv[1]) return "";
    known += (known.empty() ? "" : ", ") + command->get_name();
  }
  if (argc < 2) return fmt::format("a command is needed ({}); see {} --help", known, app.get_name());
  return argv[1][0] == '-' ? "" : fmt::format("unknown command \"{}\" (expected one of {})", argv[1], known);
}

// Help and version requests end the parse as an error with code 0.
int finish(CLI::App& app, const CLI::ParseError& end) {
  if (const auto* request = dynamic_cast<const CLI::CallForVersion*>(&end)) {
    write_output(request->what());
    return kAnswered;
  }
  if (end.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(end);
  return fail(app, kBadInput, end.what());
}

int parse(CLI::App& app, int argc, char** argv) {
  if (const std::string fault = command_fault(app, argc, argv); !fault.empty()) return fail(app, kBadInput, fault);
  try {
    app.parse(argc, argv);
    return kAnswered;
  } catch (const CLI::RuntimeError& end) {
    return end.get_exit_code();
  } catch (const CLI::ParseError& end) {
    return finish(app, end);
  }
}

}  // namespace

std::string version_of(const std::string& program) {
  return fmt::format("{} {} ({})\ncompiler {}, {}\nflags    {}\ncpu      {}\n", program, build::kVersion,
                     build::kCommit, build::kCompiler, build::kBuildType, build::kFlags, build::kCpu);
}

int run_program(CLI::App& app, int argc, char** argv) {
  try {
    return parse(app, argc, argv);
  } catch (const InputError& error) {
    return fail(app, kBadInput, error.what());
  } catch (const std::invalid_argument& error) {
    return fail(app, kBadInput, error.what());
  } catch (const std::bad_alloc&) {
    return fail(app, kFailed, "out of memory");
  } catch (const std::exception& error) {
    return fail(app, kFailed, error.what());
  }
}

}  // namespace graze
