// SPDX-License-Identifier: Apache-2.0
// The minimal enclosing sphere of a set of points.
#pragma once

#include <cstdint>
#include <span>

#include <Eigen/Core>

namespace graze {

struct EnclosingSphere {
  Eigen::Vector3d center = Eigen::Vector3d::Zero();
  double radius = 0.0;
};

// The smallest sphere around points[indices...], up to rounding in where its center is; the radius is then taken to
// the farthest point and rounded up, so that it contains every point whatever happened before. Never empty input.
EnclosingSphere minimal_sphere(std::span<const Eigen::Vector3d> points, std::span<const std::uint32_t> indices);

// An upper bound of the distance between two points.
double distance_above(const Eigen::Vector3d& p, const Eigen::Vector3d& q);

}  // namespace graze
