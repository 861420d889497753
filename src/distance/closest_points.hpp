// SPDX-License-Identifier: Apache-2.0
// Closest points of simplices (vertex, edge, triangle) in plain doubles. The points are convex combinations of the
// corners, so their distance is an upper bound of the true one up to rounding, however degenerate the input.
#pragma once

#include <array>
#include <span>

#include <Eigen/Core>

namespace graze {

struct ClosestPoints {
  Eigen::Vector3d a, b;

  double squared_distance() const { return (b - a).squaredNorm(); }
};

Eigen::Vector3d closest_on_segment(const Eigen::Vector3d& p, const Eigen::Vector3d& a, const Eigen::Vector3d& b);
Eigen::Vector3d closest_on_triangle(const Eigen::Vector3d& p, std::span<const Eigen::Vector3d> triangle);
ClosestPoints closest_of_segments(const Eigen::Vector3d& a0, const Eigen::Vector3d& a1, const Eigen::Vector3d& b0,
                                  const Eigen::Vector3d& b1);

// Two features that can be the closest of two disjoint triangles: vertex and triangle, triangle and vertex, or two
// edges, told apart by their numbers of corners.
ClosestPoints closest_of_features(std::span<const Eigen::Vector3d> a, std::span<const Eigen::Vector3d> b);

// Weights, adding up to one, of the corners of a simplex for a point of it: by projection, for display, and so without
// guarantee.
std::array<double, 3> corner_weights(std::span<const Eigen::Vector3d> corners, const Eigen::Vector3d& point);

}  // namespace graze
