// SPDX-License-Identifier: Apache-2.0
// Checks of what surfaces are built from; each message names the surface and the parameter.
#pragma once

#include <cmath>
#include <stdexcept>
#include <string>

#include <graze/motion.hpp>

#include "numeric/range_checks.hpp"

namespace graze {

inline void require_surface(bool condition, const std::string& message) {
  if (!condition) throw std::invalid_argument(message);
}

// The matrix of a placement, rounded. Throws if the orientation is none.
inline Eigen::Matrix3d rotation_of(const Placement& placement, const std::string& what) {
  const auto& q = placement.orientation.coeffs();
  require_length(placement.position, what + ": position");
  require_surface(q.allFinite() && !q.isZero(0.0), what + ": orientation must be finite and not zero");
  const Quaternion scaled(q / q.cwiseAbs().maxCoeff());
  return scaled.normalized().toRotationMatrix();
}

}  // namespace graze
