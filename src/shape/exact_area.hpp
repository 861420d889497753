// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace graze {

// Whether the three points lie on one line, decided exactly (for finite points whose coordinates differ by less than
// a factor of 2^400 in magnitude, where no product underflows).
bool has_zero_area(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c);

}  // namespace graze
