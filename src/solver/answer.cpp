// SPDX-License-Identifier: Apache-2.0
#include "solver/answer.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

namespace graze {
namespace {

const Interval kAnyDistance(0.0, std::numeric_limits<double>::infinity());

[[maybe_unused]] bool is_inside(const Interval& bracket, const Interval& window) {
  return window.lo() <= bracket.lo() && bracket.lo() <= bracket.hi() && bracket.hi() <= window.hi();
}

[[maybe_unused]] bool is_set(const Contact& contact) {
  return contact.feature_a.kind <= FeatureKind::Surface && contact.feature_b.kind <= FeatureKind::Surface &&
         contact.point_a.allFinite() && contact.point_b.allFinite() && contact.normal.allFinite();
}

// How much more than the separation a distance is, rounded up.
double beyond(double distance, double separation) {
  return separation > 0 ? rounding::up(distance - separation) : distance;
}

bool has_contact(const Toi& toi) { return toi.verdict == Verdict::Impact || toi.verdict == Verdict::InitialContact; }

}  // namespace

Toi answer_to(const Query& query, Verdict verdict, const Interval& bracket, Guarantee guarantee) {
  Toi toi;
  toi.verdict = verdict;
  toi.guarantee = verdict == Verdict::Unsupported ? Guarantee::None : guarantee;
  toi.bracket = bracket;
  toi.separation = kAnyDistance;
  toi.tolerance = query.tolerance;
  assert(is_inside(bracket, query.window));
  return toi;
}

Toi initial_contact_at(const Query& query, const Contact& contact, double distance, double bodies) {
  Toi toi = answer_to(query, Verdict::InitialContact, Interval(query.window.lo()));
  toi.separation = {0.0, distance};
  toi.tolerance = std::max(query.tolerance, beyond(bodies, query.separation));
  toi.contact = contact;
  return toi;
}

Toi impact_in(const Query& query, const Interval& bracket, const Interval& distance, const Contact& contact,
              double tolerance) {
  Toi toi = answer_to(query, Verdict::Impact, bracket);
  toi.separation = {std::max(distance.lo(), query.separation), distance.hi()};
  toi.tolerance = std::max({query.tolerance, tolerance, beyond(distance.hi(), query.separation)});
  toi.contact = contact;
  return toi;
}

Toi impact_at(const Query& query, double time, const Interval& distance, const Contact& contact) {
  const double end = query.window.hi();
  const double left = beyond(distance.hi(), query.separation);
  const double speed = contact.approach_speed;
  const double later = speed > 0 ? rounding::up(time + 2 * left / speed) : end;
  return impact_in(query, {time, std::clamp(later, time, end)}, distance, contact);
}

Toi with_one_contact(Toi toi, const Query& query, const Meter& meter) {
  if (query.all_contacts && has_contact(toi)) toi.patch = {toi.contact};
  return with_work(std::move(toi), meter);
}

Toi with_work(Toi toi, const Meter& meter) {
  toi.statistics = meter.counts;
  toi.statistics.microseconds = meter.seconds() * 1e6;
  return toi;
}

Toi published(Toi toi, [[maybe_unused]] const Query& query, Guarantee guarantee) {
  toi.guarantee = toi.verdict == Verdict::Unsupported ? Guarantee::None : guarantee;
  if (toi.verdict != Verdict::Impact) toi.separation = kAnyDistance;
  assert(is_inside(toi.bracket, query.window));
  assert(toi.separation.lo() <= toi.separation.hi());
  assert(is_set(toi.contact) && std::all_of(toi.patch.begin(), toi.patch.end(), is_set));
  return toi;
}

}  // namespace graze
