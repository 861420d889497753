// SPDX-License-Identifier: Apache-2.0
// A robot's motion looked at pose by pose, with kinematics of its own in plain doubles and static distances.
#pragma once

#include <string>
#include <vector>

#include <graze/robot.hpp>

#include "support/random.hpp"

namespace graze::testing {

// Where the links are in a configuration.
std::vector<Pose> link_poses(const RobotModel& model, const Linkage& linkage, const Configuration& q);

// What is wrong with an answer, in words; nothing if all is well: no contact at any of so many evenly spread poses that
// the answer says is free; at an impact, the pair it names is within the tolerance (and 1e-9 for the doubles here).
std::vector<std::string> faults_of(const MotionCheck& answer, const Robot& robot, const Configuration& from,
                                   const Configuration& to, const Scene& scene, int poses);

// Anywhere within the limits.
Configuration random_configuration(const Robot& robot, Random& random);

// The arm of scenes/robots/ among random boxes, balls, rods and meshes that it is not touching at rest.
Robot example_arm();
Scene random_cell(Random& random);

}  // namespace graze::testing
