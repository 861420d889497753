// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace graze {

// A literal, so that a query that is in order allocates nothing.
inline void require(bool condition, const char* message) {
  if (!condition) throw std::invalid_argument(message);
}

}  // namespace graze
