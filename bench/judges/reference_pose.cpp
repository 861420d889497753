// SPDX-License-Identifier: Apache-2.0
#include "judges/reference_pose.hpp"

namespace graze::bench {

Pose RealPose::rounded() const {
  Pose pose = Pose::Identity();
  pose.linear() = rotation.cast<double>();
  pose.translation() = translation.cast<double>();
  return pose;
}

RealPose pose_at(const Flight& flight, double time) {
  RealPose pose;
  const Eigen::Quaternion<Real> start = flight.orientation.cast<Real>().normalized();
  const Point spin = flight.angular_velocity.cast<Real>();
  const Real speed = spin.norm();
  pose.rotation = start.toRotationMatrix();
  if (speed > 0) {
    pose.rotation =
        Eigen::AngleAxis<Real>(speed * static_cast<Real>(time), spin / speed).toRotationMatrix() * pose.rotation;
  }
  pose.translation = flight.position.cast<Real>() + flight.velocity.cast<Real>() * static_cast<Real>(time);
  return pose;
}

RealPose relative(const RealPose& a, const RealPose& b) {
  RealPose pose;
  pose.rotation = a.rotation.transpose() * b.rotation;
  pose.translation = a.rotation.transpose() * (b.translation - a.translation);
  return pose;
}

RealPose relative_pose(const Flight& a, const Flight& b, double time) {
  return relative(pose_at(a, time), pose_at(b, time));
}

}  // namespace graze::bench
