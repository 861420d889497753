// SPDX-License-Identifier: Apache-2.0
// Oriented boxes in motion: the continuous separating-axis test on intervals, and the plain tests that decide what is
// worth asking it (Redon, Kheddar, Coquillart 2002, section 4.1).
#pragma once

#include <graze/motion.hpp>

#include "bvh/obb_tree.hpp"
#include "solver/linearization/linearized_motion.hpp"

namespace graze {

// A box over a whole time interval: every axis and the center hold their true values at each of its times.
struct MovingBox {
  IntervalMatrix3 axes;  // columns
  IntervalVector3 center;
  Vector3 half;

  MovingBox(const ObbNode& node, const MotionEnclosure& motion);
};

// True only if the boxes are further apart than `separation` at every time they were made for. Looks for one axis that
// separates them all along: the faces' of both and, with `edge_axes`, the nine common perpendiculars of their edges.
bool stay_apart(const MovingBox& a, const MovingBox& b, double separation, bool edge_axes);

// A box at one instant, in plain doubles: nothing is proved with it.
struct PlacedBox {
  Eigen::Matrix3d axes;
  Vector3 center, half;

  PlacedBox(const ObbNode& node, const LinearizedMotion& frame);
};

// The discrete test: do they overlap, as far as doubles tell?
bool overlap(const PlacedBox& a, const PlacedBox& b);

// The subdivision test: do the boxes move so far past each other in a time of this length that no single axis is likely
// to separate them all along? Compares the relative path of the centers with `constant` times the boxes' extent along
// it, and the turning of either with `constant` radians.
bool move_far(const PlacedBox& a, const PlacedBox& b, const Vector3& relative_velocity, double turning_rate,
              double duration, double constant);

}  // namespace graze
