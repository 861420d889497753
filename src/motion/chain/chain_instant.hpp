// SPDX-License-Identifier: Apache-2.0
// A chain of joints at one instant, in doubles with bounds on their errors: several times as fast as in intervals.
#pragma once

#include "motion/chain/chain.hpp"

namespace graze {

// The constants of a joint as the nearest doubles, and how far they may be off: Euclidean for vectors, Frobenius norms
// for matrices.
struct PlainJoint {
  Vector3 offset, axis;
  Eigen::Matrix3d start, across, inward;
  double offset_error, axis_error, turn_error;

  explicit PlainJoint(const ChainJoint& joint);
};

// The frame behind some joints. Errors are Euclidean for vectors and spectral norms for the rotation.
class PlainFrame {
 public:
  // Where a chain starts: at the world's frame, with positions relative to the origin.
  explicit PlainFrame(const Vector3& origin = Vector3::Zero()) : origin_(origin) {}

  // Behind one more joint, whose constants are `plain`.
  void take(const ChainJoint& joint, const PlainJoint& plain, double time);
  // Nothing if the errors are too large for the bounds on them to hold.
  std::optional<MotionInstant> instant() const;

 private:
  struct Step;
  void take(Step step);

  bool starts_ = true;
  Vector3 origin_;
  Vector3 position_ = Vector3::Zero(), velocity_ = Vector3::Zero(), spin_ = Vector3::Zero();
  Eigen::Matrix3d rotation_ = Eigen::Matrix3d::Identity();
  double position_error_ = 0.0, velocity_error_ = 0.0, spin_error_ = 0.0, rotation_error_ = 0.0;
};

}  // namespace graze
