// SPDX-License-Identifier: Apache-2.0
#include "distance/placement.hpp"

#include "numeric/stable_norm.hpp"

namespace graze {

FaceValuePose::FaceValuePose(const Pose& pose, const Vector3& origin)
    : linear(pose.linear()),
      offset(pose.translation() - origin),
      norm(linear.norm() * (1 + 1e-9)),
      offset_size(stable_norm(offset) * (1 + 1e-9)) {}

double FaceValuePose::smallest_stretch() const {
  // |L x|^2 = |x|^2 + x . (L^T L - 1) x, so the square of the stretch is at least 1 - defect, and so is the stretch.
  const double defect = (linear.transpose() * linear - Eigen::Matrix3d::Identity()).norm() * (1 + 1e-9) +
                        16 * rounding::kUlp * (norm * norm + 1);
  return std::max(0.0, 1 - defect);
}

}  // namespace graze
