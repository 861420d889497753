// SPDX-License-Identifier: Apache-2.0
// Stalled bodies stay where they are for the rest of a substep, and so do bodies that would run into them.
#pragma once

#include "world/certify/certify.hpp"

namespace graze {

// The time up to which each body follows its motion; the length for bodies that do not stop. Both bodies of a `blocked`
// pair stop where it ends, if they move. Others may run into a body at rest: they are certified again, and stop in
// front of it. With all these stops every pair is certified apart during the whole substep, if those that are not
// blocked were so without.
//
// `certifier` has certified the same travellers before.
std::vector<double> stop_times(std::span<const Traveller> travellers, double length,
                               std::span<const BlockedPair> blocked, Certifier& certifier);

}  // namespace graze
