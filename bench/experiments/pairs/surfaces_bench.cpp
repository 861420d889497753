// SPDX-License-Identifier: Apache-2.0
#include "experiments/pairs/surfaces_bench.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/surface.hpp>
#include <graze/time_of_impact.hpp>

#include "experiments/encounters/summary.hpp"
#include "harness/cpu_time.hpp"
#include "harness/files.hpp"
#include "harness/progress.hpp"
#include "harness/provenance.hpp"
#include "harness/random.hpp"
#include "plot/plot.hpp"

namespace graze::bench {
namespace {

constexpr std::array kTolerances{1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10};
constexpr int kRepeats = 3;  // the best of so many counts: others use the machine too

struct SurfacesBenchOptions {
  std::size_t flights = 24;
  std::uint64_t seed = 1;
  std::filesystem::path out = ".";
};

struct SurfacePair {
  std::string name;
  Shape a, b;
};

std::vector<SurfacePair> surface_pairs() {
  const Shape torus = Shape::parametric(ParametricSurface::torus(0.8, 0.3));
  const Shape ring = Shape::implicit(ImplicitSurface::torus(0.8, 0.3));
  const Shape ellipsoid = Shape::parametric(ParametricSurface::ellipsoid({0.9, 0.6, 0.4}));
  const Shape cushion = Shape::parametric(ParametricSurface::superquadric({0.7, 0.6, 0.5}, 0.6, 0.7));
  const Shape blobs = Shape::implicit(ImplicitSurface::metaballs(
      {{{-0.5, 0, 0}, 1.0, 1.0}, {{0.4, 0.2, 0}, 0.9, 1.0}, {{0.1, -0.4, 0.4}, 0.8, 1.0}}, 0.25));
  const ImplicitSurface ball = ImplicitSurface::sphere(0.8);
  const Shape lens = Shape::implicit(ImplicitSurface::intersection_of(
      ball.placed({{0, 0, 0.5}, Quaternion::Identity()}), ball.placed({{0, 0, -0.5}, Quaternion::Identity()})));
  ControlGrid grid{4, 4, {}};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) grid.points.emplace_back(0.5 * i - 0.75, 0.5 * j - 0.75, (i - j) % 2 == 0 ? 0.3 : -0.3);
  const Shape sail = Shape::parametric(ParametricSurface::bezier(grid));
  return {{"torus, ellipsoid", torus, ellipsoid},
          {"implicit torus, ellipsoid", ring, ellipsoid},
          {"superquadric, metaballs", cushion, blobs},
          {"lens (boolean), torus", lens, torus},
          {"Bezier patch, ellipsoid", sail, ellipsoid},
          {"torus, mesh of 20 480 triangles", torus, Shape::mesh(make_icosphere(0.6, 5))},
          {"metaballs, box", blobs, Shape::box({1, 0.8, 0.6})}};
}

struct Cell {
  std::vector<double> microseconds, pairs;
  std::size_t impacts = 0, faults = 0;
};

struct SurfacesBenchResults {
  std::vector<SurfacePair> pairs;
  std::vector<std::array<Cell, kTolerances.size()>> cells;
  std::string hash;

