// SPDX-License-Identifier: Apache-2.0
// A pose whose doubles are taken at face value, as an affine map, with bounds on the rounding of using it.
#pragma once

#include <graze/motion.hpp>

#include "numeric/stable_norm.hpp"

namespace graze {

struct FaceValuePose {
  Eigen::Matrix3d linear;
  Vector3 offset;      // of the body origin from the origin chosen, near the action
  double norm;         // bounds the spectral norm of `linear`
  double offset_size;  // bounds |offset|

  FaceValuePose(const Pose& pose, const Vector3& origin);

  Vector3 place(const Vector3& body_point) const { return linear * body_point + offset; }
  // The direction whose products with body points are those of n with the points placed, up to the offset's.
  Vector3 into_body(const Vector3& n) const { return linear.transpose() * n; }
  // Bounds the error of place(), and of products of placed points with a direction of length one to within 1e-9, for
  // body points within `radius` of the body origin.
  double error(double radius) const {
    // The offset is rounded once. Each entry of a product is a sum of three: at most four roundings of what the
    // absolute values add up to, below norm * radius; two products and two sums for the longest chain. 16 ulp are twice
    // that.
    return (16 * rounding::kUlp) * (norm * radius + offset_size) + kVanishingLength;
  }
  // The image of a unit ball holds a ball of this radius: the smallest singular value of I + E is at least 1 - |E|.
  double smallest_stretch() const;
};

}  // namespace graze
