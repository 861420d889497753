// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <graze/time_of_impact.hpp>

namespace graze {

inline void add(const Statistics& part, Statistics& total) {
  total.microseconds += part.microseconds;
  total.node_tests += part.node_tests;
  total.leaf_tests += part.leaf_tests;
  total.feature_tests += part.feature_tests;
  total.root_iterations += part.root_iterations;
  total.linearizations += part.linearizations;
  total.opened_nodes += part.opened_nodes;
  total.retested_pairs += part.retested_pairs;
}

inline std::uint64_t iterations_of(const Statistics& work) {
  return work.node_tests + work.leaf_tests + work.feature_tests + work.root_iterations;
}

// What the parts of a query so far have left of its budget; nothing if they have spent it. (Zero would mean unlimited.)
inline std::optional<Budget> left_of(const Budget& budget, const Statistics& used) {
  Budget left = budget;
  if (budget.iterations > 0) {
    if (iterations_of(used) >= budget.iterations) return std::nullopt;
    left.iterations -= iterations_of(used);
  }
  if (budget.seconds > 0) {
    left.seconds -= used.microseconds * 1e-6;
    if (!(left.seconds > 0)) return std::nullopt;
  }
  return left;
}

}  // namespace graze
