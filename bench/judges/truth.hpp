// SPDX-License-Identifier: Apache-2.0
// Did the bodies touch before a time? By sampling the flight densely where it matters.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "judges/pair_oracle.hpp"

namespace graze::bench {

// Where b is seen from a, at a time.
using RelativePath = std::function<RealPose(double)>;

struct Truth {
  // The first contact found: the bodies are disjoint at .first, intersect at .second, next to each other.
  std::optional<std::pair<double, double>> contact;
  std::size_t samples = 0;
};

// Samples [0, until]. From a pose with distance d the bodies cannot touch for d / (closing speed bound), so that
// stretch is skipped; the next sample is taken there, but no closer than `resolution` units of travel, so that sliding
// along ends. The last stretch is sampled ever more finely towards `until`. Every pose that is not clearly apart gets
// an exact intersection test, and a first intersecting sample is bisected down to the last bits of time.
Truth sample_truth(const PairOracle& oracle, const RelativePath& b_in_a, double closing_speed, double until,
                   double resolution = 1e-4);

}  // namespace graze::bench
