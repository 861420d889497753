// SPDX-License-Identifier: Apache-2.0
/// @file
/// Static distance of two bodies at given poses, bounded from both sides.
#pragma once

#include <graze/shape.hpp>

namespace graze {

/// Bounds on the distance of two bodies, and their witness points, in world coordinates.
struct DistanceBounds {
  double lower = 0.0;  ///< Certified, rounding included. 0 if they touch, overlap, or are too close to decide.
  double upper = 0.0;  ///< The distance of the two witness points, rounded up.
  Vector3 point_a = Vector3::Zero(),  ///< The witness point on a.
      point_b = Vector3::Zero();      ///< The witness point on b.
};

/// The distance of two shapes at given poses, for every pair of shapes. The doubles of a pose count exactly, as an
/// affine map from body to world coordinates. Thread-safe.
///
/// Meshes and curved shapes are surfaces: a body wholly inside one is at a positive distance from it. The other shapes
/// are solids. If two solids overlap, both bounds are 0 and the witness points are one common point. If they hardly
/// overlap, the bounds may be off 0 by rounding.
///
/// For a curved shape the bounds are within 1e-9 of each other, relative to the distance or to a thousandth of the
/// bodies' size, whichever is larger. They are wider if too much of the surface is equally near.
///
/// Throws std::invalid_argument if a number of a pose is not finite, a position is beyond 1e41, or an entry of the
/// rotation is beyond 2.
DistanceBounds distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

}  // namespace graze
