// SPDX-License-Identifier: Apache-2.0
// Joints one after the other, each moving all that follows.
#pragma once

#include <optional>
#include <vector>

#include <graze/motion.hpp>

#include "motion/chain/joint_curve.hpp"

namespace graze {

// From the frame before to the frame after: x -> offset + turn x for a fixed one. One that turns by the angle q has
// start + sin(q) across + (1 - cos(q)) inward for a turn; one that slides has offset + q axis for an offset; a free one
// moves by `free` in the frame that offset and start make.
struct ChainJoint {
  enum class Kind : std::uint8_t { Fixed, Turns, Slides, Free };

  Kind kind = Kind::Fixed;
  IntervalVector3 offset;
  IntervalMatrix3 start, across, inward;
  IntervalVector3 axis;  // unit, in the frame before
  JointCurve curve{};
  std::optional<Motion> free{};

  // A fixed one at the placement.
  static ChainJoint fixed(const Placement& placement);
  // This with a fixed one in front of it.
  ChainJoint after(const ChainJoint& front) const;
};

// Fixed joints, and others whose variable is constant, are merged into what follows them.
Motion chain_motion(const std::vector<ChainJoint>& joints);

}  // namespace graze
