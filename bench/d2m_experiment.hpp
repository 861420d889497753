// SPDX-License-Identifier: Apache-2.0
// The experiment of the D2M paper: every pair of four models, at two speeds, many random trials, each method asked for
// the time of impact; then each answer measured and checked by other means.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <graze/time_of_impact.hpp>

#include "models.hpp"
#include "trial.hpp"

namespace graze::bench {

struct D2mBenchOptions {
  std::size_t trials = 256;
  std::optional<std::size_t> only_trial;  // of every pair and speed, this one
  std::uint64_t seed = 1;
  double tolerance = 3.3e-10;
  double budget_seconds = 0.0;  // a query; 0: unlimited
  std::vector<std::string> methods = {"d2m", "capoeira"};
  std::vector<std::string> pairs;              // as in "cow-bunny"; empty: all
  MeshOptions leaves{};                        // of every method but Capoeira
  MeshOptions capoeira_leaves{1.0 / 32.0, 1};  // the seed's epsilon
  unsigned threads = 1;                        // for the timed queries
  bool truth = true;                           // sample the flights for missed contacts
  unsigned truth_threads = 0;                  // for everything after them; 0: all cores
  std::filesystem::path models;                // directory; see model_directory()
  std::filesystem::path out = ".";
};

struct D2mCase {
  std::size_t model_a = 0, model_b = 0;
  Encounter encounter;
  std::size_t index = 0;  // of the trial within its pair and speed
  Trial trial;
};

// What became of one question.
struct D2mAnswer {
  Toi toi;
  double microseconds = 0.0;
  // At the start of the bracket of an Impact. By the peer; and in extended precision.
  double separation = 0.0, refined_separation = 0.0;
  bool penetrates = false;                // exact: the bodies intersect there
  std::optional<double> earlier_contact;  // a contact that the answer denies
  bool failed = false;                    // any of: missed, penetrates, separation not as promised
};

struct D2mResults {
  D2mBenchOptions options;
  std::vector<Model> models;
  std::vector<D2mCase> cases;
  std::vector<std::vector<D2mAnswer>> answers;  // [method][case]
  std::vector<std::size_t> truth_samples;       // [case]

  std::string pair_name(const D2mCase& c) const { return models[c.model_a].name + "-" + models[c.model_b].name; }
  std::size_t failures() const;
};

// Throws InputError on an unknown pair or directory, std::invalid_argument on an unknown method.
D2mResults run_d2m_experiment(const D2mBenchOptions& options);

}  // namespace graze::bench
