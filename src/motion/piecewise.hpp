// SPDX-License-Identifier: Apache-2.0
// A motion put together from others, one after the other.
#pragma once

#include <graze/motion.hpp>

namespace graze {

// What holds whatever either holds.
MotionEnclosure hull_of(const MotionEnclosure& x, const MotionEnclosure& y);

// Throws std::invalid_argument unless there are at least two times, strictly increasing, as many placements, and all of
// it is finite.
void check_waypoints(const std::vector<double>& times, const std::vector<Placement>& placements);

// Each until its time, the last until infinity; all of them smooth.
Motion piecewise(std::string_view name, std::vector<MotionPiece> pieces);
// At rest at the first placement until the first time, then between[k] from times[k] until times[k + 1], then at rest
// at the last placement.
Motion piecewise(std::string_view name, const std::vector<double>& times, const std::vector<Placement>& placements,
                 const std::vector<Motion>& between);

}  // namespace graze
