// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <graze/time_of_impact.hpp>

namespace graze {

// No search stops at leaves that stay further apart than this: it is more than the separation by two tolerances, and by
// what doubles cannot tell of places and times in the window.
double clear_distance(const Body& a, const Body& b, const Query& query);

}  // namespace graze
