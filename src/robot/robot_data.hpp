// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <graze/robot.hpp>

namespace graze {

struct Robot::Data {
  RobotModel model;
  Linkage linkage;
  std::vector<std::string> variable_names;
  std::vector<BodyIds> self_pairs;
  std::vector<bool> link_moves;  // as seen from the world
};

}  // namespace graze
