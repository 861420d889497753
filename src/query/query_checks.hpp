// SPDX-License-Identifier: Apache-2.0
// What a query must be.
#pragma once

#include <cmath>

#include <graze/time_of_impact.hpp>

#include "query/require.hpp"

namespace graze {

inline void validate(const Query& query) {
  const double t0 = query.window.lo();
  const double t1 = query.window.hi();
  require(std::isfinite(t0) && std::isfinite(t1) && t0 <= t1, "query: window must be finite and not reversed");
  require(std::isfinite(query.separation) && query.separation >= 0, "query: separation must be finite and >= 0");
  require(std::isfinite(query.tolerance) && query.tolerance > 0, "query: tolerance must be finite and > 0");
  require(query.budget.seconds >= 0, "query: budget seconds must be >= 0");
  require(query.threads >= 0, "query: threads must be >= 0");
}

inline void check_window(const Body& body, const Query& query) {
  if (!body.motion.is_rigid())
    require(query.window.lo() >= 0 && query.window.hi() <= 1, "query: deforming bodies move over [0, 1] only");
}

}  // namespace graze
