// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include <Eigen/Core>

namespace graze {

// Lengths below it have squares that vanish, so nothing is known of their directions. Every bound on the error of a
// distance includes it.
inline constexpr double kVanishingLength = 0x1p-480;

// The length of a vector whose squares may overflow or vanish.
inline double stable_norm(const Eigen::Vector3d& v) {
  const double largest = std::max(std::abs(v[0]), std::max(std::abs(v[1]), std::abs(v[2])));
  return largest > 0 && std::isfinite(largest) ? largest * (v / largest).norm() : largest;
}

}  // namespace graze