  std::size_t faults() const {
    std::size_t sum = 0;
    for (const auto& row : cells)
      for (const Cell& cell : row) sum += cell.faults;
    return sum;
  }
};

// Towards each other, both turning; most of them meet.
std::pair<Motion, Motion> flight(std::uint64_t seed) {
  Random random(seed);
  const Vector3 from = 3.0 * random.direction();
  const Vector3 miss = random.uniform(0.0, 0.8) * random.direction();
  const Vector3 spin_a = random.uniform(0.0, 3.0) * random.direction();
  const Vector3 spin_b = random.uniform(0.0, 3.0) * random.direction();
  const Quaternion start_a = random.orientation();
  const Quaternion start_b = random.orientation();
  return {Motion::constant_velocity(Vector3::Zero(), start_a, Vector3::Zero(), spin_a),
          Motion::constant_velocity(from, start_b, 1.5 * (miss - from), spin_b)};
}

SurfacesBenchResults run(const SurfacesBenchOptions& options) {
  SurfacesBenchResults results;
  results.pairs = surface_pairs();
  results.cells.resize(results.pairs.size());
  ResultHash hash;
  Progress progress("flights", results.pairs.size() * options.flights);
  for (std::size_t p = 0; p < results.pairs.size(); ++p)
    for (std::size_t i = 0; i < options.flights; ++i) {
      const auto [motion_a, motion_b] = flight(derived_seed(options.seed, i));
      const Body a{results.pairs[p].a, motion_a};
      const Body b{results.pairs[p].b, motion_b};
      double coarser = 0.0;  // a finer answer does not come before a coarser one by more than that one's tolerance
      for (std::size_t k = 0; k < kTolerances.size(); ++k) {
        Query query;
        query.tolerance = kTolerances[k];
        Toi toi;
        double best = std::numeric_limits<double>::infinity();
        for (int repeat = 0; repeat < kRepeats; ++repeat) {
          const double start = thread_cpu_microseconds();
          toi = time_of_impact(a, b, query);
          best = std::min(best, thread_cpu_microseconds() - start);
        }
        Cell& cell = results.cells[p][k];
        cell.microseconds.push_back(best);
        cell.pairs.push_back(static_cast<double>(toi.statistics.node_tests));
        cell.impacts += toi.verdict == Verdict::Impact ? 1 : 0;
        const bool answered = toi.verdict == Verdict::Impact || toi.verdict == Verdict::Free;
        if (!answered || toi.safe_until() < coarser - kTolerances[k]) ++cell.faults;
        if (toi.verdict == Verdict::Impact) coarser = std::max(coarser, toi.safe_until());
        hash.add(toi.safe_until());
      }
      progress.step();
    }
  results.hash = hash.text();
  return results;
}

double median(std::vector<double> values) { return summarize(std::move(values)).median; }

std::string text_of(const SurfacesBenchResults& results) {
  std::string text = fmt::format("CPU ms a query, median (pairs of patches looked at)\n  {:<32}", "tolerance");
  for (const double tolerance : kTolerances) text += fmt::format(" {:>14g}", tolerance);
  text += "\n";
  for (std::size_t p = 0; p < results.pairs.size(); ++p) {
    text += fmt::format("  {:<32}", results.pairs[p].name);
    for (const Cell& cell : results.cells[p])
      text += fmt::format(" {:>6.2f} ({:>5.0f})", median(cell.microseconds) * 1e-3, median(cell.pairs));
    text += "\n";
  }
  return text + fmt::format("answers that are none, or earlier than a coarser one: {}\nresult hash {}\n",
                            results.faults(), results.hash);
}

std::string csv_of(const SurfacesBenchResults& results, const SurfacesBenchOptions& options) {
  std::string text = provenance_lines();
  text += fmt::format("# experiment: surfaces; seed {}; {} flights a pair\n# time: thread CPU time, best of {}\n",
                      options.seed, options.flights, kRepeats);
  text += fmt::format("# result hash: {}\n", results.hash);
  text += "pair,tolerance,impacts,ms_median,ms_mean,ms_max,patch_pairs_median,patch_pairs_max\n";
  for (std::size_t p = 0; p < results.pairs.size(); ++p)
    for (std::size_t k = 0; k < kTolerances.size(); ++k) {
      const Cell& cell = results.cells[p][k];
      const Summary time = summarize(cell.microseconds);
      const Summary work = summarize(cell.pairs);
      text += fmt::format("\"{}\",{:g},{},{:.4g},{:.4g},{:.4g},{},{}\n", results.pairs[p].name, kTolerances[k],
                          cell.impacts, time.median * 1e-3, time.mean * 1e-3, time.max * 1e-3, work.median, work.max);
    }
  return text;
}

LinePlot plot_of(const SurfacesBenchResults& results, const SurfacesBenchOptions& options) {
  LinePlot plot;
  plot.title = "Curved surfaces: cost by tolerance";
  plot.subtitle = fmt::format("first contact, {} flights a pair, one thread of {}", options.flights, cpu_name());
  plot.x = {"tolerance (units; the bodies are about 1)", Scale::Log};
  plot.y = {"CPU ms a query, median", Scale::Linear};
  for (std::size_t p = 0; p < results.pairs.size(); ++p) {
    LineSeries line{results.pairs[p].name, {}, false};
    for (std::size_t k = 0; k < kTolerances.size(); ++k)
      line.points.emplace_back(kTolerances[k], median(results.cells[p][k].microseconds) * 1e-3);
    plot.series.push_back(std::move(line));
  }
  return plot;
}

}  // namespace
}  // namespace graze::bench

namespace graze {

void add_surfaces_bench(CLI::App& bench) {
  auto options = std::make_shared<bench::SurfacesBenchOptions>();
  CLI::App* command =
      bench.add_subcommand("surfaces", "parametric and implicit surfaces: cost of a query by tolerance");
  command->add_option("--flights", options->flights, "random ones, for each pair")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--seed", options->seed, "of the flights")->capture_default_str();
  command->add_option("--out,-o", options->out, "directory for the CSV and SVG files")->capture_default_str();
  command->callback([options] {
    const bench::SurfacesBenchResults results = bench::run(*options);
    fmt::print("{}", bench::text_of(results));
    for (const auto& [name, text] :
         {std::pair<const char*, std::string>{"surfaces.csv", bench::csv_of(results, *options)},
          {"surfaces.svg", to_svg(bench::plot_of(results, *options))}}) {
      bench::write_file(options->out / name, text);
      fmt::print("wrote {}\n", (options->out / name).string());
    }
    if (results.faults() > 0) throw CLI::RuntimeError(1);
  });
}

}  // namespace graze
