// SPDX-License-Identifier: Apache-2.0
// Position correction: keeps bodies apart, and joints together, although paths bend and solutions are not exact.
#pragma once

#include "world/step/island_state.hpp"

namespace graze {

// Where bodies would end closer than the gap, because they are so already or because paths bend as bodies turn, changes
// the motions of the plans, but not the velocities that bodies have afterwards. `solved`: the bodies of the contact
// solver. The contacts of the state remember the impulses of the correction.
void correct_positions(IslandState& state, double h, bool again, const std::vector<SolverBody>& solved,
                       std::vector<BodyPlan>& plans);

}  // namespace graze
