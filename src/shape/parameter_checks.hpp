// SPDX-License-Identifier: Apache-2.0
// Checks of generator arguments; each message names the parameter. Sizes: numeric/range_checks.hpp.
#pragma once

#include <cmath>
#include <string>

#include "numeric/range_checks.hpp"
#include "numeric/require.hpp"

namespace graze {

inline void require_positive(double value, const char* name) {
  require(std::isfinite(value) && value > 0.0, std::string(name) + " must be positive and finite");
}

// The upper limit keeps meshes within 32-bit indices and memory.
inline void require_count(int value, int least, int most, const char* name) {
  require(least <= value && value <= most, std::string(name) + " must be between " + std::to_string(least) + " and " +
                                               std::to_string(most) + ", got " + std::to_string(value));
}

}  // namespace graze
