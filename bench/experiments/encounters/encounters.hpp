// SPDX-License-Identifier: Apache-2.0
// Every pair of some models, in several kinds of encounters, many random trials, each method asked for the time of
// impact; then each answer measured and checked by other means. The experiment of the D2M paper is one such.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <graze/time_of_impact.hpp>

#include "experiments/encounters/trial.hpp"
#include "scenes/models.hpp"

namespace graze::bench {

struct EncounterOptions {
  std::string name = "d2m";  // of the experiment, and what its files begin with
  std::vector<std::string> model_names = {"cube", "cow", "fandisk", "bunny"};
  std::vector<Encounter> encounters = {slow_encounter(), fast_encounter()};
  std::size_t trials = 256;               // of every pair and encounter
  std::optional<std::size_t> only_trial;  // of every pair and encounter, this one
  std::uint64_t seed = 1;
  double tolerance = 3.3e-10;
  double budget_seconds = 0.0;                             // a query; 0: unlimited
  std::vector<std::string> methods = {"d2m", "capoeira"};  // solvers, and those of mesh_ccd_peer.hpp
  std::vector<std::string> pairs;                          // as in "cow-bunny"; empty: all
  MeshOptions leaves{};                                    // of every method but Capoeira
  MeshOptions capoeira_leaves{1.0 / 32.0, 1};              // the seed's epsilon
  unsigned threads = 1;                                    // for the timed queries
  bool truth = true;                                       // sample the flights for missed contacts
  unsigned truth_threads = 0;                              // for everything after them; 0: all cores
  std::filesystem::path models;                            // directory; see model_directory()
  std::filesystem::path out = ".";
};

struct EncounterCase {
  std::size_t model_a = 0, model_b = 0;
  Encounter encounter;
  std::size_t index = 0;  // of the trial within its pair and encounter
  Trial trial;
};

// What became of one question.
struct EncounterAnswer {
  Toi toi;
  double microseconds = 0.0;
  // At the start of the bracket of an Impact. By the peer; and in extended precision.
  double separation = 0.0, refined_separation = 0.0;
  bool penetrates = false;                // exact: the bodies intersect there
  std::optional<double> earlier_contact;  // a contact that the answer denies
  bool failed = false;                    // any of: missed, penetrates, separation not as promised
};

struct EncounterResults {
  EncounterOptions options;
  std::vector<Model> models;
  std::vector<EncounterCase> cases;
  std::vector<std::vector<EncounterAnswer>> answers;  // [method][case]
  std::vector<std::size_t> truth_samples;             // [case]

  std::string pair_name(const EncounterCase& c) const { return models[c.model_a].name + "-" + models[c.model_b].name; }
  std::size_t failures() const;
};

// Throws InputError on an unknown pair or directory, std::invalid_argument on an unknown method.
EncounterResults run_encounters(const EncounterOptions& options);

}  // namespace graze::bench
