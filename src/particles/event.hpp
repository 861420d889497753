// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include <graze/particles.hpp>

#include "particles/record.hpp"

namespace graze::particles {

using Kind = ParticleEventKind;

// A predicted event. For a pair: two records, the one with the smaller id first. Otherwise a record and a wall or face,
// numbered as in ParticleEvent but for images of walls.
struct Event {
  Ticks time = kNever;
  std::uint32_t a = 0, b = 0;
  Kind kind = Kind::Pair;
  std::uint8_t image = 0;
};

// Images: each axis has a shift of -1, 0 or 1 box lengths, and the code is the number with these (plus 1) as its
// ternary digits, x the lowest.
template <int D>
inline constexpr std::uint8_t kNoShift = D == 2 ? 4 : 13;
template <int D>
inline constexpr int kImages = D == 2 ? 9 : 27;
template <int D>
inline constexpr std::uint8_t mirrored(std::uint8_t image) {
  return static_cast<std::uint8_t>(kImages<D> - 1 - image);
}

}  // namespace graze::particles
