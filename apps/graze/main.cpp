// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>

#include "commands/commands.hpp"
#include "program/program.hpp"

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

int run(int argc, char** argv) {
  CLI::App app("Graze: moving bodies, when do they first touch? A certified answer.", "graze");
  app.set_version_flag("--version", [] { return version_of("graze"); });
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
  return run_program(app, argc, argv);
}

}  // namespace
}  // namespace graze

int main(int argc, char** argv) { return graze::run(argc, argv); }
