// SPDX-License-Identifier: Apache-2.0
// Totals of the experiment over a group of trials.
#pragma once

#include <functional>

#include "d2m_experiment.hpp"
#include "summary.hpp"

namespace graze::bench {

struct D2mTotals {
  std::size_t trials = 0, impacts = 0, free = 0, initial_contacts = 0, undecided = 0;
  std::size_t misses = 0, penetrations = 0, failures = 0;
  Summary separation, microseconds, node_tests, leaf_tests, feature_tests;
  double time_99 = 0.0;                  // microseconds; 99 of 100 queries take less
  double largest_peer_difference = 0.0;  // between the peer's separation and the one in extended precision
};

using CaseFilter = std::function<bool(const D2mCase&)>;

// The answers of one method to the cases that the filter takes.
D2mTotals total(const D2mResults& results, std::size_t method, const CaseFilter& filter);

// Every case; those at one speed; those of one pair at one speed.
CaseFilter every_case();
CaseFilter at_speed(std::string_view name);
CaseFilter of_pair(std::size_t model_a, std::size_t model_b, std::string_view speed);

}  // namespace graze::bench
