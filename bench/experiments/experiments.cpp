// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "experiments/cliffs/cliffs.hpp"
#include "experiments/encounters/encounters_report.hpp"
#include "experiments/experiments.hpp"
#include "experiments/pairs/convex_bench.hpp"
#include "experiments/pairs/drag_bench.hpp"
#include "experiments/pairs/features_bench.hpp"
#include "experiments/pairs/growth.hpp"
#include "experiments/pairs/redon_bench.hpp"
#include "experiments/pairs/simd_bench.hpp"
#include "experiments/pairs/surfaces_bench.hpp"
#include "experiments/systems/kaya_bench.hpp"
#include "experiments/systems/particles_bench.hpp"
#include "experiments/systems/planner_bench.hpp"
#include "experiments/systems/robot_bench.hpp"
#include "experiments/systems/scene_bench.hpp"
#include "experiments/systems/world_bench.hpp"
#include "peers/mesh_ccd_peer.hpp"

namespace graze {

namespace {

using bench::EncounterOptions;
using bench::EncounterResults;
using bench::GrowthOptions;
using bench::GrowthResults;

void print_written(const std::vector<std::filesystem::path>& paths) {
  for (const std::filesystem::path& path : paths) fmt::print("wrote {}\n", path.string());
}

// One of the experiments with random encounters.
void add_encounters(CLI::App& parent, const EncounterOptions& defaults, const std::string& description) {
  auto options = std::make_shared<EncounterOptions>(defaults);
  CLI::App* command = parent.add_subcommand(options->name, description);
  command->add_option("--trials", options->trials, "trials per pair and kind of encounter")->capture_default_str();
  command->add_option("--trial", options->only_trial, "run only the trial of this number");
  command->add_option("--seed", options->seed, "seed of the random trials")->capture_default_str();
  command->add_option("--tolerance", options->tolerance, "of the queries, in units")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--methods", options->methods, "solvers to ask")->delimiter(',')->capture_default_str();
  command->add_option("--pairs", options->pairs, "only these, as in cow-bunny,cube-cube")->delimiter(',');
  command->add_option("--models", options->models, "directory with cow.obj, fandisk.obj, stanford-bunny.obj and so on");
  command->add_option("--out,-o", options->out, "directory for the CSV and SVG files")->capture_default_str();
  command->add_option("--threads", options->threads, "for the timed queries (0: all cores)")->capture_default_str();
  command->add_option("--budget", options->budget_seconds, "seconds a query may take (0: no limit)")
      ->capture_default_str();
  command->add_option("--leaf-triangles", options->leaves.leaf_triangles, "most triangles in a leaf")
      ->capture_default_str();
  command->add_option("--leaf-size", options->leaves.leaf_size, "boxes this small are leaves (0: no limit)")
      ->capture_default_str();
  command->add_option("--capoeira-leaf-size", options->capoeira_leaves.leaf_size, "the same for Capoeira")
      ->capture_default_str();
  command->add_flag("!--no-truth", options->truth, "do not sample the flights for missed contacts");
  command->callback([options] {
    const EncounterResults results = bench::run_encounters(*options);
    fmt::print("{}", bench::encounter_text(results));
    print_written(bench::write_encounter_files(results));
    if (results.failures() > 0) throw CLI::RuntimeError(1);
  });
}

EncounterOptions peers_options() {
  EncounterOptions options;
  options.name = "peers";
  options.model_names = bench::model_names();
  options.encounters = {bench::slow_encounter(), bench::near_encounter(), bench::fast_encounter(),
                        bench::spin_encounter(), bench::pass_encounter()};
  options.trials = 4;
  options.tolerance = 1e-10;
  options.budget_seconds = 2.0;
  options.methods = {"directional", "d2m", "capoeira", "redon", "c2a"};
  for (const char* peer : {"fcl-ca", "fcl-10", "fcl-100", "fcl-1000"})
    if (bench::MeshCcdPeer::knows(peer)) options.methods.emplace_back(peer);
  return options;
}

void add_growth(CLI::App& parent) {
  auto options = std::make_shared<GrowthOptions>();
  CLI::App* command = parent.add_subcommand("growth", "cost against triangle count");
  command->add_option("--trials", options->trials, "motions at each size")->capture_default_str();
  command->add_option("--most", options->most_triangles, "largest triangle count of a body")->capture_default_str();
  command->add_option("--seed", options->seed, "seed of the random motions")->capture_default_str();
  command->add_option("--tolerance", options->tolerance, "of the queries, in units")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--methods", options->methods, "solvers to ask")->delimiter(',')->capture_default_str();
  command->add_option("--out,-o", options->out, "directory for the CSV and SVG files")->capture_default_str();
  command->callback([options] {
    const GrowthResults results = bench::run_growth_experiment(*options);
    fmt::print("{}", bench::growth_text(results));
    print_written(bench::write_growth_files(results));
    if (results.failures() > 0) throw CLI::RuntimeError(1);
  });
}

}  // namespace

void add_experiments(CLI::App& app) {
  app.require_subcommand(1);
  add_encounters(app, {}, "every pair of four models, two speeds, random trials");
  add_encounters(app, peers_options(), "all mesh solvers beside FCL: six models, five kinds of encounters");
  add_cliffs(app);
  add_growth(app);
  add_features_bench(app);
  add_redon_bench(app);
  add_convex_bench(app);
  add_drag_bench(app);
  add_simd_bench(app);
  add_scene_bench(app);
  add_robot_bench(app);
  add_surfaces_bench(app);
  add_planner_bench(app);
  add_world_bench(app);
  add_kaya_bench(app);
  add_particles_bench(app);
}

}  // namespace graze
