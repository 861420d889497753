// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <graze/time_of_impact.hpp>

#include "solver/meter.hpp"

namespace graze {

// The queue: pairs of pieces by the time up to which each is proved apart. A half-space is the second body, at rest.
Toi search_surfaces(const Body& a, const Body& b, const Query& query, const SurfacesOptions& options, Meter& meter);

}  // namespace graze
