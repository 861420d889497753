// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <unordered_set>
#include <vector>

#include "broadphase/broad_phase.hpp"
#include "query/pair_filter.hpp"

namespace graze {

// The pairs of a scene that may come close, slice by slice of the window. Which they are depends on the bodies and the
// slices alone, not on the broad phase or the number of threads.
class Candidates {
 public:
  // Views its arguments.
  Candidates(std::span<const Body> bodies, const Query& query, const Pipeline& pipeline, const PairFilter& filter);

  // The allowed pairs that may come closer than separation + 2 tolerance during the slice, but for those taken before,
  // in order.
  std::vector<BodyIds> during(const Interval& slice) const;
  void take(std::span<const BodyIds> pairs);

 private:
  bool is_open(std::size_t a, std::size_t b) const { return !taken_.contains(pair_key(a, b)) && filter_.allows(a, b); }
  void add_boxed(const std::vector<SweptBody>& swept, std::vector<BodyIds>& pairs) const;
  void add_unbounded(const std::vector<SweptBody>& swept, const Interval& slice, std::vector<BodyIds>& pairs) const;
  bool is_boxed(std::size_t i, const SweptBody& swept) const {
    return bounds_[i].bounded && swept.box.lower.allFinite() && swept.box.upper.allFinite();
  }

  std::span<const Body> bodies_;
  const Pipeline& pipeline_;
  const PairFilter& filter_;
  double reach_;  // closer than this is close
  std::vector<ShapeBound> bounds_;
  std::unordered_set<std::uint64_t> taken_;
};

}  // namespace graze
