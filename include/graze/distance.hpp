// SPDX-License-Identifier: Apache-2.0
// Static distance between two bodies at given poses, bracketed from both sides.
#pragma once

#include <graze/shape.hpp>

namespace graze {

struct DistanceBounds {
  double lower = 0.0;  // certified, rounding included; 0 when touching, overlapping, or too close to tell
  double upper = 0.0;  // the distance of the two witness points, rounded up
  Vector3 point_a = Vector3::Zero(), point_b = Vector3::Zero();
};

// Every pair of shapes. The poses are taken at face value, as the affine maps their doubles say. Meshes and curved
// shapes are surfaces: a body wholly inside one is at a positive distance from it. The bounds of a distance to a curved
// one are within 1e-9 of each other, relative to it or to a thousandth of the bodies' size if that is more, unless too
// much of it is as near. The others are solids: where two overlap, both bounds are
// 0, or within rounding of it when they hardly do, and the witness points are one point of both. Throws
// std::invalid_argument on poses with numbers that are not finite, positions beyond 1e41, and entries of the rotation
// beyond 2.
DistanceBounds distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

}  // namespace graze
