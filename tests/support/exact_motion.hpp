// SPDX-License-Identifier: Apache-2.0
// Constant velocity motion, evaluated at any precision straight from its definition.
#pragma once

#include <graze/motion.hpp>

#include "support/real.hpp"

namespace graze::testing {

struct RigidMotion {
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  // at t = 0
  Eigen::Quaterniond orientation = Eigen::Quaterniond::Identity();
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
  Eigen::Vector3d angular_velocity = Eigen::Vector3d::Zero();

  Motion motion() const { return Motion::constant_velocity(position, orientation, velocity, angular_velocity); }
};

// Where a body point is, and its derivatives.
template <class T>
struct PathPoint {
  Vec<T> position, velocity, acceleration;
};

// The path of the body point `point` at time `t`; the acceleration is w x (w x r).
template <class T>
PathPoint<T> path_at(const RigidMotion& m, const Vec<T>& point, const T& t) {
  const Vec<T> w(m.angular_velocity);
  const Vec<T> v(m.velocity);
  const Vec<T> arm = turned(turned(point, m.orientation), t * w);
  const Vec<T> spin = cross(w, arm);
  return {Vec<T>(m.position) + t * v + arm, v + spin, cross(w, spin)};
}

}  // namespace graze::testing
