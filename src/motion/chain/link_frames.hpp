// SPDX-License-Identifier: Apache-2.0
// All links of a linkage at once, each from the one before it: a motion of its own would walk all joints from the root.
#pragma once

#include <graze/articulated.hpp>

#include "motion/chain/chain_instant.hpp"
#include "motion/chain/chain_lengths.hpp"

namespace graze {

class LinkFrames {
 public:
  // Of a trajectory without corners.
  explicit LinkFrames(const JointTrajectory& trajectory);

  // By link.
  std::vector<PlainFrame> at(double time) const;
  std::vector<Lengths> lengths(const Interval& time) const;

 private:
  Linkage linkage_;
  std::vector<ChainJoint> joints_;
};

}  // namespace graze
