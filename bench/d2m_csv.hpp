// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "d2m_experiment.hpp"

namespace graze::bench {

// One row per method and trial.
std::string d2m_trials_csv(const D2mResults& results);
// One row per method and pair at each speed, per method at each speed, and per method.
std::string d2m_summary_csv(const D2mResults& results);

}  // namespace graze::bench
