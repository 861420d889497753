// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

namespace graze {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace graze
