// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace graze {

// What one query on a pair of bodies leaves for the next: the leaves that touched. A hint: it never changes an answer
// but for how far a search gets within a budget. One per pair of bodies, in their order; not shared between threads.
class PairCache {
 public:
  void clear() { *this = {}; }

  bool has_leaves = false;
  std::uint32_t leaf_a = 0, leaf_b = 0;
  // The same in the trees of oriented boxes.
  bool has_boxes = false;
  std::uint32_t box_a = 0, box_b = 0;
};

}  // namespace graze
