// SPDX-License-Identifier: Apache-2.0
// Sorting many boxes along an axis: by floats, which take a radix sort of three passes.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace graze {

struct FloatKey {
  float key;
  std::uint32_t id;
};

// By key, in ascending order; equal keys keep their order. -0 counts as less than 0.
inline void sort_by_key(std::vector<FloatKey>& keys) {
  constexpr unsigned kBits = 11;
  constexpr unsigned kPasses = 3;
  constexpr std::uint32_t kMask = (1U << kBits) - 1;
  // The bits of floats that are not negative are in order as whole numbers; those of negative ones in reverse.
  const auto bits = [](float key) {
    const auto b = std::bit_cast<std::uint32_t>(key);
    return b & 0x80000000U ? ~b : b | 0x80000000U;
  };
  std::array<std::array<std::uint32_t, kMask + 1>, kPasses> places{};
  for (const FloatKey& key : keys)
    for (unsigned p = 0; p < kPasses; ++p) ++places[p][bits(key.key) >> (kBits * p) & kMask];
  std::vector<FloatKey> other(keys.size());
  for (unsigned p = 0; p < kPasses; ++p) {
    std::uint32_t sum = 0;
    for (std::uint32_t& place : places[p]) sum += std::exchange(place, sum);
    for (const FloatKey& key : keys) other[places[p][bits(key.key) >> (kBits * p) & kMask]++] = key;
    keys.swap(other);
  }
}

}  // namespace graze
