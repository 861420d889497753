// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "experiments/pairs/redon_bench.hpp"
#include "harness/files.hpp"
#include "harness/provenance.hpp"
#include "plot/plot.hpp"

namespace graze {
namespace bench {

namespace {

using Member = double RedonWork::*;

double total(const RedonVariant& variant, Member member) {
  double sum = 0.0;
  for (const RedonWork& work : variant.work) sum += work.*member;
  return sum;
}

// Of the sums over all queries, to those of the first variant.
double ratio(const RedonBenchResults& results, const RedonVariant& variant, Member member) {
  const double reference = total(results.variants[0], member);
  return reference > 0 ? total(variant, member) / reference : 0.0;
}

// Query by query.
Summary ratios(const RedonBenchResults& results, const RedonVariant& variant, Member member) {
  std::vector<double> samples;
  for (std::size_t i = 0; i < variant.work.size(); ++i) {
    const double reference = results.variants[0].work[i].*member;
    if (reference > 0 && variant.work[i].*member > 0) samples.push_back(variant.work[i].*member / reference);
  }
  return summarize(samples);
}

std::string setting(const RedonBenchResults& results) {
  return fmt::format("{}; {} flights; tolerance {:g}; {}", fmt::join(results.options.pairs, ", "),
                     results.variants[0].work.size(), results.options.tolerance, cpu_name());
}

BoxPlot plot_of(const RedonBenchResults& results) {
  BoxPlot plot;
  plot.title = "What each optimisation of Redon's method buys";
  plot.subtitle = setting(results);
  plot.y = {"work, relative to the default", Scale::Log};
  plot.names = {"box tests", "feature tests", "time"};
  for (std::size_t i = 1; i < results.variants.size(); ++i) {
    const RedonVariant& variant = results.variants[i];
    plot.groups.push_back(
        {variant.name,
         {ratios(results, variant, &RedonWork::node_tests), ratios(results, variant, &RedonWork::feature_tests),
          ratios(results, variant, &RedonWork::milliseconds)}});
  }
  plot.reference = {1.0, "default"};
  return plot;
}

std::string csv(const RedonBenchResults& results) {
  std::string text = provenance_lines();
  text += fmt::format("# experiment: redon; seed {}; {}\n# time: thread CPU time, each query once\n",
                      results.options.seed, setting(results));
  text += fmt::format("# result hash: {}\nvariant,query,verdict,time_lo,node_tests,feature_tests,root_iterations,ms\n",
                      results.hash);
  for (const RedonVariant& variant : results.variants)
    for (std::size_t i = 0; i < variant.work.size(); ++i)
      text += fmt::format("{},{},{},{:.17g},{},{},{},{:.5g}\n", variant.name, i, to_string(variant.answers[i].verdict),
                          variant.answers[i].safe_until(), variant.work[i].node_tests, variant.work[i].feature_tests,
                          variant.work[i].root_iterations, variant.work[i].milliseconds);
  return text;
}

}  // namespace

std::string redon_bench_text(const RedonBenchResults& results) {
  const RedonVariant& reference = results.variants[0];
  const double count = static_cast<double>(std::max<std::size_t>(1, reference.work.size()));
  std::string text = fmt::format(
      "{}\ndefault, mean of a query: {:.0f} box tests, {:.0f} feature tests, {:.0f} intervals, {:.2f} ms\n"
      "  {:<20} {:>10} {:>14} {:>10} {:>8} {:>10} {:>9}\n",
      setting(results), total(reference, &RedonWork::node_tests) / count,
      total(reference, &RedonWork::feature_tests) / count, total(reference, &RedonWork::root_iterations) / count,
      total(reference, &RedonWork::milliseconds) / count, "relative to it", "box tests", "feature tests", "intervals",
      "time", "undecided", "disagree");
  for (const RedonVariant& variant : results.variants)
    text +=
        fmt::format("  {:<20} {:>10.2f} {:>14.2f} {:>10.2f} {:>8.2f} {:>10} {:>9}\n", variant.name,
                    ratio(results, variant, &RedonWork::node_tests), ratio(results, variant, &RedonWork::feature_tests),
                    ratio(results, variant, &RedonWork::root_iterations),
                    ratio(results, variant, &RedonWork::milliseconds), variant.undecided, variant.disagree);
  return text + fmt::format("result hash {}\n", results.hash);
}

std::vector<std::filesystem::path> write_redon_files(const RedonBenchResults& results) {
  const std::filesystem::path& out = results.options.out;
  write_file(out / "redon.csv", csv(results));
  write_file(out / "redon.svg", to_svg(plot_of(results)));
  return {out / "redon.csv", out / "redon.svg"};
}

}  // namespace bench

void add_redon_bench(CLI::App& parent) {
  auto options = std::make_shared<bench::RedonBenchOptions>();
  CLI::App* command = parent.add_subcommand("redon", "what each optimisation of redon buys");
  command->add_option("--trials", options->trials, "trials per pair and speed")->capture_default_str();
  command->add_option("--seed", options->seed, "seed of the random trials")->capture_default_str();
  command->add_option("--tolerance", options->tolerance, "of the queries, in units")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--budget", options->budget_seconds, "seconds a query may take (0: no limit)")
      ->capture_default_str();
  command->add_option("--pairs", options->pairs, "as in cow-bunny,cube-cube")->delimiter(',')->capture_default_str();
  command->add_option("--models", options->models, "directory with cow.obj, fandisk.obj, stanford-bunny.obj");
  command->add_option("--out,-o", options->out, "directory for the CSV and SVG files")->capture_default_str();
  command->callback([options] {
    const bench::RedonBenchResults results = bench::run_redon_bench(*options);
    fmt::print("{}", bench::redon_bench_text(results));
    for (const std::filesystem::path& path : bench::write_redon_files(results)) fmt::print("wrote {}\n", path.string());
    if (results.failures() > 0) throw CLI::RuntimeError(1);
  });
}

}  // namespace graze
