// SPDX-License-Identifier: Apache-2.0
// Measures every answer of the experiment and looks for contacts it denies.
#pragma once

#include "d2m_experiment.hpp"

namespace graze::bench {

// Fills in separations, penetrations, earlier contacts and failures.
void check_answers(D2mResults& results);

}  // namespace graze::bench
