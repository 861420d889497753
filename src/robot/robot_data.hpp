// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <graze/robot.hpp>

#include "motion/chain/chain_instant.hpp"

namespace graze {

struct Robot::Data {
  RobotModel model;
  Linkage linkage;
  std::vector<std::string> variable_names;
  std::vector<BodyIds> self_pairs;
  std::vector<bool> link_moves;  // as seen from the world
  // Where shapes are on their links, as joints that do not move.
  std::vector<ChainJoint> placements;
  std::vector<PlainJoint> plain_placements;
};

}  // namespace graze
