// SPDX-License-Identifier: Apache-2.0
// What a query must be.
#pragma once

#include <cmath>
#include <string_view>

#include <graze/limits.hpp>
#include <graze/time_of_impact.hpp>

#include "numeric/require.hpp"

namespace graze {

// NaN fails each comparison.
inline void check_window_range(const Interval& window) {
  const double t0 = window.lo();
  const double t1 = window.hi();
  require(std::isfinite(t0) && std::isfinite(t1) && t0 <= t1, "query: window must be finite and not reversed");
  require(t0 >= -limits::kLargestTime && t1 <= limits::kLargestTime, "query: window must lie within +-1e40");
}

inline void validate(const Query& query) {
  check_window_range(query.window);
  require(query.separation >= 0 && query.separation <= limits::kLargestLength,
          "query: separation must be from 0 to 1e40");
  require(query.tolerance >= limits::kSmallestTolerance && query.tolerance <= limits::kLargestLength,
          "query: tolerance must be > 0, from 1e-300 to 1e40");
  require(query.budget.seconds >= 0, "query: budget seconds must be >= 0");
  require(query.threads >= 0, "query: threads must be >= 0");
}

inline void check_window(const Body& body, const Query& query) {
  if (!body.motion.is_rigid())
    require(query.window.lo() >= 0 && query.window.hi() <= 1, "query: deforming bodies move over [0, 1] only");
}

// Throws std::invalid_argument, naming the body as `name`, if a rigid body is too fast, or gets too far, for the ranges
// in graze/limits.hpp. `radius` is the largest distance from its origin of a point that counts. False if speed or
// acceleration have no bound over the window, as those of a user's motion over a long time.
bool check_rates(const Motion& motion, double radius, const Interval& window, std::string_view name);

// The same for two bodies that are asked about together: of a half-space those points count that the other may reach.
bool check_rates(const Body& a, const Body& b, const Interval& window);

}  // namespace graze
