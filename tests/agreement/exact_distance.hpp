// SPDX-License-Identifier: Apache-2.0
// The distance of two shapes at 200 bits, from their farthest points alone: Gilbert's iteration with all sub-simplices
// tried. Slow, simple, and independent of the library's.
#pragma once

#include "agreement/exact_shapes.hpp"
#include "motion/exact_motions.hpp"

namespace graze::testing {

// A body frame at one instant: where its origin is and where its axes point.
struct ExactPose {
  Vec<Real> origin;
  std::array<Vec<Real>, 3> axes;

  static ExactPose of(const ExactMotion& motion, const Real& time);
};

struct ExactBounds {
  Real lower, upper;
};

// Bounds no further apart than the given part of the upper one, or an upper bound below `zero`.
ExactBounds exact_distance(const ExactShape& a, const ExactPose& pose_a, const ExactShape& b, const ExactPose& pose_b,
                           double part, double zero);

}  // namespace graze::testing
