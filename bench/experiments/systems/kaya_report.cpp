// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "experiments/systems/kaya_bench.hpp"
#include "harness/files.hpp"
#include "harness/provenance.hpp"
#include "plot/plot.hpp"

namespace graze::bench {
namespace {

// Tables 5.1 and 5.2 of the thesis: Intel i7-2630QM, 2 GHz.
struct ThesisRow {
  int particles;
  double collisions, all_pairs, bvh;
};
constexpr ThesisRow kThesis[] = {{8, 52.28, 0.000193307, 0.000337453},      {16, 213.15, 0.001134925, 0.000512313},
                                 {32, 628.46, 0.009495239, 0.005448446},    {64, 1700.78, 0.091004501, 0.032925012},
                                 {128, 4670.91, 1.009229282, 0.172442404},  {256, 12138.45, 9.716522560, 1.101287737},
                                 {512, 33332.82, 105.5300373, 6.773387463}, {1024, 89060.59, 1273.946865, 46.33965052},
                                 {2048, 246636.2, 13085.64345, 264.8951511}};
struct ThesisStep {
  double dt, seconds, missed;
};
constexpr ThesisStep kThesisSteps[] = {
    {0.0, 46.33965052, 0.0},     {0.001, 236.7274949, 0.17},  {0.005, 57.51156817, 1.93},  {0.01, 29.52776001, 32.87},
    {0.03, 13.82739977, 156.06}, {0.1, 5.480592384, 3416.14}, {1.0, 1.893161469, 87281.33}};

const ThesisRow* thesis_row(int particles) {
  for (const ThesisRow& row : kThesis)
    if (row.particles == particles) return &row;
  return nullptr;
}

std::string cell_text(const KayaCell& cell) {
  return fmt::format("{}{:.6g}", cell.extrapolated ? "~" : "", cell.seconds);
}

std::string table_of_sizes(const KayaResults& results) {
  std::string text =
      fmt::format("Table 5.1: CPU seconds for {:g} simulated, means over {} scenes (~: extrapolated per collision)\n",
                  results.options.seconds, results.options.repetitions);
  text += fmt::format("{:>6}{:>12}{:>12}", "n", "collisions", "thesis");
  for (const EventMethod method : results.methods) text += fmt::format("{:>17}", to_string(method));
  text += fmt::format("{:>20}{:>14}\n", "thesis: all pairs", "thesis: bvh");
  for (const KayaRow& row : results.rows) {
    const ThesisRow* thesis = thesis_row(row.particles);
    text += fmt::format("{:>6}{:>12.2f}{:>12}", row.particles, row.collisions,
                        thesis != nullptr ? fmt::format("{:.2f}", thesis->collisions) : "");
    for (const KayaCell& cell : row.cells) text += fmt::format("{:>17}", cell_text(cell));
    if (thesis != nullptr) text += fmt::format("{:>20.6g}{:>14.6g}", thesis->all_pairs, thesis->bvh);
    text += "\n";
  }
  return text;
}

// By what factor the thesis's method is ahead of all pairs, here and there, at the largest size.
std::string factor_text(const KayaResults& results) {
  const auto find = [&](EventMethod method) {
    for (std::size_t m = 0; m < results.methods.size(); ++m)
      if (results.methods[m] == method) return results.rows.back().cells[m].seconds;
    return 0.0;
  };
  const double all_pairs = find(EventMethod::AllPairs);
  const double bvh = find(EventMethod::AdaptiveBvh);
  const ThesisRow* thesis = thesis_row(results.rows.back().particles);
  if (all_pairs == 0.0 || bvh == 0.0 || thesis == nullptr) return "";
  return fmt::format("n = {}: the adaptive hierarchy is {:.3g} times as fast as all pairs (thesis: {:.3g})\n",
                     results.rows.back().particles, all_pairs / bvh, thesis->all_pairs / thesis->bvh);
}

std::string table_of_steps(const KayaResults& results) {
  std::string text = fmt::format("Table 5.2: discrete time, {} particles\n{:>12}{:>14}{:>12}{:>12}{:>18}{:>16}\n",
                                 results.options.discrete_particles, "dt", "CPU seconds", "missed", "fewer",
                                 "thesis: seconds", "thesis: missed");
  for (std::size_t k = 0; k < results.steps.size(); ++k) {
    const KayaStep& step = results.steps[k];
    text += fmt::format("{:>12}{:>14.6g}{:>12.2f}{:>12.2f}{:>18.6g}{:>16.2f}\n",
                        step.dt > 0.0 ? fmt::format("{:g}", step.dt) : "continuous", step.seconds, step.missed,
                        step.fewer, kThesisSteps[k].seconds, kThesisSteps[k].missed);
  }
  return text;
}

std::string sizes_csv(const KayaResults& results) {
  std::string text = provenance_lines();
  fmt::format_to(std::back_inserter(text),
                 "# experiment: kaya; seed {}; {} scenes of each size; {} simulated seconds\n", results.options.seed,
                 results.options.repetitions, results.options.seconds);
  text += "particles,collisions,method,cpu_seconds,extrapolated\n";
  for (const KayaRow& row : results.rows)
    for (std::size_t m = 0; m < row.cells.size(); ++m)
      fmt::format_to(std::back_inserter(text), "{},{},{},{},{}\n", row.particles, row.collisions,
                     to_string(results.methods[m]), row.cells[m].seconds, row.cells[m].extrapolated ? 1 : 0);
  return text;
}

std::string steps_csv(const KayaResults& results) {
  std::string text = provenance_lines() + "dt,cpu_seconds,missed,fewer_collisions\n";
  for (const KayaStep& step : results.steps)
    fmt::format_to(std::back_inserter(text), "{},{},{},{}\n", step.dt, step.seconds, step.missed, step.fewer);
  return text;
}

// Guides through the last point of a series: n^2 events' worth and n log n.
LineSeries guide(const std::string& name, const LineSeries& through, double (*growth)(double)) {
  LineSeries series{name, {}, true};
  const auto& [last_n, last_seconds] = through.points.back();
  for (const auto& [n, seconds] : through.points)
    series.points.emplace_back(n, last_seconds * growth(n) / growth(last_n));
  return series;
}

std::string figure(const KayaResults& results) {
  LinePlot plot{"Billiards by every method",
                fmt::format("CPU seconds for {:g} simulated; guides for a cost per event of n² and of n log n",
                            results.options.seconds),
                {"particles", Scale::Log},
                {"seconds", Scale::Log},
                {}};
  for (std::size_t m = 0; m < results.methods.size(); ++m) {
    LineSeries series{std::string(to_string(results.methods[m])), {}};
    for (const KayaRow& row : results.rows) series.points.emplace_back(row.particles, row.cells[m].seconds);
    plot.series.push_back(series);
  }
  // The number of events grows with n^1.5: density and speed across the box are kept.
  const LineSeries first = plot.series.front();
  plot.series.push_back(guide("n² per event", first, [](double n) { return std::pow(n, 3.5); }));
  for (std::size_t m = 0; m < results.methods.size(); ++m)
    if (results.methods[m] == EventMethod::AdaptiveBvh)
      plot.series.push_back(
          guide("n log n per event", plot.series[m], [](double n) { return std::pow(n, 2.5) * std::log(n); }));
  return to_svg(plot);
}

}  // namespace

std::string kaya_text(const KayaResults& results) {
  std::string text = table_of_sizes(results) + factor_text(results);
  if (!results.steps.empty()) text += table_of_steps(results);
  return text +
         (results.same ? "all methods that finished gave the same events\n" : "methods DIFFER in their events\n");
}

std::vector<std::filesystem::path> write_kaya_files(const KayaResults& results) {
  const std::filesystem::path& out = results.options.out;
  std::vector<std::filesystem::path> written{out / "kaya.csv", out / "kaya.svg"};
  write_file(written[0], sizes_csv(results));
  write_file(written[1], figure(results));
  if (results.steps.empty()) return written;
  written.push_back(out / "kaya-discrete.csv");
  write_file(written.back(), steps_csv(results));
  return written;
}

}  // namespace graze::bench
