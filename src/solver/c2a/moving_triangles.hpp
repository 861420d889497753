// SPDX-License-Identifier: Apache-2.0
// How long two moving spheres, or triangles, surely stay apart: their distance over a bound on the speed of approach
// along the direction between them.
#pragma once

#include "solver/mesh_features/moving_simplex.hpp"

namespace graze {

// From the start of the stage, further apart than its padding. 0 if that is not proved even there; infinite if they
// never come that close, as far as the stage goes.
double safe_time(const Stage& stage, const MovingSphere& a, const MovingSphere& b);

struct TriangleTime {
  double safe;      // as above
  double distance;  // an upper bound of the distance at the start of the stage; only if `safe` is below `enough`
};
// `acceleration` bounds the second derivative of every point of a and b together. `margin`: stay apart by so much more
// than the padding, or by half of what there is if that is less. A time above `enough` need not be the best.
TriangleTime safe_time(const Stage& stage, const MovingSimplex& a, const MovingSimplex& b, double acceleration,
                       double margin, double enough);

}  // namespace graze
