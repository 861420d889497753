// SPDX-License-Identifier: Apache-2.0
#include "experiments/encounters/encounters.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <graze/io.hpp>

#include "experiments/encounters/aim.hpp"
#include "experiments/encounters/encounters_check.hpp"
#include "harness/cpu_time.hpp"
#include "harness/parallel.hpp"
#include "harness/progress.hpp"
#include "harness/random.hpp"
#include "peers/mesh_ccd_peer.hpp"

namespace graze::bench {

namespace {

// Queries shorter than this are asked again, and the shortest time counts: one reading of them is mostly noise.
constexpr double kShortQuery = 1000.0;
constexpr int kRepeats = 4;

struct Pair {
  std::string name, model_a, model_b;
};

std::vector<Pair> all_pairs(const std::vector<std::string>& names) {
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

// A trial's seed depends on its pair, encounter and number alone, so that each can be run without the others.
std::vector<EncounterCase> cases_of(const EncounterOptions& options, const std::vector<Model>& models, const Pair& pair,
                                    std::size_t pair_index) {
  const auto index_of = [&](const std::string& name) {
    const auto at = std::find_if(models.begin(), models.end(), [&](const Model& model) { return model.name == name; });
    return static_cast<std::size_t>(at - models.begin());
  };
  const std::size_t a = index_of(pair.model_a);
  const std::size_t b = index_of(pair.model_b);
  std::vector<EncounterCase> cases;
  for (std::size_t kind = 0; kind < options.encounters.size(); ++kind) {
    const Encounter& encounter = options.encounters[kind];
    for (std::size_t trial = 0; trial < options.trials; ++trial) {
      if (options.only_trial && trial != *options.only_trial) continue;
      const std::uint64_t group = pair_index * options.encounters.size() + kind;
      const std::uint64_t seed = derived_seed(options.seed, group * 1000000 + trial);
      Trial flight = make_trial(seed, encounter, models[a].radius, models[b].radius);
      if (encounter.aimed) flight = aimed_trial(flight, models[a], models[b]);
      cases.push_back({a, b, encounter, trial, flight});
    }
  }
  return cases;
}

void set_up(EncounterResults& results) {
  const EncounterOptions& options = results.options;
  const std::vector<Pair> pairs = all_pairs(options.model_names);
  require_known(options.pairs, pairs);
  const auto wanted = [&](const Pair& pair) { return options.pairs.empty() || holds(options.pairs, pair.name); };
  results.models = benchmark_models(model_directory(options.models), [&](const std::string& name) {
    return std::any_of(pairs.begin(), pairs.end(), [&](const Pair& pair) {
      return wanted(pair) && (pair.model_a == name || pair.model_b == name);
    });
  });
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!wanted(pairs[i])) continue;
    for (EncounterCase& c : cases_of(options, results.models, pairs[i], i)) results.cases.push_back(std::move(c));
  }
}

template <class Question>
EncounterAnswer ask(Question&& question) {
  EncounterAnswer answer;
  const auto timed = [&] {
    const double start = thread_cpu_microseconds();
    answer.toi = question();
    return thread_cpu_microseconds() - start;
  };
  answer.microseconds = timed();
  for (int i = 0; i < kRepeats && answer.microseconds < kShortQuery; ++i) {
    answer.microseconds = std::min(answer.microseconds, timed());
  }
  return answer;
}

// Asks question(case) for all of them.
template <class Question>
std::vector<EncounterAnswer> ask_all(const EncounterResults& results, const std::string& method, Question&& question) {
  std::vector<EncounterAnswer> answers(results.cases.size());
  Progress progress(method, results.cases.size());
  for_each_index(results.cases.size(), results.options.threads, [&](std::size_t i) {
    answers[i] = ask([&] { return question(results.cases[i]); });
    progress.step();
  });
  return answers;
}

std::vector<EncounterAnswer> ask_solver(const EncounterResults& results, const std::string& method) {
  const EncounterOptions& options = results.options;
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
  return ask_all(results, method, [&](const EncounterCase& c) {
    return time_of_impact({shapes[c.model_a], c.trial.a.motion()}, {shapes[c.model_b], c.trial.b.motion()}, query,
                          solver);
  });
}

std::vector<EncounterAnswer> ask_peer(const EncounterResults& results, const std::string& method) {
  std::vector<MeshCcdPeer> meshes;
  for (const Model& model : results.models) meshes.emplace_back(model.mesh);
  return ask_all(results, method, [&](const EncounterCase& c) {
    return MeshCcdPeer::first_contact(method, meshes[c.model_a], c.trial.a, meshes[c.model_b], c.trial.b,
                                      results.options.budget_seconds);
  });
}

}  // namespace

std::size_t EncounterResults::failures() const {
  std::size_t count = 0;
  for (const auto& of_method : answers) {
    count += static_cast<std::size_t>(
        std::count_if(of_method.begin(), of_method.end(), [](const EncounterAnswer& answer) { return answer.failed; }));
  }
  return count;
}

EncounterResults run_encounters(const EncounterOptions& options) {
  EncounterResults results;
  results.options = options;
  set_up(results);
  for (const std::string& method : options.methods)
    results.answers.push_back(MeshCcdPeer::knows(method) ? ask_peer(results, method) : ask_solver(results, method));
  check_answers(results);
  return results;
}

}  // namespace graze::bench
