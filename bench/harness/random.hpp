// SPDX-License-Identifier: Apache-2.0
// Random numbers of experiments.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include <graze/motion.hpp>

#include "numeric/split_mix64.hpp"

namespace graze::bench {

class Random : public SplitMix64 {
 public:
  using SplitMix64::SplitMix64;

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
};

// A seed for each member of a family, so that any one can be run alone.
inline std::uint64_t derived_seed(std::uint64_t seed, std::uint64_t member) {
  return Random(seed ^ (member * 0xD1342543DE82EF95ULL)).bits();
}

}  // namespace graze::bench
