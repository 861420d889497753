// SPDX-License-Identifier: Apache-2.0
#include "experiments/pairs/redon_bench.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <graze/io.hpp>

#include "experiments/encounters/trial.hpp"
#include "harness/cpu_time.hpp"
#include "harness/progress.hpp"
#include "harness/provenance.hpp"
#include "harness/random.hpp"
#include "scenes/models.hpp"

namespace graze::bench {

namespace {

// Two bodies, and nearly the same flight: what fills the cache.
struct Flights {
  Body a, b, similar_a, similar_b;
};

std::vector<RedonVariant> variants() {
  std::vector<RedonVariant> list;
  const auto add = [&](std::string name, const RedonOptions& options) {
    list.push_back({std::move(name), options, {}, {}, 0, 0});
  };
  add("default", {});
  add("no discrete tests", {.discrete_tests = false});
  add("no collision time", {.pass_collision_time = false});
  add("not directional", {.directional = false});
  add("no coherence", {.coherence = false});
  add("no local threshold", {.local_threshold = false});
  add(RedonOptions{}.partial_tests ? "15 axes" : "6 axes", {.partial_tests = !RedonOptions{}.partial_tests});
  for (const double constant : {0.0625, 0.125, 0.25, 0.5, 1.0})
    if (constant != RedonOptions{}.subdivision) add(fmt::format("constant {}", constant), {.subdivision = constant});
  add("all off", {.discrete_tests = false,
                  .pass_collision_time = false,
                  .directional = false,
                  .partial_tests = false,
                  .local_threshold = false,
                  .coherence = false});
  return list;
}

// A hundredth of the window further along, and a thousandth of the size aside: not quite the same question.
Trial similar(Trial trial, double radius) {
  trial.b.position += 0.01 * (trial.b.velocity - trial.a.velocity);
  trial.b.position += 1e-3 * radius * Vector3(1, -1, 1);
  return trial;
}

const Model& model_of(const std::vector<Model>& models, const std::string& name, const std::string& pair) {
  const auto at = std::find_if(models.begin(), models.end(), [&](const Model& m) { return m.name == name; });
  if (at == models.end()) throw InputError(fmt::format("--pairs: no model '{}' in '{}'", name, pair));
  return *at;
}

std::vector<Flights> make_flights(const RedonBenchOptions& options) {
  const auto wanted = [&](const std::string& name) {
    return std::any_of(options.pairs.begin(), options.pairs.end(), [&](const std::string& pair) {
      return pair.starts_with(name + "-") || pair.ends_with("-" + name);
    });
  };
  const std::vector<Model> models = benchmark_models(model_directory(options.models), wanted);
  std::vector<Flights> flights;
  for (const std::string& pair : options.pairs) {
    const std::size_t dash = std::min(pair.find('-'), pair.size());
    const Model& a = model_of(models, pair.substr(0, dash), pair);
    const Model& b = model_of(models, pair.substr(std::min(dash + 1, pair.size())), pair);
    const Shape shape_a = Shape::mesh(a.mesh);
    const Shape shape_b = Shape::mesh(b.mesh);
    for (const Encounter& encounter : {slow_encounter(), fast_encounter()})
      for (std::size_t i = 0; i < options.trials; ++i) {
        const Trial trial = make_trial(derived_seed(options.seed, flights.size()), encounter, a.radius, b.radius);
        const Trial other = similar(trial, a.radius);
        flights.push_back({{shape_a, trial.a.motion()},
                           {shape_b, trial.b.motion()},
                           {shape_a, other.a.motion()},
                           {shape_b, other.b.motion()}});
      }
  }
  return flights;
}

void ask(const Flights& flight, const Query& query, RedonVariant& variant) {
  const Solver solver = Solver::redon(variant.options);
  PairCache cache;
  if (variant.options.coherence) time_of_impact(flight.similar_a, flight.similar_b, query, solver, cache);
  const double start = thread_cpu_microseconds();
  const Toi toi = time_of_impact(flight.a, flight.b, query, solver, cache);
  const double milliseconds = 1e-3 * (thread_cpu_microseconds() - start);
  variant.work.push_back({static_cast<double>(toi.statistics.node_tests),
                          static_cast<double>(toi.statistics.feature_tests),
                          static_cast<double>(toi.statistics.root_iterations), milliseconds});
  variant.answers.push_back(toi);
  variant.undecided += toi.verdict == Verdict::Undecided ? 1 : 0;
}

// Brackets of a near miss may lie apart by what the tolerance is worth in time; those of a contact meet.
void compare(const RedonVariant& reference, RedonVariant& variant) {
  for (std::size_t i = 0; i < variant.answers.size(); ++i) {
    const Toi& x = reference.answers[i];
    const Toi& y = variant.answers[i];
    if (x.verdict == Verdict::Undecided || y.verdict == Verdict::Undecided) continue;
    if (x.verdict != y.verdict || !x.bracket.intersects(y.bracket)) ++variant.disagree;
  }
}

}  // namespace

std::size_t RedonBenchResults::failures() const {
  std::size_t count = 0;
  for (const RedonVariant& variant : variants) count += variant.disagree;
  return count;
}

RedonBenchResults run_redon_bench(const RedonBenchOptions& options) {
  RedonBenchResults results{options, variants(), {}};
  const std::vector<Flights> flights = make_flights(options);
  Query query;
  query.tolerance = options.tolerance;
  query.budget.seconds = options.budget_seconds;
  Progress progress("redon", flights.size() * results.variants.size());
  for (const Flights& flight : flights) {
    // The trees are made by the first question: not on the clock.
    time_of_impact(flight.a, flight.b, {.window = {0.0, 0.0}}, Solver::redon());
    for (RedonVariant& variant : results.variants) {
      ask(flight, query, variant);
      progress.step();
    }
  }
  for (RedonVariant& variant : results.variants) compare(results.variants[0], variant);
  ResultHash hash;
  for (const Toi& toi : results.variants[0].answers) {
    hash.add(to_string(toi.verdict));
    hash.add(toi.bracket.lo());
  }
  results.hash = hash.text();
  return results;
}

}  // namespace graze::bench
