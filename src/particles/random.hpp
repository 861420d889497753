// SPDX-License-Identifier: Apache-2.0
// Random numbers of initial states, the same on every platform.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "numeric/elementary/elementary.hpp"
#include "numeric/split_mix64.hpp"

namespace graze::particles {

class Random : public SplitMix64 {
 public:
  using SplitMix64::SplitMix64;

  std::size_t below(std::size_t count) { return static_cast<std::size_t>(bits() % count); }
  // Normal with variance 1 (Box and Muller).
  double normal() {
    const double radius = std::sqrt(-2.0 * portable::log(1.0 - uniform(0.0, 1.0)));
    return radius * portable::cos(uniform(0.0, 2.0 * std::numbers::pi));
  }
};

}  // namespace graze::particles
