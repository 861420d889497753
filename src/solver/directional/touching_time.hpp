// SPDX-License-Identifier: Apache-2.0
// By when have two bodies touched? A look at some instants, not a proof: it tells a search where to look closely.
#pragma once

#include "solver/directional/orbit_filter.hpp"
#include "solver/meter.hpp"

namespace graze {

// A time at which the bodies are no further apart than `need`, not long after the first such time if that state lasts;
// the end of the window if they are not known to be so there. Nodes that the filter does not take are passed over.
double touching_time(const LeafyBody& a, const LeafyBody& b, const Interval& window, double need,
                     const std::optional<OrbitFilter>& filter, Meter& meter);

}  // namespace graze
