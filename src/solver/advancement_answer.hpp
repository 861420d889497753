// SPDX-License-Identifier: Apache-2.0
// What the methods that advance up to a contact say once they are there.
#pragma once

#include <algorithm>

#include <graze/time_of_impact.hpp>

#include "solver/meter.hpp"

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

// With the one contact as its patch, if that is asked for, and the statistics.
inline Toi with_one_contact(Toi toi, const Query& query, const Meter& meter) {
  if (query.all_contacts && (toi.verdict == Verdict::Impact || toi.verdict == Verdict::InitialContact))
    toi.patch = {toi.contact};
  toi.statistics = meter.counts;
  toi.statistics.microseconds = meter.seconds() * 1e6;
  return toi;
}

}  // namespace graze
