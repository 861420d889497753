// SPDX-License-Identifier: Apache-2.0
// What the methods that advance up to a contact say once they are there.
#pragma once

#include <algorithm>

#include <graze/time_of_impact.hpp>

namespace graze {

inline Toi answer_to(const Query& query, Verdict verdict, const Interval& bracket) {
  Toi toi;
  toi.verdict = verdict;
  toi.bracket = bracket;
  toi.tolerance = query.tolerance;
  return toi;
}

// An impact at `time`, where the distance is within the bounds. If the bodies go on as now, they touch by the end of
// the bracket; the near miss at its start is certain.
inline Toi impact_at(const Query& query, double time, const Interval& distance, double approach_speed) {
  const double end = query.window.hi();
  const double left = distance.hi() - query.separation;
  const double later = approach_speed > 0 ? rounding::up(time + 2 * left / approach_speed) : end;
  Toi toi = answer_to(query, Verdict::Impact, {time, std::clamp(later, time, end)});
  toi.separation = {std::max(distance.lo(), query.separation), distance.hi()};
  toi.tolerance = std::max(query.tolerance, left);
  return toi;
}

}  // namespace graze
