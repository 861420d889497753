// SPDX-License-Identifier: Apache-2.0
#include "particles/schedulers/space_filling_order.hpp"

#include <algorithm>

namespace graze::particles {
namespace {

// The bits of x with D - 1 zeros after each.
template <int D>
std::uint64_t spread(std::uint64_t x) {
  std::uint64_t y = 0;
  for (int bit = 0; bit < 20; ++bit) y |= ((x >> bit) & 1U) << (D * bit);
  return y;
}

}  // namespace

template <int D>
std::vector<std::uint32_t> space_filling_order(const System<D>& system) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keys(system.size());
  for (std::uint32_t i = 0; i < system.size(); ++i) {
    const Vec<D> r = system.current(i).r;
    std::uint64_t key = 0;
    for (int d = 0; d < D; ++d) {
      const double share = (r[d] - system.lower()[d]) / (system.upper()[d] - system.lower()[d]);
      key |= spread<D>(static_cast<std::uint64_t>(std::clamp(share, 0.0, 1.0 - 0x1p-20) * 0x1p20)) << d;
    }
    keys[i] = {key, i};
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::uint32_t> order(system.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = keys[k].second;
  return order;
}

template std::vector<std::uint32_t> space_filling_order(const System<2>&);
template std::vector<std::uint32_t> space_filling_order(const System<3>&);

}  // namespace graze::particles
