// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same on every platform and standard library (SplitMix64).
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "numeric/elementary/elementary.hpp"

namespace graze::particles {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
  }
  double uniform(double low, double high) { return low + (high - low) * 0x1p-53 * static_cast<double>(bits() >> 11U); }
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(bits() % count); }
  // Normal with variance 1 (Box and Muller).
  double normal() {
    const double radius = std::sqrt(-2.0 * portable::log(1.0 - uniform(0.0, 1.0)));
    return radius * portable::cos(uniform(0.0, 2.0 * std::numbers::pi));
  }

 private:
  std::uint64_t state_;
};

}  // namespace graze::particles
