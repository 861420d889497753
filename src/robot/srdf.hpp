// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include <graze/robot.hpp>

namespace graze {

// Adds what an SRDF file says about links that may touch: disable_collisions, enable_collisions and
// disable_default_collisions. Links to ignore that the robot has not, and elements that are not known, are listed in
// its warnings. Throws InputError, naming file and line, on templates of xacro, links to check that the robot has not,
// and elements about collisions that are not known.
void read_srdf(const std::filesystem::path& file, RobotModel& model);

}  // namespace graze
