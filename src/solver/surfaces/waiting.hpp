// SPDX-License-Identifier: Apache-2.0
// Entries of the queue of pairs of pieces.
#pragma once

#include <cstdint>
#include <tuple>

namespace graze {

// Two pieces, proved apart on the window up to `until`; minus infinity: not even at its start.
struct Waiting {
  double until;
  double thickness;  // of both
  std::uint32_t a, b;
  bool stepped;  // along some direction, which is not the best any more

  // The top of a heap is the earliest; of those the thinnest, so that contacts are found rather than surrounded.
  friend bool operator<(const Waiting& x, const Waiting& y) {
    return std::tie(y.until, y.thickness, y.a, y.b) < std::tie(x.until, x.thickness, x.a, x.b);
  }
};

}  // namespace graze
