// SPDX-License-Identifier: Apache-2.0
// The next piece of a step in which every body keeps its velocity.
#include <algorithm>
#include <cmath>

#include "world/step/island.hpp"
#include "world/step/stalled.hpp"

namespace graze {
namespace {

constexpr int kForesights = 8;          // rounds of them in a stretch
constexpr int kHardRounds = 2;          // more of them, if bodies would stop for want of accuracy
constexpr double kSlowestPace = 0.125;  // of the step

}  // namespace

// Along their plans, or where they are.
std::vector<Traveller> Island::travellers(const std::vector<Plan>* plans) const {
  std::vector<Traveller> result;
  result.reserve(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    BodyState state = bodies_[i].state;
    state.velocity = plans != nullptr ? (*plans)[i].velocity : Vector3::Zero();
    state.angular_velocity = plans != nullptr ? (*plans)[i].angular_velocity : Vector3::Zero();
    result.emplace_back(bodies_[i], state, plans != nullptr ? (*plans)[i].moves : !bodies_[i].is_still());
  }
  return result;
}

// To the end of the step, or a part of it: over a shorter time bodies turn less, their paths bend less, and what is
// solved for along the tangents holds. So bodies that turn far where they meet, or would stop for want of accuracy, go
// on at a slower pace.
Island::Stretch Island::plan_stretch(double left, bool impacts_allowed) {
  for (;;) {
    Stretch stretch;
    stretch.planned = std::min(left, pace_);
    stretch.impacts_allowed = impacts_allowed;
    if (pace_ < setting_.length) certifier_.forget();
    const std::vector<Meeting> meetings = make_way(stretch);
    if (stretch.parts > 1.0) {
      pace_ = stretch.planned / stretch.parts;
      continue;
    }
    end_stretch(stretch, meetings);
    remember_impulses();
    return stretch;
  }
}

// Velocities are solved for, and what follows from them certified, until no slow meeting is left that was not foreseen,
// or all must be done in shorter parts.
std::vector<Meeting> Island::make_way(Stretch& stretch) {
  const double length = stretch.planned;
  trying_hard_ = false;
  find_touches(length);
  stretch.plans = make_plans(length, false);
  const auto allowed = [&](std::size_t a, std::size_t b) { return collide(a, b); };
  for (int round = 0;; ++round) {
    std::vector<Meeting> meetings = certifier_.certify(travellers(&stretch.plans), allowed, setting_.options.threads);
    const std::span<const Meeting> first = until_impact(meetings, stretch);
    stretch.parts = parts_to_foresee(first, stretch);
    if (stretch.parts > 1.0) return meetings;
    if (round >= kForesights || !foresee(first, stretch)) {
      const bool stop = would_stop(first);
      if (stop && trying_hard_ && pace_ > kSlowestPace * setting_.length) stretch.parts = 2.0;
      if (!stop || trying_hard_) return meetings;
      trying_hard_ = true;
      round = kForesights - kHardRounds;
    }
    stretch.plans = make_plans(length, true);
  }
}

// Those before the first that will end the stretch: what comes later is planned for anew.
std::span<const Meeting> Island::until_impact(std::span<const Meeting> meetings, const Stretch& stretch) const {
  const auto ends = [&](const Meeting& meeting) {
    return stretch.impacts_allowed && is_impact(meeting) && !may_be_foreseen(meeting, stretch) &&
           parts_to_foresee({&meeting, 1}, stretch) == 1.0;
  };
  return meetings.first(
      static_cast<std::size_t>(std::find_if(meetings.begin(), meetings.end(), ends) - meetings.begin()));
}

// In how many parts must the time be gone through for bodies that meet slowly to turn little enough in each to foresee
// that? One, if there would have to be too many.
double Island::parts_to_foresee(std::span<const Meeting> meetings, const Stretch& stretch) const {
  double parts = 1.0;
  for (const Meeting& meeting : meetings) {
    if (!is_slow(meeting)) continue;
    const double wanted = std::max(1.0, std::ceil(turn_of(meeting, stretch.plans, stretch.planned) / kMostTurn));
    if (stretch.planned < wanted * kSlowestPace * setting_.length || is_far(meeting, stretch.planned / wanted))
      continue;
    parts = std::max(parts, wanted);
  }
  return parts;
}

// Do bodies meet where they have a contact? Then it has not been solved for exactly enough. In large heaps that cannot
// be helped.
bool Island::would_stop(std::span<const Meeting> meetings) const {
  constexpr std::size_t kMostContacts = 300;
  return touches_.size() <= kMostContacts &&
         std::any_of(meetings.begin(), meetings.end(),
                     [this](const Meeting& meeting) { return !meeting.stuck && !is_impact(meeting); });
}

// At the first impact. What else would meet before that has to wait; and one that waits is not there to be hit.
void Island::end_stretch(Stretch& stretch, const std::vector<Meeting>& meetings) {
  const std::vector<Traveller> moving = travellers(&stretch.plans);
  std::vector<Meeting> blocked;
  for (const Meeting& meeting : meetings) {
    if (stretch.impacts_allowed && is_impact(meeting)) {
      stretch.stops = stop_times(moving, meeting.until, blocked, certifier_);
      const double first = std::min(stretch.stops[meeting.ids.a], stretch.stops[meeting.ids.b]);
      if (first >= meeting.until) {
        stretch.impact = meeting;
        stretch.length = meeting.until;
        return;
      }
    }
    blocked.push_back(meeting);
  }
  stretch.length = stretch.planned;
  stretch.stops = stop_times(moving, stretch.length, blocked, certifier_);
}

void Island::remember_impulses() {
  warm_.clear();
  for (const Touch& touch : touches_) {
    const SolverContact& c = touch.contact;
    if (touch.resting && c.normal_impulse > 0)
      warm_[{{ids_[c.a], ids_[c.b]}, touch.place.features}] = {c.normal_impulse, c.tangent_impulse.x(),
                                                               c.tangent_impulse.y(), c.tangent_impulse.z()};
  }
  last_ = &warm_;
}

// A body that stops has two: the rest of it at rest.
void Island::note_flights(const Stretch& stretch, double at, double end) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (bodies_[i].scene->kind == BodyKind::Static) continue;
    const Plan& plan = stretch.plans[i];
    BodyState state = bodies_[i].state;
    state.velocity = plan.velocity;
    state.angular_velocity = plan.angular_velocity;
    const double stop = stretch.stops[i];
    const double until = stop < stretch.length ? std::min(at + stop, end) : end;
    log_.flights[i].push_back({at, until, stop, state});
    if (stop >= stretch.length) continue;
    state = moved(state, plan.velocity, plan.angular_velocity, stop);
    state.velocity = state.angular_velocity = Vector3::Zero();
    log_.flights[i].push_back({until, end, stretch.length - stop, state});
  }
}

}  // namespace graze
