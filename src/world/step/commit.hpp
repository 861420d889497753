// SPDX-License-Identifier: Apache-2.0
// Moves the bodies along a substep's plans, and logs it. The log is written before the bodies move.
#pragma once

#include "world/step/island_state.hpp"

namespace graze {

// Moves all bodies, each as far as it goes, and changes their velocities. No other function moves bodies.
void commit(IslandState& state, const Substep& substep);

// The next substep, or step, starts its solver from the impulses of this one.
void remember_impulses(IslandState& state);

// All contacts, as the step reports them.
void log_contacts(IslandState& state);
// An impact for each pair that came into contact by a speculative contact. `at_start`: pairs in contact at the start of
// the substep, which is at the time `from`.
void log_speculative(IslandState& state, const PairContacts& at_start, double from);
// The paths of all bodies from time `at` to `end`, and the stalled bodies.
void log_flights(IslandState& state, const Substep& substep, double at, double end);

}  // namespace graze
