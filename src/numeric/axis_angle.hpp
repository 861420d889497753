// SPDX-License-Identifier: Apache-2.0
// Rotations by an angle about an axis, as Eigen's AngleAxis makes them, but with the same bits on every machine: Eigen
// takes sine, cosine and arc tangent from the C library.
#pragma once

#include <cmath>

#include <Eigen/Geometry>

#include "numeric/elementary/elementary.hpp"

namespace graze {

struct AxisAngle {
  Eigen::Vector3d axis;  // of length 1
  double angle;          // radians
};

inline Eigen::Quaterniond quaternion_of(const AxisAngle& turn) {
  const auto [sine, cosine] = portable::sin_cos(0.5 * turn.angle);
  Eigen::Quaterniond q;
  q.w() = cosine;
  q.vec() = sine * turn.axis;
  return q;
}

// Rodrigues' formula.
inline Eigen::Matrix3d matrix_of(const AxisAngle& turn) {
  const auto [sine, cosine] = portable::sin_cos(turn.angle);
  const Eigen::Vector3d& k = turn.axis;
  const Eigen::Vector3d along = (1.0 - cosine) * k;
  const Eigen::Vector3d across = sine * k;
  Eigen::Matrix3d m = along * k.transpose();
  m.diagonal().array() += cosine;
  m(0, 1) -= across.z();
  m(1, 0) += across.z();
  m(0, 2) += across.y();
  m(2, 0) -= across.y();
  m(1, 2) -= across.x();
  m(2, 1) += across.x();
  return m;
}

// By at most half a turn; about the x axis if by none.
inline AxisAngle axis_angle_of(const Eigen::Quaterniond& q) {
  double length = q.vec().norm();
  if (!(length >= 0x1p-500)) length = q.vec().stableNorm();
  if (length == 0.0) return {Eigen::Vector3d::UnitX(), 0.0};
  const double angle = 2.0 * portable::atan2(length, std::abs(q.w()));
  return {q.vec() / (q.w() < 0.0 ? -length : length), angle};
}

}  // namespace graze
