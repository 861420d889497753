// SPDX-License-Identifier: Apache-2.0
#include "experiments/systems/particles_bench.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "harness/cpu_time.hpp"
#include "harness/files.hpp"
#include "harness/progress.hpp"
#include "harness/provenance.hpp"
#include "plot/plot.hpp"

namespace graze {
namespace bench {
namespace {

struct Fluid {
  int dimension;
  double packing;
};
constexpr Fluid kFluids[] = {{2, 0.12}, {2, 0.5}, {3, 0.26}, {3, 0.49}};

double cpu_seconds() { return 1e-6 * thread_cpu_microseconds(); }

ParticleScene fluid_scene(const Fluid& fluid, std::size_t count, std::uint64_t seed) {
  ParticleSetup setup{.count = count, .dimension = fluid.dimension, .packing = fluid.packing, .periodic = true};
  setup.smallest_radius = setup.largest_radius = 0.5;
  setup.velocities = ParticleSetup::Velocities::Maxwell;
  setup.seed = seed;
  return make_particles(setup);
}

ParticlesBenchRow run_once(const Fluid& fluid, std::size_t count, EventMethod method,
                           const ParticlesBenchOptions& options) {
  ParticlesBenchRow row{fluid.dimension, fluid.packing, count, method};
  const double start = cpu_seconds();
  const ParticleScene scene = fluid_scene(fluid, count, options.seed);
  EventSimulator simulator(scene, {.method = method});
  row.setup_seconds = cpu_seconds() - start;
  const auto events =
      static_cast<std::uint64_t>(std::max(300000.0, options.collisions_per_particle * static_cast<double>(count)));
  simulator.run_until(HUGE_VAL, events / 2);
  const std::uint64_t before = simulator.totals().collisions();
  const double settled = cpu_seconds();
  simulator.run_until(HUGE_VAL, events);
  row.collisions_per_second = static_cast<double>(simulator.totals().collisions() - before) / (cpu_seconds() - settled);
  row.bytes_per_particle = simulator.bytes_per_particle();
  row.max_contact_error = simulator.totals().max_contact_error;
  row.hash = simulator.totals().hash;
  return row;
}

ParticlesBenchRow best_of(const Fluid& fluid, std::size_t count, EventMethod method,
                          const ParticlesBenchOptions& options) {
  ParticlesBenchRow best = run_once(fluid, count, method, options);
  for (int k = 1; k < options.repeat; ++k) {
    const ParticlesBenchRow row = run_once(fluid, count, method, options);
    if (row.collisions_per_second > best.collisions_per_second) best = row;
  }
  return best;
}

std::string csv(const ParticlesBenchResults& results) {
  std::string text = provenance_lines();
  fmt::format_to(std::back_inserter(text), "# experiment: particles; seed {}; best of {} runs\n", results.options.seed,
                 results.options.repeat);
  text +=
      "dimension,packing,particles,method,setup_cpu_seconds,collisions_per_cpu_second,bytes_per_particle,"
      "max_contact_error,hash\n";
  for (const ParticlesBenchRow& row : results.rows)
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{},{:016x}\n", row.dimension, row.packing,
                   row.particles, to_string(row.method), row.setup_seconds, row.collisions_per_second,
                   row.bytes_per_particle, row.max_contact_error, row.hash);
  return text;
}

std::string figure(const ParticlesBenchResults& results) {
  LinePlot plot{"Collisions a second",
                "periodic boxes, one thread, CPU time; dashed: cells and a plain binary heap",
                {"particles", Scale::Log},
                {"collisions a second", Scale::Log},
                {}};
  for (const Fluid& fluid : kFluids)
    for (const EventMethod method : {EventMethod::Grid, EventMethod::CellHeap}) {
      LineSeries series{fmt::format("{}-D {:g}, {}", fluid.dimension, fluid.packing, to_string(method)),
                        {},
                        method == EventMethod::CellHeap};
      for (const ParticlesBenchRow& row : results.rows)
        if (row.dimension == fluid.dimension && row.packing == fluid.packing && row.method == method)
          series.points.emplace_back(static_cast<double>(row.particles), row.collisions_per_second);
      if (!series.points.empty()) plot.series.push_back(series);
    }
  return to_svg(plot);
}

}  // namespace

ParticlesBenchResults run_particles_bench(const ParticlesBenchOptions& options) {
  ParticlesBenchResults results;
  results.options = options;
  std::vector<std::size_t> counts;
  for (std::size_t n = 1000; n <= options.most_particles; n *= 10) counts.push_back(n);
  Progress progress("fluids", std::size(kFluids) * counts.size());
  for (const Fluid& fluid : kFluids)
    for (const std::size_t count : counts) {
      results.rows.push_back(best_of(fluid, count, EventMethod::Grid, options));
      if (options.baseline) {
        const std::uint64_t expected = results.rows.back().hash;
        results.rows.push_back(best_of(fluid, count, EventMethod::CellHeap, options));
        results.same = results.same && results.rows.back().hash == expected;
      }
      progress.step();
    }
  return results;
}

std::string particles_bench_text(const ParticlesBenchResults& results) {
  std::string text = fmt::format("{:>4}{:>9}{:>11}  {:<11}{:>11}{:>16}{:>10}{:>15}\n", "dim", "packing", "particles",
                                 "method", "setup s", "M collisions/s", "bytes", "contact error");
  for (const ParticlesBenchRow& row : results.rows)
    text += fmt::format("{:>4}{:>9}{:>11}  {:<11}{:>11.3f}{:>16.4f}{:>10.0f}{:>15.2g}\n", row.dimension, row.packing,
                        row.particles, to_string(row.method), row.setup_seconds, 1e-6 * row.collisions_per_second,
                        row.bytes_per_particle, row.max_contact_error);
  if (!results.same) text += "methods DIFFER in their events\n";
  return text;
}

std::vector<std::filesystem::path> write_particles_bench(const ParticlesBenchResults& results) {
  const std::filesystem::path& out = results.options.out;
  write_file(out / "particles.csv", csv(results));
  write_file(out / "particles.svg", figure(results));
  return {out / "particles.csv", out / "particles.svg"};
}

}  // namespace bench

void add_particles_bench(CLI::App& bench) {
  auto options = std::make_shared<bench::ParticlesBenchOptions>();
  CLI::App* command =
      bench.add_subcommand("particles", "speed of hard discs and spheres, from a thousand to a million");
  command->add_option("--most", options->most_particles, "largest number of particles")
      ->check(CLI::Range(1000, 100000000))
      ->capture_default_str();
  command->add_option("--collisions", options->collisions_per_particle, "timed, per particle (at least 300000 in all)")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--repeat", options->repeat, "the best of this many runs counts")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--seed", options->seed, "of the initial states")->capture_default_str();
  command->add_flag("!--no-baseline", options->baseline, "leave the plain binary heap out");
  command->add_option("--out,-o", options->out, "directory for the CSV and SVG files")->capture_default_str();
  command->callback([options] {
    const bench::ParticlesBenchResults results = bench::run_particles_bench(*options);
    fmt::print("{}", bench::particles_bench_text(results));
    for (const std::filesystem::path& path : bench::write_particles_bench(results))
      fmt::print("wrote {}\n", path.string());
    if (!results.same) throw CLI::RuntimeError(1);
  });
}

}  // namespace graze
