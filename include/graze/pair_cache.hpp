// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <graze/shape.hpp>

namespace graze {

// What one query on a pair of bodies leaves for the next. It never changes an answer but for how far a search gets
// within a budget. One per pair of bodies, in their order; not shared between threads. What is in it is the solvers'
// own business.
class PairCache {
 public:
  void clear() { *this = {}; }

  // The leaves that touched: where to look first.
  bool has_leaves = false;
  std::uint32_t leaf_a = 0, leaf_b = 0;
  // The same in the trees of oriented boxes.
  bool has_boxes = false;
  std::uint32_t box_a = 0, box_b = 0;

  // How far apart, at least, two bodies were at an instant.
  struct Look {
    Body a, b;
    double time;
    double clearance;
  };
  std::optional<Look> look;
  int served = 0;  // queries answered by this look alone
  int pause = 0;   // queries without a look after one that served none
  int skip = 0;    // of those, still to come
};

}  // namespace graze
