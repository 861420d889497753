// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include <graze/robot.hpp>

namespace graze {

// Adds the pairs that an SRDF file lets touch (disable_collisions). Pairs of links that the robot has not are listed in
// its warnings. Throws InputError.
void read_srdf(const std::filesystem::path& file, RobotModel& model);

}  // namespace graze
