// SPDX-License-Identifier: Apache-2.0
// Which pairs may come close during a motion of a robot, and when. The motion is cut into parts so short that links go
// about as far as they are long; in each, boxes around the links are compared with each other and with the scene.
#pragma once

#include <functional>

#include "robot/robot_data.hpp"

namespace graze {

struct ClosePair {
  std::size_t a, b;  // positions of shapes of the robot; b of a body if in_scene
  bool in_scene;
  Interval time;  // at all other times of the window they are further apart than asked for
};

// Is this shape of the robot to be kept apart from this body of the scene?
using PairIsChecked = std::function<bool(std::size_t shape, std::size_t body)>;

// The pairs that may come closer than `distance` during the window: of links with bodies of the scene where `allowed`
// says so, and of links that the robot checks; in order of the times from which on they may, then of positions, bodies
// first. The trajectory has no corners.
std::vector<ClosePair> close_pairs(const Robot::Data& robot, const JointTrajectory& trajectory, const Scene& scene,
                                   double distance, const PairIsChecked& allowed);

}  // namespace graze
