// SPDX-License-Identifier: Apache-2.0
// Random motions over a window, and how one is moved so that two bodies meet.
#pragma once

#include "attack/questions/shape_generators.hpp"

namespace graze::attack {

struct Stage {
  double start = 0, end = 1;
  double size = 1;    // of what moves
  double period = 1;  // what rates are relative to: the window, or a unit if it has no length
  bool tidy = false;  // round numbers along the axes: faces and edges that meet exactly
};

MotionNumbers random_motion(Random& random, const Stage& stage);
// Moves all of it, so that the body's origin is at `target` at a time, as doubles allow.
void bring_to(MotionNumbers& motion, double time, const Vec<Quad>& target);

}  // namespace graze::attack
