// SPDX-License-Identifier: Apache-2.0
// Random shapes of about a size: ordinary ones, and flat, long, tiny, doubled and empty ones.
#pragma once

#include "attack/questions/question.hpp"
#include "support/random.hpp"

namespace graze::attack {

using testing::Random;

Point random_direction(Random& random);
Turn random_turn(Random& random);

ShapeNumbers primitive(Random& random, double size);     // sphere, capsule, box, cylinder, cone
ShapeNumbers convex_shape(Random& random, double size);  // those, hulls, rounded ones and sums
ShapeNumbers mesh_shape(Random& random, double size);    // any triangles
ShapeNumbers closed_mesh(Random& random, double size);   // a box or a tetrahedron
ShapeNumbers box_mesh(const Point& full_lengths);
ShapeNumbers compound_shape(Random& random, double size);
ShapeNumbers half_space(Random& random, double size);
ShapeNumbers curved_shape(Random& random, double size);
// How far its points are from the origin, at most.
double reach_of(const ShapeNumbers& shape);

}  // namespace graze::attack
