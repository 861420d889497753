// SPDX-License-Identifier: Apache-2.0
// What a feature query must be, apart from its coordinates.
#pragma once

#include <cmath>

#include <graze/features.hpp>

#include "numeric/require.hpp"

namespace graze {

inline void check_lengths(const FeatureQuery& query) {
  require(query.separation >= 0 && std::isfinite(query.separation),
          "feature query: separation must be finite and >= 0");
  require(query.tolerance > 0 && std::isfinite(query.tolerance), "feature query: tolerance must be finite and > 0");
}

inline void check_linear_query(const FeatureQuery& query) {
  require(query.window.lo() >= 0 && query.window.lo() <= query.window.hi() && query.window.hi() <= 1,
          "feature query: window must lie in [0, 1] and not be reversed");
  check_lengths(query);
}

}  // namespace graze
