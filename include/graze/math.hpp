// SPDX-License-Identifier: Apache-2.0
/// @file
/// Vectors, rotations and poses: Eigen's, in double precision.
#pragma once

#include <Eigen/Geometry>

namespace graze {

/// A point or a direction. Lengths are in the unit of the scene.
using Vector3 = Eigen::Vector3d;
/// A rotation. Files and constructors from numbers have the order x, y, z, w; Eigen's own constructor has w first.
using Quaternion = Eigen::Quaterniond;
/// Where a body is: from its own coordinates to the world's.
using Pose = Eigen::Isometry3d;
static_assert(alignof(Pose) == 16,
              "graze: Eigen's types must be laid out as in the library: compile with -DEIGEN_MAX_ALIGN_BYTES=16 "
              "-DEIGEN_MAX_STATIC_ALIGN_BYTES=16, as find_package(graze) and pkg-config do");

}  // namespace graze
