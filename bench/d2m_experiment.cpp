// SPDX-License-Identifier: Apache-2.0
#include "d2m_experiment.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <graze/io.hpp>

#include "cpu_time.hpp"
#include "d2m_check.hpp"
#include "parallel.hpp"
#include "progress.hpp"
#include "random.hpp"

namespace graze::bench {

namespace {

// Queries shorter than this are asked again, and the shortest time counts: one reading of them is mostly noise.
constexpr double kShortQuery = 1000.0;
constexpr int kRepeats = 4;

struct Pair {
  std::string name, model_a, model_b;
};

std::vector<Pair> all_pairs() {
  const std::vector<std::string> names = model_names();
  std::vector<Pair> pairs;
  for (std::size_t a = 0; a < names.size(); ++a) {
    for (std::size_t b = a; b < names.size(); ++b) pairs.push_back({names[a] + "-" + names[b], names[a], names[b]});
  }
  return pairs;
}

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void require_known(const std::vector<std::string>& wanted, const std::vector<Pair>& pairs) {
  std::vector<std::string> known;
  known.reserve(pairs.size());
  for (const Pair& pair : pairs) known.push_back(pair.name);
  for (const std::string& name : wanted) {
    if (!holds(known, name)) {
      throw InputError(fmt::format("--pairs: no pair '{}'; there are {}", name, fmt::join(known, ", ")));
    }
  }
}

// A trial's seed depends on its pair, speed and number alone, so that each can be run without the others.
std::vector<D2mCase> cases_of(const D2mBenchOptions& options, const std::vector<Model>& models, const Pair& pair,
                              std::size_t pair_index) {
  const auto index_of = [&](const std::string& name) {
    const auto at = std::find_if(models.begin(), models.end(), [&](const Model& model) { return model.name == name; });
    return static_cast<std::size_t>(at - models.begin());
  };
  const std::size_t a = index_of(pair.model_a);
  const std::size_t b = index_of(pair.model_b);
  const std::array<Encounter, 2> encounters = {slow_encounter(), fast_encounter()};
  std::vector<D2mCase> cases;
  for (std::size_t speed = 0; speed < encounters.size(); ++speed) {
    for (std::size_t trial = 0; trial < options.trials; ++trial) {
      if (options.only_trial && trial != *options.only_trial) continue;
      const std::uint64_t seed = derived_seed(options.seed, (pair_index * 2 + speed) * 1000000 + trial);
      cases.push_back(
          {a, b, encounters[speed], trial, make_trial(seed, encounters[speed], models[a].radius, models[b].radius)});
    }
  }
  return cases;
}

void set_up(D2mResults& results) {
  const D2mBenchOptions& options = results.options;
  const std::vector<Pair> pairs = all_pairs();
  require_known(options.pairs, pairs);
  const auto wanted = [&](const Pair& pair) { return options.pairs.empty() || holds(options.pairs, pair.name); };
  results.models = benchmark_models(model_directory(options.models), [&](const std::string& name) {
    return std::any_of(pairs.begin(), pairs.end(), [&](const Pair& pair) {
      return wanted(pair) && (pair.model_a == name || pair.model_b == name);
    });
  });
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!wanted(pairs[i])) continue;
    for (D2mCase& c : cases_of(options, results.models, pairs[i], i)) results.cases.push_back(std::move(c));
  }
}

D2mAnswer ask(const Body& a, const Body& b, const Query& query, const Solver& solver) {
  D2mAnswer answer;
  const auto timed = [&] {
    const double start = thread_cpu_microseconds();
    answer.toi = time_of_impact(a, b, query, solver);
    return thread_cpu_microseconds() - start;
  };
  answer.microseconds = timed();
  for (int i = 0; i < kRepeats && answer.microseconds < kShortQuery; ++i) {
    answer.microseconds = std::min(answer.microseconds, timed());
  }
  return answer;
}

void ask_all(D2mResults& results, const std::string& method, std::vector<D2mAnswer>& answers) {
  const D2mBenchOptions& options = results.options;
  const Solver solver = Solver::named(method);
  std::vector<Shape> shapes;
  for (const Model& model : results.models) {
    shapes.push_back(Shape::mesh(model.mesh, solver.name() == "capoeira" ? options.capoeira_leaves : options.leaves));
  }
  // A hierarchy that is made by the first question is not on the clock.
  const Motion aside = Motion::still({1e3, 0.0, 0.0});
  for (const Shape& shape : shapes) time_of_impact({shape, {}}, {shape, aside}, {.window = {0.0, 0.0}}, solver);
  Query query;
  query.tolerance = options.tolerance;
  query.budget.seconds = options.budget_seconds;

  answers.resize(results.cases.size());
  Progress progress(method, results.cases.size());
  for_each_index(results.cases.size(), options.threads, [&](std::size_t i) {
    const D2mCase& c = results.cases[i];
    answers[i] = ask({shapes[c.model_a], c.trial.a.motion()}, {shapes[c.model_b], c.trial.b.motion()}, query, solver);
    progress.step();
  });
}

}  // namespace

std::size_t D2mResults::failures() const {
  std::size_t count = 0;
  for (const auto& of_method : answers) {
    count += static_cast<std::size_t>(
        std::count_if(of_method.begin(), of_method.end(), [](const D2mAnswer& answer) { return answer.failed; }));
  }
  return count;
}

D2mResults run_d2m_experiment(const D2mBenchOptions& options) {
  D2mResults results;
  results.options = options;
  set_up(results);
  results.answers.resize(options.methods.size());
  for (std::size_t m = 0; m < options.methods.size(); ++m) ask_all(results, options.methods[m], results.answers[m]);
  check_answers(results);
  return results;
}

}  // namespace graze::bench
