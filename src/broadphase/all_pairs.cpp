// SPDX-License-Identifier: Apache-2.0
#include "broadphase/broad_phase.hpp"

namespace graze {

std::vector<BoxPair> all_pairs(std::span<const SweptBox> boxes) {
  std::vector<BoxPair> pairs;
  const auto count = static_cast<std::uint32_t>(boxes.size());
  for (std::uint32_t i = 0; i < count; ++i)
    for (std::uint32_t j = i + 1; j < count; ++j)
      if (boxes[i].overlaps(boxes[j])) pairs.push_back({i, j});
  return pairs;
}

}  // namespace graze
