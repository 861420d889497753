// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "world/certify/traveller.hpp"

namespace graze {

// How two bodies were to move for some time.
struct PairPlan {
  BodyState a, b;  // at the start; the velocities are those of the motions
  double length = 0.0;

  // How far motions from now on, for a time that is no longer than the plan's, take points from where the plan takes
  // them in the last slice of its time, as seen from any point of the other body.
  double deviation(const Traveller& now_a, const Traveller& now_b, double length_now) const;
};

}  // namespace graze
