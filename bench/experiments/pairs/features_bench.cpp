// SPDX-License-Identifier: Apache-2.0
#include "experiments/pairs/features_bench.hpp"

#include <chrono>
#include <iterator>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/features.hpp>

#include "harness/cpu_time.hpp"
#include "harness/files.hpp"
#include "harness/provenance.hpp"
#include "harness/random.hpp"

namespace graze {
namespace bench {
namespace {

Vector3 in_cube(Random& random, double half_width) {
  const double x = random.uniform(-half_width, half_width);
  const double y = random.uniform(-half_width, half_width);
  return {x, y, random.uniform(-half_width, half_width)};
}

// Anywhere in a cube, at both ends.
FourPaths anywhere(Random& random) {
  FourPaths paths;
  for (LinearPath& path : paths) path = {in_cube(random, 1.0), in_cube(random, 1.0)};
  return paths;
}

// What the boxes of a cloth simulation let through: features of size 0.01 about as far from each other, a common
// motion, and ways of their own of a fraction of their size.
FourPaths nearby(Random& random) {
  const Vector3 place = in_cube(random, 1.0);
  const Vector3 drift = in_cube(random, 0.02);
  FourPaths paths;
  for (LinearPath& path : paths) {
    path.start = place + in_cube(random, 0.01);
    path.end = path.start + drift + in_cube(random, 0.003);
  }
  return paths;
}

// Whole numbers from -2 to 2: coplanar, parallel and zero-length all the time.
FourPaths on_grid(Random& random) {
  FourPaths paths;
  for (LinearPath& path : paths)
    for (Vector3* end : {&path.start, &path.end})
      for (double& x : *end) x = static_cast<double>(random.bits() % 5) - 2;
  return paths;
}

struct Mix {
  const char* name;
  FourPaths (*make)(Random&);
};
constexpr Mix kMixes[] = {{"random", anywhere}, {"simulation", nearby}, {"degenerate", on_grid}};

double wall_microseconds() {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Queries a second by this clock, in the best of several runs.
template <class Run>
double rate(const FeaturesBenchOptions& options, double (*microseconds)(), Run&& run) {
  double best = 0.0;
  for (int k = 0; k < options.repeat; ++k) {
    const double start = microseconds();
    run();
    best = std::max(best, 1e6 * static_cast<double>(options.queries) / (microseconds() - start));
  }
  return best;
}

FeatureToi single(const FourPaths& p, bool edges) {
  if (!edges) return vertex_face_toi(p[0], std::span<const LinearPath, 3>(p.data() + 1, 3));
  return edge_edge_toi(std::span<const LinearPath, 2>(p.data(), 2), std::span<const LinearPath, 2>(p.data() + 2, 2));
}

bool same(const std::vector<FeatureToi>& x, const std::vector<FeatureToi>& y) {
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i].verdict != y[i].verdict || !(x[i].bracket == y[i].bracket)) return false;
  return x.size() == y.size();
}

void run_row(const Mix& mix, bool edges, FeaturesBenchResults& results) {
  const FeaturesBenchOptions& options = results.options;
  Random random(derived_seed(options.seed, static_cast<std::uint64_t>(&mix - kMixes)));
  std::vector<FourPaths> queries(options.queries);
  for (FourPaths& query : queries) query = mix.make(random);
  std::vector<FeatureToi> answers(queries.size());
  std::vector<FeatureToi> batch(queries.size());
  const auto run_batch = [&](int threads) {
    if (edges)
      edge_edge_toi_batch(queries, batch, {}, threads);
    else
      vertex_face_toi_batch(queries, batch, {}, threads);
  };

  FeaturesBenchRow row;
  row.mix = mix.name;
  row.type = edges ? "edge-edge" : "vertex-face";
  // One thread by its own CPU time, which other work on the machine disturbs less.
  row.scalar = rate(options, thread_cpu_microseconds, [&] {
    for (std::size_t i = 0; i < queries.size(); ++i) answers[i] = single(queries[i], edges);
  });
  row.batch_1 = rate(options, thread_cpu_microseconds, [&] { run_batch(1); });
  results.same = results.same && same(answers, batch);
  row.batch_2 = rate(options, wall_microseconds, [&] { run_batch(2); });
  results.same = results.same && same(answers, batch);
  for (const FeatureToi& toi : answers) {
    row.contacts += toi.verdict != Verdict::Free ? 1 : 0;
    row.exact += toi.exact ? 1 : 0;
  }
  results.rows.push_back(row);
}

double percent(std::size_t part, const FeaturesBenchOptions& options) {
  return 100.0 * static_cast<double>(part) / static_cast<double>(options.queries);
}

}  // namespace

FeaturesBenchResults run_features_bench(const FeaturesBenchOptions& options) {
  FeaturesBenchResults results;
  results.options = options;
  for (const Mix& mix : kMixes)
    for (const bool edges : {false, true}) run_row(mix, edges, results);
  return results;
}

std::string features_bench_text(const FeaturesBenchResults& results) {
  std::string text =
      fmt::format("{} queries each; millions of queries a second of CPU time, with 2 threads of wall-clock time\n",
                  results.options.queries);
  text += fmt::format("{:<12}{:<13}{:>10}{:>9}{:>9}{:>10}{:>11}\n", "mix", "type", "contacts", "exact", "single",
                      "batch", "2 threads");
  for (const FeaturesBenchRow& row : results.rows)
    fmt::format_to(std::back_inserter(text), "{:<12}{:<13}{:>9.2f}%{:>8.2f}%{:>9.3f}{:>10.3f}{:>11.3f}\n", row.mix,
                   row.type, percent(row.contacts, results.options), percent(row.exact, results.options),
                   row.scalar * 1e-6, row.batch_1 * 1e-6, row.batch_2 * 1e-6);
  if (!results.same) text += "batches and single calls differ\n";
  return text;
}

std::string features_bench_csv(const FeaturesBenchResults& results) {
  std::string text = provenance_lines();
  fmt::format_to(std::back_inserter(text), "# experiment: features; seed {}; best of {} runs\n", results.options.seed,
                 results.options.repeat);
  text += "mix,type,queries,contacts,exact,single_per_s,batch_1_thread_per_s,batch_2_threads_per_s\n";
  for (const FeaturesBenchRow& row : results.rows)
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{:.0f},{:.0f},{:.0f}\n", row.mix, row.type,
                   results.options.queries, row.contacts, row.exact, row.scalar, row.batch_1, row.batch_2);
  return text;
}

}  // namespace bench

void add_features_bench(CLI::App& bench) {
  auto options = std::make_shared<bench::FeaturesBenchOptions>();
  CLI::App* command = bench.add_subcommand("features", "vertex/face and edge/edge queries a second");
  command->add_option("--queries", options->queries, "of each mix and type")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--seed", options->seed, "seed of the random queries")->capture_default_str();
  command->add_option("--repeat", options->repeat, "the best of this many runs counts")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--out,-o", options->out, "directory for the CSV file")->capture_default_str();
  command->callback([options] {
    const bench::FeaturesBenchResults results = bench::run_features_bench(*options);
    const std::filesystem::path path = options->out / "features.csv";
    fmt::print("{}", bench::features_bench_text(results));
    bench::write_file(path, bench::features_bench_csv(results));
    fmt::print("wrote {}\n", path.string());
    if (!results.same) throw CLI::RuntimeError(1);
  });
}

}  // namespace graze
