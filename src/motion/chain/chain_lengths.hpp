// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "motion/chain/chain.hpp"

namespace graze {

// Bounds on the lengths of velocity and acceleration, spin and its rate, of the frame behind some joints, whatever
// their directions: sums over the joints, so they do not grow with the time.
struct Lengths {
  Interval velocity, acceleration, spin, spin_rate;

  // Behind one more joint.
  void take(const ChainJoint& joint, const Interval& time);

  RateBound speed_bound() const { return {velocity.hi(), spin.hi()}; }
  // |R'' r| = |b x Rr + w x (w x Rr)|.
  RateBound acceleration_bound() const { return {acceleration.hi(), (spin_rate + sqr(spin)).hi()}; }
};

}  // namespace graze
