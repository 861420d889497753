// SPDX-License-Identifier: Apache-2.0
// Bodies that stay at rest fall asleep, and are left alone until another body comes.
#pragma once

#include "world/step/island_state.hpp"

namespace graze {

// At the end of a step. Bodies in contact, directly or through others, fall asleep together.
void put_to_sleep(IslandState& state);

}  // namespace graze
