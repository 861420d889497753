// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <unordered_set>
#include <vector>

#include "broadphase/broad_phase.hpp"
#include "query/pair_filter.hpp"

namespace graze {

// Two bodies that may come close.
struct Candidate {
  BodyIds ids;
  double from;  // in this slice, not before this time
};

// The pairs of a scene that may come close, slice by slice of the window. Which they are depends on the bodies and the
// slices alone, not on the broad phase or the number of threads.
class Candidates {
 public:
  // Views its arguments.
  Candidates(std::span<const Body> bodies, const Query& query, const Pipeline& pipeline, const PairFilter& filter);

  // The allowed pairs that may come closer than separation + 2 tolerance during the slice, but for those taken before,
  // in any order.
  std::vector<BodyIds> during(const Interval& slice) const;
  // Those of the pairs of a slice that may come close by a closer look, at parts of the slice, in order of the time
  // from which on they may (then of positions).
  std::vector<Candidate> by_time(std::span<const BodyIds> pairs, const Interval& slice) const;
  void take(const BodyIds& ids) { taken_.insert(pair_key(ids.a, ids.b)); }

 private:
  bool is_open(std::size_t a, std::size_t b) const { return !taken_.contains(pair_key(a, b)) && filter_.allows(a, b); }
  SweptBody swept(std::size_t body, const Interval& time) const;
  bool may_be_close(const BodyIds& ids, const Interval& time) const;
  std::optional<double> close_from(const BodyIds& ids, const Interval& slice, int parts) const;
  void add_boxed(const std::vector<SweptBody>& all, std::vector<BodyIds>& pairs) const;
  void add_unbounded(const std::vector<SweptBody>& all, const Interval& slice, std::vector<BodyIds>& pairs) const;
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
