// SPDX-License-Identifier: Apache-2.0
#include "solver/redon/slice.hpp"

#include <bit>

namespace graze {

std::shared_ptr<const RedonSlice> RedonSlices::at(const Interval& time) {
  constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15ULL;
  const std::uint64_t key =
      (std::bit_cast<std::uint64_t>(time.lo()) * kSpread ^ std::bit_cast<std::uint64_t>(time.hi())) * kSpread;
  std::shared_ptr<const RedonSlice>& place = recent_[key >> 56U];
  if (!place || !(place->time == time)) place = std::make_shared<const RedonSlice>(a_, b_, time);
  return place;
}

}  // namespace graze
