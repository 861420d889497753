// SPDX-License-Identifier: Apache-2.0
// Is one body's motion, as seen from the other, about a screw: a turn about a fixed axis, and an advance along it?
#pragma once

#include <optional>

#include <graze/motion.hpp>

namespace graze {

// In body coordinates of b. Throughout the window each point of a is within `deviation` of a point at the same distance
// from the axis as at the window's start, and further along it by a number in `advance`.
struct RelativeScrew {
  Vector3 point, direction;  // of the axis; the direction is about a unit vector
  Pose start;                // of a at the window's start, seen from b
  double start_error;        // of where that places points of a
  Interval advance;
  double deviation;
};

// Nothing if a hardly turns as seen from b, or far from a screw. The radius bounds the body a.
std::optional<RelativeScrew> relative_screw(const Motion& a, double radius_a, const Motion& b, const Interval& window);

}  // namespace graze
