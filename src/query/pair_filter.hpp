// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>

#include <graze/scene.hpp>

namespace graze {

// Two positions, whatever their order, as one number.
inline std::uint64_t pair_key(std::size_t a, std::size_t b) {
  return static_cast<std::uint64_t>(std::min(a, b)) << 32U | static_cast<std::uint64_t>(std::max(a, b));
}

// Which pairs of a scene are looked at?
class PairFilter {
 public:
  // Views the pipeline. Throws std::invalid_argument on positions that are not below the number of bodies.
  PairFilter(const Pipeline& pipeline, std::size_t bodies);

  bool allows(std::size_t a, std::size_t b) const {
    if (!ignored_.empty() && ignored_.contains(pair_key(a, b))) return false;
    return !pipeline_.allowed || pipeline_.allowed(std::min(a, b), std::max(a, b));
  }

 private:
  const Pipeline& pipeline_;
  std::unordered_set<std::uint64_t> ignored_;
};

// The allowed pairs that the pipeline's solver does not take, in order.
std::vector<BodyIds> unsupported_pairs(std::span<const Body> bodies, const Pipeline& pipeline,
                                       const PairFilter& filter);

}  // namespace graze
