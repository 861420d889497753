// SPDX-License-Identifier: Apache-2.0
// Random articulated bodies under every kind of joint trajectory, beside the path of their last link at 200 bits: from
// the tip to the root, each joint applied to a moving point by the product rule.
#pragma once

#include "motion/exact_motions.hpp"

namespace graze::testing {

ExactMotion make_articulated_rate(Random& random, Range range);
ExactMotion make_articulated_linear(Random& random, Range range);
ExactMotion make_articulated_waypoints(Random& random, Range range);
ExactMotion make_articulated_spline(Random& random, Range range);

}  // namespace graze::testing
