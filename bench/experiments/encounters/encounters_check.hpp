// SPDX-License-Identifier: Apache-2.0
// Measures every answer of the experiment and looks for contacts it denies.
#pragma once

#include "experiments/encounters/encounters.hpp"

namespace graze::bench {

// Fills in separations, penetrations, earlier contacts and failures.
void check_answers(EncounterResults& results);

}  // namespace graze::bench
