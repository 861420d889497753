// SPDX-License-Identifier: Apache-2.0
#include "experiments/systems/kaya_bench.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "harness/cpu_time.hpp"
#include "harness/progress.hpp"

namespace graze {
namespace bench {
namespace {

std::vector<EventMethod> chosen_methods(const KayaOptions& options) {
  std::vector<EventMethod> chosen;
  for (const EventMethod method : kEventMethods) {
    const auto& names = options.methods;
    if (names.empty() || std::find(names.begin(), names.end(), to_string(method)) != names.end())
      chosen.push_back(method);
  }
  return chosen;
}

std::uint64_t scene_seed(const KayaOptions& options, int particles, int repetition) {
  return options.seed + 1000U * static_cast<std::uint64_t>(particles) + static_cast<std::uint64_t>(repetition);
}

ParticleScene kaya_scene(int particles, std::uint64_t seed) {
  return make_particles({.count = static_cast<std::size_t>(particles), .seed = seed});
}

struct Timed {
  double seconds = 0.0;
  std::uint64_t collisions = 0, hash = 0;
  bool finished = true;
};

// Runs in pieces, and stops when the budget is spent.
Timed timed_run(const ParticleScene& scene, EventMethod method, const KayaOptions& options) {
  const double start = thread_cpu_microseconds();
  EventSimulator simulator(scene, {.method = method});
  Timed timed;
  std::uint64_t piece = 16;
  while (simulator.run_until(options.seconds, piece) == piece) {
    const double spent = 1e-6 * (thread_cpu_microseconds() - start);
    if (spent > options.cell_budget) {
      timed.finished = false;
      break;
    }
    piece = spent < 0.05 * options.cell_budget ? 2 * piece : piece;
  }
  timed.seconds = 1e-6 * (thread_cpu_microseconds() - start);
  timed.collisions = simulator.totals().collisions();
  timed.hash = simulator.totals().hash;
  return timed;
}

// One scene: the default method first, which tells how many collisions there are.
void add_scene(const ParticleScene& scene, KayaResults& results, KayaRow& row) {
  const Timed reference = timed_run(scene, EventMethod::Grid, results.options);
  const double share = 1.0 / results.options.repetitions;
  row.collisions += share * static_cast<double>(reference.collisions);
  for (std::size_t m = 0; m < results.methods.size(); ++m) {
    const bool again = results.methods[m] != EventMethod::Grid;
    const Timed timed = again ? timed_run(scene, results.methods[m], results.options) : reference;
    const double scale = timed.finished ? 1.0
                                        : static_cast<double>(reference.collisions) /
                                              static_cast<double>(std::max<std::uint64_t>(timed.collisions, 1));
    row.cells[m].seconds += share * scale * timed.seconds;
    row.cells[m].extrapolated = row.cells[m].extrapolated || !timed.finished;
    if (timed.finished && timed.hash != reference.hash) results.same = false;
  }
}

void run_steps(KayaResults& results) {
  const KayaOptions& options = results.options;
  results.steps = {{}};
  for (const double dt : {0.001, 0.005, 0.01, 0.03, 0.1, 1.0}) results.steps.push_back({.dt = dt});
  Progress progress("discrete time", results.steps.size() * static_cast<std::size_t>(options.repetitions));
  const double share = 1.0 / options.repetitions;
  for (int k = 0; k < options.repetitions; ++k) {
    const ParticleScene scene =
        kaya_scene(options.discrete_particles, scene_seed(options, options.discrete_particles, k));
    double collisions = 0.0;
    for (KayaStep& step : results.steps) {
      if (step.dt == 0.0) {
        KayaOptions to_the_end = options;
        to_the_end.cell_budget = HUGE_VAL;
        const Timed continuous = timed_run(scene, EventMethod::Grid, to_the_end);
        step.seconds += share * continuous.seconds;
        collisions = static_cast<double>(continuous.collisions);
      } else {
        const DiscreteTotals totals = run_discrete(scene, step.dt, options.seconds);
        step.seconds += share * totals.seconds;
        step.missed += share * static_cast<double>(totals.missed);
        step.fewer += share * (collisions - static_cast<double>(totals.pair_collisions + totals.wall_collisions));
      }
      progress.step();
    }
  }
}

}  // namespace

KayaResults run_kaya(const KayaOptions& options) {
  KayaResults results;
  results.options = options;
  results.methods = chosen_methods(options);
  // Once for nothing, so that the first scene does not pay for the program's own start.
  for (const EventMethod method : results.methods) timed_run(kaya_scene(8, options.seed), method, options);
  std::size_t sizes = 0;
  for (int n = 8; n <= options.most_particles; n *= 2) ++sizes;
  Progress progress("scenes", sizes * static_cast<std::size_t>(options.repetitions));
  for (int n = 8; n <= options.most_particles; n *= 2) {
    KayaRow row{n, 0.0, std::vector<KayaCell>(results.methods.size())};
    for (int k = 0; k < options.repetitions; ++k) {
      add_scene(kaya_scene(n, scene_seed(options, n, k)), results, row);
      progress.step();
    }
    results.rows.push_back(row);
  }
  if (options.discrete) run_steps(results);
  return results;
}

}  // namespace bench

void add_kaya_bench(CLI::App& bench) {
  auto options = std::make_shared<bench::KayaOptions>();
  CLI::App* command = bench.add_subcommand("kaya", "billiards of 8 to 2048 discs by every method; discrete time steps");
  command->add_option("--most", options->most_particles, "largest number of particles")
      ->check(CLI::Range(8, 1 << 20))
      ->capture_default_str();
  command->add_option("--repetitions", options->repetitions, "scenes of each size (the thesis: 100)")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--budget", options->cell_budget, "CPU seconds for one method on one scene; beyond, extrapolated")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--seconds", options->seconds, "simulated")->check(CLI::PositiveNumber)->capture_default_str();
  command->add_option("--seed", options->seed, "of the random scenes")->capture_default_str();
  command->add_option("--methods", options->methods, "only these")->delimiter(',');
  command->add_option("--discrete-particles", options->discrete_particles, "particles of the table of time steps")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_flag("!--no-discrete", options->discrete, "leave that table out");
  command->add_option("--out,-o", options->out, "directory for the CSV and SVG files")->capture_default_str();
  command->callback([options] {
    for (const std::string& name : options->methods)
      if (std::none_of(kEventMethods.begin(), kEventMethods.end(), [&](EventMethod m) { return to_string(m) == name; }))
        throw CLI::ValidationError("--methods", "there is no method " + name);
    const bench::KayaResults results = bench::run_kaya(*options);
    fmt::print("{}", bench::kaya_text(results));
    for (const std::filesystem::path& path : bench::write_kaya_files(results)) fmt::print("wrote {}\n", path.string());
    if (!results.same) throw CLI::RuntimeError(1);
  });
}

}  // namespace graze
