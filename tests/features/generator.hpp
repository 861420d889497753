// SPDX-License-Identifier: Apache-2.0
// Random feature queries: plain ones, and the kinds that break predicates.
#pragma once

#include <string_view>

#include "features/oracle.hpp"
#include "support/random.hpp"

namespace graze::testing {

struct FeatureCase {
  Corners corners;
  Interval window{0.0, 1.0};
  std::string_view kind;
};

int feature_kinds();
FeatureCase random_case(Random& random, int kind);  // 0 <= kind < feature_kinds()

// Moves a double by a few units in the last place, at times by none.
double nudged(double x, Random& random);

}  // namespace graze::testing
