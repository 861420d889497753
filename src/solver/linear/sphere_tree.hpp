// SPDX-License-Identifier: Apache-2.0
// The sphere tree of a mesh fitted to straight vertex paths. If one sphere holds some vertices at t = 0 and another
// holds them at t = 1, the sphere in between (center and radius interpolated) holds them at t: the distance of a vertex
// from the center is convex in the pair of ends.
#pragma once

#include <optional>
#include <vector>

#include "shape/mesh_shape.hpp"

namespace graze {

struct LinearSphere {
  Vector3 center, velocity;  // at t = 0, and the way to where it is at t = 1
  double radius, growth;     // likewise
};

// One sphere for each node of the shape's tree.
std::vector<LinearSphere> linear_sphere_tree(const MeshShape& shape, std::span<const Vector3> end);

// The times of `within` at which the two, grown by padding, may overlap; nothing if they cannot.
std::optional<Interval> overlap_time(const LinearSphere& a, const LinearSphere& b, double padding,
                                     const Interval& within);

}  // namespace graze
