// SPDX-License-Identifier: Apache-2.0
// The next piece of a step in which every body keeps its velocity.
#include <algorithm>

#include "world/core.hpp"
#include "world/stops.hpp"

namespace graze {
namespace {

constexpr int kForesights = 8;  // rounds of them in a stretch

}  // namespace

// Along their plans, or where they are.
std::vector<Traveller> World::Core::travellers(const std::vector<Plan>* plans) const {
  std::vector<Traveller> result;
  result.reserve(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    BodyState state = bodies[i].state;
    state.velocity = plans != nullptr ? (*plans)[i].velocity : Vector3::Zero();
    state.angular_velocity = plans != nullptr ? (*plans)[i].angular_velocity : Vector3::Zero();
    result.emplace_back(bodies[i], state, plans != nullptr ? (*plans)[i].moves : !is_still(i));
  }
  return result;
}

// Velocities are solved for, and what follows from them certified, until no slow meeting is left that was not foreseen.
World::Core::Stretch World::Core::plan_stretch(double length, bool impacts_allowed) {
  Stretch stretch;
  stretch.planned = length;
  find_touches();
  stretch.plans = make_plans(length);
  const auto allowed = [&](std::size_t a, std::size_t b) { return collide(a, b); };
  for (int round = 0;; ++round) {
    const std::vector<Meeting> meetings =
        certifier_.certify(travellers(&stretch.plans), length, allowed, options_.threads);
    if (round == kForesights || !foresee(meetings, stretch.plans, length)) {
      end_stretch(stretch, meetings, impacts_allowed);
      break;
    }
    stretch.plans = make_plans(length);
  }
  remember_impulses();
  return stretch;
}

// At the first impact. What else would meet before that has to wait; and one that waits is not there to be hit.
void World::Core::end_stretch(Stretch& stretch, const std::vector<Meeting>& meetings, bool impacts_allowed) {
  const std::vector<Traveller> moving = travellers(&stretch.plans);
  std::vector<Meeting> blocked;
  for (const Meeting& meeting : meetings) {
    if (impacts_allowed && is_impact(meeting)) {
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

void World::Core::remember_impulses() {
  warm_.clear();
  for (const Touch& touch : touches_) {
    const SolverContact& c = touch.contact;
    if (touch.resting && c.normal_impulse > 0)
      warm_[{{c.a, c.b}, touch.place.features}] = {c.normal_impulse, c.tangent_impulse.x(), c.tangent_impulse.y(),
                                                   c.tangent_impulse.z()};
  }
}

// One for each time between two stops.
void World::Core::tell_pieces(const Stretch& stretch, double at, const World& callbacks) const {
  if (!callbacks.on_piece) return;
  std::set<double> ends(stretch.stops.begin(), stretch.stops.end());
  ends.insert(stretch.length);
  double from = 0.0;
  for (const double to : ends) {
    if (!(to > from)) continue;
    WorldPiece piece{at + from, to - from, {}};
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Plan& plan = stretch.plans[i];
      const bool goes_on = stretch.stops[i] >= to;
      BodyState state = moved(bodies[i].state, plan.velocity, plan.angular_velocity, goes_on ? from : stretch.stops[i]);
      state.velocity = goes_on ? plan.velocity : Vector3::Zero();
      state.angular_velocity = goes_on ? plan.angular_velocity : Vector3::Zero();
      piece.bodies.push_back(state);
    }
    callbacks.on_piece(piece);
    from = to;
  }
}

}  // namespace graze
