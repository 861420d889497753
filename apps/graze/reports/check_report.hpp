// SPDX-License-Identifier: Apache-2.0
// What `graze check` prints.
#pragma once

#include <string>
#include <vector>

#include <graze/robot.hpp>

namespace graze {

// Of a path: that of its first part that is not free; free if there is none.
Verdict verdict_of(const std::vector<MotionCheck>& parts);

// A table for people.
std::string describe_check(const Robot& robot, const Scene& scene, const std::vector<MotionCheck>& parts,
                           const std::vector<std::string>& warnings);
// One line.
std::string check_json(const std::vector<MotionCheck>& parts, const std::vector<std::string>& warnings);

}  // namespace graze
