// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <fmt/format.h>

#include <graze/math.hpp>

namespace graze {

// Adding zero turns -0 into 0.
inline std::string in_words(const Vector3& v) {
  return fmt::format("({:.10g}, {:.10g}, {:.10g})", v.x() + 0.0, v.y() + 0.0, v.z() + 0.0);
}

}  // namespace graze
