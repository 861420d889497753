// SPDX-License-Identifier: Apache-2.0
#include "motion/chain/link_frames.hpp"

#include "motion/chain/articulated_data.hpp"

namespace graze {

LinkFrames::LinkFrames(const JointTrajectory& trajectory) : linkage_(trajectory.linkage()) {
  for (std::size_t k = 0; k < linkage_.joints().size(); ++k)
    joints_.push_back(joint_during(linkage_, trajectory.pieces().front(), k));
}

// Parents come before their children.
std::vector<PlainFrame> LinkFrames::at(double time) const {
  std::vector<PlainFrame> frames(linkage_.links());
  for (std::size_t k = 0; k < joints_.size(); ++k) {
    frames[k + 1] = frames[linkage_.joints()[k].parent];
    frames[k + 1].take(joints_[k], linkage_.data().plain[k], time);
  }
  return frames;
}

std::vector<Lengths> LinkFrames::lengths(const Interval& time) const {
  std::vector<Lengths> lengths(linkage_.links());
  for (std::size_t k = 0; k < joints_.size(); ++k) {
    lengths[k + 1] = lengths[linkage_.joints()[k].parent];
    lengths[k + 1].take(joints_[k], time);
  }
  return lengths;
}

}  // namespace graze
