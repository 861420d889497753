// SPDX-License-Identifier: Apache-2.0
// Contacts of an island in a substep: where bodies are in contact at its start, and speculative contacts where they
// would meet during it.
#pragma once

#include <span>

#include "world/step/island_state.hpp"

namespace graze {

class ContactSet {
 public:
  // Both are kept by reference.
  ContactSet(IslandState& state, Certifier& certifier) : state_(state), certifier_(certifier) {}

  // All contacts at the start of a substep of this length. The certifier begins the substep with them.
  void find(double length);
  // Adds speculative contacts for the blocked pairs that may have them. True if one of them is new.
  bool add_speculative(std::span<const BlockedPair> blocked, const Substep& substep);

 private:
  std::vector<ManifoldPoint> manifold(const BodyIds& ids, const BodyState& there_a, const BodyState& there_b,
                                      double reach, double left);
  void add_last_speculative(const BodyIds& ids, const PlacedShape& a, const PlacedShape& b,
                            std::vector<ManifoldPoint>& points) const;
  void wake_neighbours(const BodyIds& ids);
  void add(const BodyIds& ids, const ManifoldPoint& point);
  bool add_speculative(const BlockedPair& pair, const BodyPlan& plan_a, const BodyPlan& plan_b, double length);

  IslandState& state_;
  Certifier& certifier_;
};

// Will the two bodies not bounce?
bool is_slow(const IslandState& state, const BlockedPair& pair);
// Do the two bodies come too far in h for a speculative contact?
bool is_far(const IslandState& state, const BlockedPair& pair, double h);
// How far both bodies together turn in h; radians.
double turn_of(const BlockedPair& pair, const std::vector<BodyPlan>& plans, double h);
// Slow bodies that do not come far need no event: the bodies are made to arrive in contact at the end of the substep.
bool may_be_speculative(const IslandState& state, const BlockedPair& pair, const Substep& substep);

}  // namespace graze
