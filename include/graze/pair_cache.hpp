// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace graze {

// What one query on a pair of bodies leaves for the next: the pair of leaves that touched. A hint only, it never
// changes an answer. One per pair of bodies, in the order they are asked; not to be shared between threads at once.
class PairCache {
 public:
  void clear() { *this = {}; }

  bool has_leaves = false;
  std::uint32_t leaf_a = 0, leaf_b = 0;
};

}  // namespace graze
