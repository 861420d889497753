// SPDX-License-Identifier: Apache-2.0
// Boxes around a particle's way over a stretch of time.
#pragma once

#include <algorithm>

#include "particles/system.hpp"

namespace graze::particles {

template <int D>
struct SweptBox {
  Vec<D> lower, upper;

  void enclose(const SweptBox& other) {
    for (int d = 0; d < D; ++d) {
      lower[d] = std::min(lower[d], other.lower[d]);
      upper[d] = std::max(upper[d], other.upper[d]);
    }
  }
  // Does it meet the other box moved by the shift?
  bool meets(const SweptBox& other, const Vec<D>& shift) const {
    for (int d = 0; d < D; ++d)
      if (lower[d] > other.upper[d] + shift[d] || other.lower[d] + shift[d] > upper[d]) return false;
    return true;
  }
};

// Around the particle from `start` to `end`. A coordinate of the flight has at most one turning point, by which it
// leaves the range of its two ends by at most g t^2 / 8 (drag only lessens that). The last term covers rounding.
template <int D>
SweptBox<D> swept_box(const Record<D>& p, const Flight& flight, Ticks start, Ticks end) {
  const Moving<D> at_start = flown(p, flight, start - p.clock);
  const Moving<D> at_end = flown(p, flight, end - p.clock);
  const double t = flight.seconds(end - start);
  SweptBox<D> box;
  for (int d = 0; d < D; ++d) {
    const auto [low, high] = std::minmax(at_start.r[d], at_end.r[d]);
    const double bend = 0.125 * std::abs(flight.gravity[d] - flight.drag * at_start.v[d]) * t * t;
    const double margin = p.radius + bend + 0x1p-40 * (std::abs(low) + std::abs(high) + p.radius);
    box.lower[d] = low - margin;
    box.upper[d] = high + margin;
  }
  return box;
}

}  // namespace graze::particles
