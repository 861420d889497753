// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

namespace graze::portable {

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
// Adding it rounds to whole numbers, which are in the lowest bits then.
inline constexpr double kRoundingShift = 0x1.8p52;

}  // namespace graze::portable
