// SPDX-License-Identifier: Apache-2.0
#include "experiments/cliffs/cliffs.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <graze/io.hpp>

#include "harness/cpu_time.hpp"
#include "harness/parallel.hpp"
#include "harness/progress.hpp"

namespace graze {
namespace bench {

namespace {

// Queries shorter than this are asked again, and the shortest time counts: one reading of them is mostly noise.
constexpr double kShortCliff = 1000.0;
constexpr int kCliffRepeats = 4;
// A method after the first that ran out of its budget so often in a family is not asked there again.
constexpr int kPatience = 3;

std::vector<CliffFamily> families_of(const CliffsOptions& options) {
  std::vector<CliffFamily> chosen;
  for (const CliffFamily& family : cliff_families()) {
    const bool named = std::ranges::find(options.families, family.name) != options.families.end();
    if (named || options.families.empty()) chosen.push_back(family);
  }
  for (const std::string& name : options.families) {
    if (std::ranges::find(cliff_families(), name, &CliffFamily::name) != cliff_families().end()) continue;
    std::vector<std::string_view> known;
    for (const CliffFamily& family : cliff_families()) known.push_back(family.name);
    throw InputError(fmt::format("--families: no family '{}'; there are {}", name, fmt::join(known, ", ")));
  }
  return chosen;
}

// How often each method ran out of its budget in a family.
class Patience {
 public:
  explicit Patience(std::size_t methods) : undecided_(methods, 0) {}

  bool is_over(std::size_t method) const { return method > 0 && undecided_[method] >= kPatience; }
  void note(std::size_t method, const CliffAnswer& answer) {
    undecided_[method] += answer.asked && answer.toi.verdict == Verdict::Undecided ? 1 : 0;
  }

 private:
  std::vector<int> undecided_;
};

CliffAnswer ask(const Cliff& cliff, const Solver& solver, const Query& query) {
  CliffAnswer answer;
  if (!solver.supports(cliff.a, cliff.b)) return answer;
  answer.asked = true;
  // A hierarchy that is made by the first question is not on the clock.
  time_of_impact({cliff.a.shape, {}}, {cliff.b.shape, Motion::still({1e3, 0.0, 0.0})}, {.window = {0.0, 0.0}}, solver);
  const auto timed = [&] {
    const double start = thread_cpu_microseconds();
    answer.toi = time_of_impact(cliff.a, cliff.b, query, solver);
    return thread_cpu_microseconds() - start;
  };
  answer.microseconds = timed();
  for (int i = 0; i < kCliffRepeats && answer.microseconds < kShortCliff; ++i)
    answer.microseconds = std::min(answer.microseconds, timed());
  return answer;
}

Query query_of(const Cliff& cliff, const CliffsOptions& options) {
  Query query;
  query.window = cliff.window;
  query.tolerance = options.tolerance;
  query.budget.seconds = options.budget_seconds;
  return query;
}

// Of the query that takes the first method longest, if it decides some. `first` is the family's first row.
void add_curve(const CliffFamily& family, const std::vector<Cliff>& cliffs, std::size_t first, CliffsResults& results) {
  const Cliff* dearest = nullptr;
  const CliffAnswer* most = nullptr;
  for (std::size_t i = 0; i < cliffs.size(); ++i) {
    const CliffAnswer& answer = results.rows[first + i].answers[0];
    if (!answer.asked || answer.toi.verdict == Verdict::Undecided) continue;
    if (most != nullptr && answer.microseconds <= most->microseconds) continue;
    dearest = &cliffs[i];
    most = &answer;
  }
  if (most == nullptr) return;
  const Solver solver = Solver::named(results.options.methods[0]);
  results.curves.push_back(
      budget_curve(std::string(family.name), *dearest, query_of(*dearest, results.options), solver, most->toi));
}

// The queries one by one, each by every method; then judged, on all cores.
void run_family(const CliffFamily& family, CliffsResults& results) {
  const CliffsOptions& options = results.options;
  const std::vector<Cliff> cliffs = family.make(options.scale);
  const std::size_t first = results.rows.size();
  Patience patience(options.methods.size());
  Progress progress(std::string(family.name), cliffs.size());
  for (const Cliff& cliff : cliffs) {
    const Query query = query_of(cliff, options);
    CliffRow row{std::string(family.name), cliff.name, {}};
    for (std::size_t m = 0; m < options.methods.size(); ++m) {
      row.answers.push_back(patience.is_over(m) ? CliffAnswer{} : ask(cliff, Solver::named(options.methods[m]), query));
      patience.note(m, row.answers.back());
    }
    results.rows.push_back(std::move(row));
    progress.step();
  }
  for_each_index(cliffs.size(), 0, [&](std::size_t i) {
    for (CliffAnswer& answer : results.rows[first + i].answers)
      if (answer.asked) answer.fault = fault_of(cliffs[i], answer.toi, options.tolerance);
  });
  add_curve(family, cliffs, first, results);
}

}  // namespace

std::size_t CliffsResults::faults() const {
  auto count = static_cast<std::size_t>(std::ranges::count(curves, true, &BudgetCurve::falls));
  for (const CliffRow& row : rows)
    for (const CliffAnswer& answer : row.answers) count += answer.fault.empty() ? 0 : 1;
  return count;
}

CliffsResults run_cliffs(const CliffsOptions& options) {
  CliffsResults results;
  results.options = options;
  for (const std::string& method : options.methods) Solver::named(method);
  for (const CliffFamily& family : families_of(options)) {
    results.families.emplace_back(family.name);
    run_family(family, results);
  }
  return results;
}

}  // namespace bench

void add_cliffs(CLI::App& bench) {
  auto options = std::make_shared<bench::CliffsOptions>();
  CLI::App* command =
      bench.add_subcommand("cliffs", "queries of the kinds that may take very long, by all mesh solvers");
  command->add_option("--trials", options->scale.trials, "the number of queries is in proportion")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--seed", options->scale.seed, "seed of the random queries")->capture_default_str();
  command->add_option("--methods", options->methods, "solvers to ask")->delimiter(',')->capture_default_str();
  command->add_option("--families", options->families, "only these, as in passes,fits")->delimiter(',');
  command->add_option("--budget", options->budget_seconds, "seconds a query may take (0: no limit)")
      ->capture_default_str();
  command->add_option("--tolerance", options->tolerance, "of the queries, in units")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--models", options->scale.models, "directory with cow.obj, fandisk.obj and so on");
  command->add_option("--out,-o", options->out, "directory for the CSV, text and SVG files")->capture_default_str();
  command->callback([options] {
    const bench::CliffsResults results = bench::run_cliffs(*options);
    fmt::print("{}", bench::cliffs_text(results));
    for (const std::filesystem::path& path : bench::write_cliffs_files(results))
      fmt::print("wrote {}\n", path.string());
    if (results.faults() > 0) throw CLI::RuntimeError(1);
  });
}

}  // namespace graze
