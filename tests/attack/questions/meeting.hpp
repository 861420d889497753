// SPDX-License-Identifier: Apache-2.0
// What all classes of the attack share: two bodies at any scale and time, with a contact planted or nearly so.
#pragma once

#include "attack/questions/motion_generators.hpp"
#include "attack/questions/shape_generators.hpp"

namespace graze::attack {

using ShapeMaker = ShapeNumbers (*)(Random& random, double size);

double random_size(Random& random);
void choose_window(Random& random, Question& q);
// Tolerance, separation and budget.
void choose_demands(Random& random, Question& q);

// Both bodies where a contact, or nearly one, is at a time of the window.
void plant(Random& random, Question& q, const Stage& stage_a, const Stage& stage_b);

// Two shapes of the given kinds, at any scale and time.
Question meeting(Random& random, ShapeMaker make_a, ShapeMaker make_b);

}  // namespace graze::attack
