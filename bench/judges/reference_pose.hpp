// SPDX-License-Identifier: Apache-2.0
// Where the bodies of a trial are at a time, in extended precision and by formulas of its own: the measurements of an
// answer must not depend on the library that gave it, nor lose the digits it is about.
#pragma once

#include <graze/motion.hpp>

#include "judges/exact_triangles.hpp"

namespace graze::bench {

// A constant-velocity motion as plain numbers.
struct Flight {
  Vector3 position = Vector3::Zero();
  Quaternion orientation = Quaternion::Identity();
  Vector3 velocity = Vector3::Zero();
  Vector3 angular_velocity = Vector3::Zero();

  Motion motion() const { return Motion::constant_velocity(position, orientation, velocity, angular_velocity); }
};

struct RealPose {
  Eigen::Matrix<Real, 3, 3> rotation = Eigen::Matrix<Real, 3, 3>::Identity();
  Point translation = Point::Zero();

  Point operator*(const Point& p) const { return rotation * p + translation; }
  Pose rounded() const;
};

RealPose pose_at(const Flight& flight, double time);
RealPose relative(const RealPose& a, const RealPose& b);
// The pose of b seen from a, at a time. Near contact its numbers are of the size of the bodies, however far they flew.
RealPose relative_pose(const Flight& a, const Flight& b, double time);

}  // namespace graze::bench
