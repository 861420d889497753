// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same on every platform and standard library.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include <graze/motion.hpp>

namespace graze::bench {

// SplitMix64.
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

  Vector3 direction() {
    const double z = uniform(-1.0, 1.0);
    const double turn = uniform(0.0, 2.0 * std::numbers::pi);
    const double radius = std::sqrt(1.0 - z * z);
    return {radius * std::cos(turn), radius * std::sin(turn), z};
  }
  // Uniform over all orientations.
  Quaternion orientation() {
    const double split = uniform(0.0, 1.0);
    const double first = uniform(0.0, 2.0 * std::numbers::pi);
    const double second = uniform(0.0, 2.0 * std::numbers::pi);
    const double low = std::sqrt(1.0 - split);
    const double high = std::sqrt(split);
    return {high * std::cos(second), low * std::sin(first), low * std::cos(first), high * std::sin(second)};
  }

 private:
  std::uint64_t state_;
};

// A seed for each member of a family, so that any one can be run alone.
inline std::uint64_t derived_seed(std::uint64_t seed, std::uint64_t member) {
  return Random(seed ^ (member * 0xD1342543DE82EF95ULL)).bits();
}

}  // namespace graze::bench
