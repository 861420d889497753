// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <stdexcept>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/io.hpp>

#include "bench.hpp"
#include "build_info.hpp"
#include "commands.hpp"
#include "exit_codes.hpp"
#include "output.hpp"

namespace graze {
namespace {

constexpr const char* kExamples = R"(
examples:
  graze demo                                two detailed spinning meshes, and what the answer means
  graze toi scenes/hammer.json              first contact of the two bodies of a query file
  graze toi a.obj b.obj --velocity-b -1,0,0 first contact of two meshes
  graze scene scenes/falling_rocks.json     first impact among many bodies
  graze check robot.urdf path.csv cell.json is a robot's path free?
  graze simulate scenes/worlds/tumble.json  a world of rigid bodies that never intersect
  graze batch queries.jsonl -o answers.jsonl many queries, on all cores
  graze mesh model.obj                      what is this mesh?
  graze view FILE                           looks at a page, a log or a table in the browser
  graze selftest                            does this build keep its bounds on this machine?
  graze COMMAND --help                      the options of a command

exit codes: 0 answered, 2 bad input (one line on stderr), 3 undecided (out of budget),
            4 checked and does not hold (simulate --check, selftest))";

std::string version() {
  return fmt::format("graze {} ({})\ncompiler {}, {}\nflags    {}\ncpu      {}\n", build::kVersion, build::kCommit,
                     build::kCompiler, build::kBuildType, build::kFlags, build::kCpu);
}

int fail(int code, std::string_view message) {
  // One line, whatever the message holds.
  std::string line(message);
  while (!line.empty() && line.back() == '\n') line.pop_back();
  for (char& c : line) {
    if (c == '\n') c = ' ';
  }
  fmt::print(stderr, "graze: {}\n", line);
  return code;
}

// The parser's own words for a missing or misspelt command do not name it.
std::string command_fault(CLI::App& app, int argc, char** argv) {
  std::string known;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (argc > 1 && command->get_name() == argv[1]) return "";
    known += (known.empty() ? "" : ", ") + command->get_name();
  }
  if (argc < 2) return "a command is needed (" + known + "); see graze --help";
  return argv[1][0] == '-' ? "" : fmt::format("unknown command \"{}\" (expected one of {})", argv[1], known);
}

// Help and version requests end the parse as an error with code 0.
int finish(CLI::App& app, const CLI::ParseError& end) {
  if (const auto* request = dynamic_cast<const CLI::CallForVersion*>(&end)) {
    write_output(request->what());
    return kAnswered;
  }
  if (end.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(end);
  return fail(kBadInput, end.what());
}

int run(int argc, char** argv) {
  CLI::App app("Graze: moving bodies, when do they first touch? A certified answer.", "graze");
  app.set_version_flag("--version", version);
  add_toi_command(app);
  add_scene_command(app);
  add_check_command(app);
  add_batch_command(app);
  add_distance_command(app);
  add_features_command(app);
  add_particles_command(app);
  add_simulate_command(app);
  add_mesh_command(app);
  add_solvers_command(app);
  add_demo_command(app);
  add_view_command(app);
  add_export_command(app);
  add_selftest_command(app);
  add_bench_command(app);
  app.footer(kExamples);  // last: commands would inherit it
  if (const std::string fault = command_fault(app, argc, argv); !fault.empty()) return fail(kBadInput, fault);
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
}  // namespace graze

int main(int argc, char** argv) {
  using graze::fail;
  try {
    return graze::run(argc, argv);
  } catch (const graze::InputError& error) {
    return fail(graze::kBadInput, error.what());
  } catch (const std::invalid_argument& error) {
    return fail(graze::kBadInput, error.what());
  } catch (const std::bad_alloc&) {
    return fail(graze::kFailed, "out of memory");
  } catch (const std::exception& error) {
    return fail(graze::kFailed, error.what());
  }
}
