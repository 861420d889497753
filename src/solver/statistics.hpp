// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <graze/time_of_impact.hpp>

namespace graze {

inline void add(const Statistics& part, Statistics& total) {
  total.microseconds += part.microseconds;
  total.node_tests += part.node_tests;
  total.leaf_tests += part.leaf_tests;
  total.feature_tests += part.feature_tests;
  total.root_iterations += part.root_iterations;
}

}  // namespace graze
