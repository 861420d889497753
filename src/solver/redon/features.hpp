// SPDX-License-Identifier: Apache-2.0
// The first contact of two triangles' features by interval bisection in time, earlier half first (Redon et al.,
// section 4.2).
#pragma once

#include <limits>
#include <optional>
#include <span>

#include "solver/mesh_features/feature_search.hpp"

namespace graze {

struct RedonRoot {
  Interval root;
  std::size_t pair;  // which of the pairs
};

class RedonFeatureSearch {
 public:
  // At most fifteen pairs: all there are between two triangles.
  RedonFeatureSearch(std::span<const FeaturePair> pairs, const Body& a, const Body& b, const Vector3& origin,
                     const FeatureSearchOptions& options, Meter& meter);

  // The earliest root in `time` among those not after `stop_after`, if there is one. Depends on nothing else.
  std::optional<RedonRoot> run(const Interval& time, double stop_after);

  // No contact in the time before this either way; less than infinity when the budget was spent there.
  double open_from() const { return open_from_; }

 private:
  using Mask = std::uint16_t;  // a set of pairs

  bool look(const Interval& time, Mask pairs);
  Mask may_touch(const Interval& time, Mask pairs);
  std::optional<std::size_t> near_contact(double time, Mask pairs) const;
  void hand_over(const Interval& rest, Mask pairs);
  void offer(const Interval& root, std::size_t pair);

  std::span<const FeaturePair> pairs_;
  const Body& a_;
  const Body& b_;
  Vector3 origin_;
  const FeatureSearchOptions& options_;
  Meter& meter_;
  double stop_after_ = 0.0;
  double end_ = 0.0;
  int looked_ = 0;
  std::optional<RedonRoot> found_;
  double open_from_ = std::numeric_limits<double>::infinity();
};

}  // namespace graze
