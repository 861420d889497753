// SPDX-License-Identifier: Apache-2.0
// Totals of the experiment over a group of trials.
#pragma once

#include <functional>

#include "experiments/encounters/encounters.hpp"
#include "experiments/encounters/summary.hpp"

namespace graze::bench {

struct EncounterTotals {
  std::size_t trials = 0, impacts = 0, free = 0, initial_contacts = 0, undecided = 0;
  std::size_t misses = 0, penetrations = 0, failures = 0;
  Summary separation, microseconds, node_tests, leaf_tests, feature_tests;
  double time_99 = 0.0;                  // microseconds; 99 of 100 queries take less
  double largest_peer_difference = 0.0;  // between the peer's separation and the one in extended precision
};

using CaseFilter = std::function<bool(const EncounterCase&)>;

// The answers of one method to the cases that the filter takes.
EncounterTotals total(const EncounterResults& results, std::size_t method, const CaseFilter& filter);

// Every case; those of one kind of encounter; those of one pair among them.
CaseFilter every_case();
CaseFilter of_encounter(const Encounter& encounter);
CaseFilter of_pair(std::size_t model_a, std::size_t model_b, const Encounter& encounter);

}  // namespace graze::bench
