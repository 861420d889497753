// SPDX-License-Identifier: Apache-2.0
// Which boxes overlap? Four answers to that, all the same.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <graze/scene.hpp>

#include "broadphase/swept_box.hpp"

namespace graze {

// Positions of two boxes, the smaller first.
struct BoxPair {
  std::uint32_t first, second;
  friend bool operator==(const BoxPair&, const BoxPair&) = default;
  friend auto operator<=>(const BoxPair&, const BoxPair&) = default;
};
inline BoxPair ordered(std::uint32_t i, std::uint32_t j) { return i < j ? BoxPair{i, j} : BoxPair{j, i}; }

// Every pair of boxes that overlap (SweptBox::overlaps), once, in any order. The boxes are finite.
std::vector<BoxPair> overlapping_pairs(BroadPhase kind, std::span<const SweptBox> boxes);
std::vector<BoxPair> all_pairs(std::span<const SweptBox> boxes);
std::vector<BoxPair> adaptive_bvh(std::span<const SweptBox> boxes);
std::vector<BoxPair> sweep_and_prune(std::span<const SweptBox> boxes);
std::vector<BoxPair> grid(std::span<const SweptBox> boxes);

}  // namespace graze
