// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace graze {

// On which side of the plane through a, b and c is p? 1: on the side from which they are seen counterclockwise; -1: on
// the other; 0: in the plane. Exact, for any finite coordinates.
int orientation(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c, const Eigen::Vector3d& p);

}  // namespace graze
