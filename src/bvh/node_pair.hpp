// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace graze {

// A node of the tree of each of two bodies.
struct NodePair {
  std::uint32_t a = 0, b = 0;
  friend auto operator<=>(const NodePair&, const NodePair&) = default;  // NOLINT(modernize-use-nullptr)
};

}  // namespace graze
