// SPDX-License-Identifier: Apache-2.0
// Plans the next substep of an island: contacts, motions, their certification, and how far each body may go.
#pragma once

#include <span>

#include "world/step/contact_set.hpp"
#include "world/step/motion_planner.hpp"

namespace graze {

class SubstepPlanner {
 public:
  // All are kept by reference.
  SubstepPlanner(IslandState& state, Certifier& certifier, ContactSet& contacts, MotionPlanner& motions)
      : state_(state), certifier_(certifier), contacts_(contacts), motions_(motions), longest_(state.setting.length) {}

  // The next substep, when so much of the step is left. Bodies do not move yet. Without impacts, bodies stall instead.
  Substep plan(double left, bool impacts_allowed);

 private:
  std::vector<BlockedPair> plan_motions(Substep& substep);
  std::span<const BlockedPair> until_impact(std::span<const BlockedPair> blocked, const Substep& substep) const;
  double substeps_for_speculation(std::span<const BlockedPair> blocked, const Substep& substep) const;
  bool would_stall(std::span<const BlockedPair> blocked) const;
  void end(Substep& substep, const std::vector<BlockedPair>& blocked);

  IslandState& state_;
  Certifier& certifier_;
  ContactSet& contacts_;
  MotionPlanner& motions_;
  double longest_;  // no substep is longer
};

}  // namespace graze
