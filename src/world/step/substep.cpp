// SPDX-License-Identifier: Apache-2.0
#include "world/step/substep.hpp"

#include <algorithm>
#include <cmath>

#include "world/step/impacts.hpp"
#include "world/step/stalled.hpp"

namespace graze {

// To the end of the step, or less far: over a shorter time bodies turn less, paths bend less, and velocities solved
// along the tangents hold. So islands whose bodies turn far where they meet, or would stall for lack of accuracy, go on
// in shorter substeps.
Substep SubstepPlanner::plan(double left, bool impacts_allowed) {
  for (;;) {
    Substep substep;
    substep.planned = std::min(left, longest_);
    substep.impacts_allowed = impacts_allowed;
    if (longest_ < state_.setting.length) certifier_.forget();
    const std::vector<BlockedPair> blocked = plan_motions(substep);
    if (substep.cut_into > 1.0) {
      longest_ = substep.planned / substep.cut_into;
      continue;
    }
    end(substep, blocked);
    return substep;
  }
}

// Solves velocities and certifies the motions, until every slow blocked pair has its speculative contacts, or the
// substep must be cut.
std::vector<BlockedPair> SubstepPlanner::plan_motions(Substep& substep) {
  const double length = substep.planned;
  state_.trying_hard = false;
  contacts_.find(length);
  substep.plans = motions_.make_plans(length, false);
  const auto allowed = [&](std::size_t a, std::size_t b) { return state_.collide(a, b); };
  for (int round = 0;; ++round) {
    std::vector<BlockedPair> blocked =
        certifier_.certify(state_.travellers(&substep.plans), allowed, state_.setting.options.threads);
    const std::span<const BlockedPair> first = until_impact(blocked, substep);
    substep.cut_into = substeps_for_speculation(first, substep);
    if (substep.cut_into > 1.0) return blocked;
    if (round >= tuning::kSpeculativeRounds || !contacts_.add_speculative(first, substep)) {
      const bool stalls = would_stall(first);
      if (stalls && state_.trying_hard && longest_ > tuning::kShortestSubstep * state_.setting.length)
        substep.cut_into = 2.0;
      if (!stalls || state_.trying_hard) return blocked;
      state_.trying_hard = true;
      round = tuning::kSpeculativeRounds - tuning::kHardRounds;
    }
    substep.plans = motions_.make_plans(length, true);
  }
}

// Blocked pairs before the first that will end the substep. Later ones are left to the next substep.
std::span<const BlockedPair> SubstepPlanner::until_impact(std::span<const BlockedPair> blocked,
                                                          const Substep& substep) const {
  const auto ends = [&](const BlockedPair& pair) {
    return substep.impacts_allowed && is_impact(state_, pair) && !may_be_speculative(state_, pair, substep) &&
           substeps_for_speculation({&pair, 1}, substep) == 1.0;
  };
  return blocked.first(static_cast<std::size_t>(std::find_if(blocked.begin(), blocked.end(), ends) - blocked.begin()));
}

// Into how many substeps must the time be cut, for bodies that meet slowly to turn little enough for speculative
// contacts? One, if there would be too many.
double SubstepPlanner::substeps_for_speculation(std::span<const BlockedPair> blocked, const Substep& substep) const {
  double cuts = 1.0;
  for (const BlockedPair& pair : blocked) {
    if (!is_slow(state_, pair)) continue;
    const double wanted =
        std::max(1.0, std::ceil(turn_of(pair, substep.plans, substep.planned) / tuning::kMostSpeculativeTurn));
    if (substep.planned < wanted * tuning::kShortestSubstep * state_.setting.length ||
        is_far(state_, pair, substep.planned / wanted))
      continue;
    cuts = std::max(cuts, wanted);
  }
  return cuts;
}

// Do bodies meet where they have a contact? Then it was not solved exactly enough. Large heaps have to accept that.
bool SubstepPlanner::would_stall(std::span<const BlockedPair> blocked) const {
  return state_.contacts.size() <= tuning::kMostContactsForHard &&
         std::any_of(blocked.begin(), blocked.end(),
                     [this](const BlockedPair& pair) { return !pair.stuck && !is_impact(state_, pair); });
}

// Ends at the first impact. Other pairs that would meet before it stall, and a stalled body is not there to be hit.
void SubstepPlanner::end(Substep& substep, const std::vector<BlockedPair>& blocked) {
  const std::vector<Traveller> moving = state_.travellers(&substep.plans);
  std::vector<BlockedPair> stalling;
  for (const BlockedPair& pair : blocked) {
    if (substep.impacts_allowed && is_impact(state_, pair)) {
      substep.stops = stop_times(moving, pair.until, stalling, certifier_);
      const double first = std::min(substep.stops[pair.ids.a], substep.stops[pair.ids.b]);
      if (first >= pair.until) {
        substep.impact = pair;
        substep.length = pair.until;
        return;
      }
    }
    stalling.push_back(pair);
  }
  substep.length = substep.planned;
  substep.stops = stop_times(moving, substep.length, stalling, certifier_);
}

}  // namespace graze
