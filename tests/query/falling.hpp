// SPDX-License-Identifier: Apache-2.0
// A unit cube above a floor at z = 0: they touch when the cube's center is at z = 0.5.
#pragma once

#include <graze/time_of_impact.hpp>

namespace graze::testing {

inline Shape cube() { return Shape::box({1, 1, 1}); }
inline Body the_floor() { return {Shape::box({40, 40, 1}), Motion::still({0, 0, -0.5})}; }

inline Toi fall(const Motion& motion, const Interval& window) {
  Query query;
  query.window = window;
  return time_of_impact({cube(), motion}, the_floor(), query);
}

}  // namespace graze::testing
