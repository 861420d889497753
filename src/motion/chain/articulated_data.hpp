// SPDX-License-Identifier: Apache-2.0
// What linkages and joint trajectories hold.
#pragma once

#include <limits>

#include <graze/articulated.hpp>

#include "motion/chain/chain_instant.hpp"

namespace graze {

struct Linkage::Data {
  std::vector<Joint> joints;
  std::vector<std::size_t> first_variable;  // by joint
  std::vector<ChainJoint> parts;            // by joint, without a curve
  std::vector<PlainJoint> plain;            // of those
  std::size_t variables = 0;
};

struct JointTrajectory::Piece {
  std::vector<JointCurve> curves;  // by variable; unused for floating joints
  std::vector<Motion> free;        // by joint; still but for floating ones
  double until = std::numeric_limits<double>::infinity();
};

// The joint as it moves during a piece.
ChainJoint joint_during(const Linkage& linkage, const JointTrajectory::Piece& piece, std::size_t joint);

}  // namespace graze
