// SPDX-License-Identifier: Apache-2.0
// Does one body, as seen from the other, turn about an axis?
#pragma once

#include <optional>

#include <graze/motion.hpp>

namespace graze {

// In body coordinates of b. Throughout the window each point of a is within `deviation` of where a body would be that
// turns about an axis of this direction. At the start the axis passes through `point`. It moves, across itself, by a
// part (0 to 1) of `drift`. Along the axis the body advances by `pitch` for each radian, or, if that is zero, by a
// number in `advance`.
struct RelativeScrew {
  Vector3 point, direction;  // the direction is about a unit vector
  Vector3 drift;
  double pitch;
  Interval advance;
  Pose start;          // of a at the window's start, seen from b
  double start_error;  // of where that places points of a
  double deviation;
};

// Do the bodies turn enough for an axis to tell more than directions do?
bool may_turn(const Motion& a, const Motion& b, const Interval& window);
// A turn with any advance, about an axis that may drift. Nothing if a hardly turns as seen from b, or about no axis.
// The radius bounds the body a.
std::optional<RelativeScrew> relative_turn(const Motion& a, double radius_a, const Motion& b, const Interval& window);
// The same about a fixed axis, with an advance in proportion to the turn.
std::optional<RelativeScrew> relative_thread(const Motion& a, double radius_a, const Motion& b, const Interval& window);

}  // namespace graze
