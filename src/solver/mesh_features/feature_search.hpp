// SPDX-License-Identifier: Apache-2.0
// The first contact of one pair of features, by the root finders of the D2M paper.
#pragma once

#include <optional>

#include "solver/mesh_features/feature_pair.hpp"
#include "solver/meter.hpp"

namespace graze {

struct FeatureSearchOptions {
  double separation;  // contact means distance <= this
  double near_miss;   // a pair this much closer than that may be reported as a contact
  double time_step;   // roots are bracketed to this width: what the pair can move by near_miss in
};

struct FeatureSearchResult {
  std::optional<Interval> root;  // no contact before it; distance within the near-miss range in it
  double open_from;              // no contact in the domain before this either way; less than infinity when the budget
                                 // was spent there
};

// `over` spans the time to search; `stop_after`: a contact later than this is of no interest and may go unreported.
FeatureSearchResult first_contact(const FeaturePair& pair, const Motion& a, const Motion& b, const PairMotion& over,
                                  double stop_after, const FeatureSearchOptions& options, Meter& meter);

}  // namespace graze
