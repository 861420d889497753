// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/encounters/encounters.hpp"

namespace graze::bench {

// One row per method and trial.
std::string encounter_trials_csv(const EncounterResults& results);
// One row per method, pair and kind of encounter, per method and kind, and per method.
std::string encounter_summary_csv(const EncounterResults& results);

}  // namespace graze::bench
