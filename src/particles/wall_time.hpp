// SPDX-License-Identifier: Apache-2.0
// When a particle hits a fixed wall. Like pair_time, a function of the record alone.
#pragma once

#include <vector>

#include <graze/particles.hpp>

#include "particles/flight.hpp"

namespace graze::particles {

// The face of the box on one side (0 lower, 1 upper) of an axis, as the particle's center meets it: the distance to it
// is `margin` (the radius at a wall, 0 at a periodic face).
template <int D>
Ticks face_time(const Record<D>& p, int axis, int side, std::int64_t face, double margin, const Flight& flight);

template <int D>
Ticks wall_time(const Record<D>& p, const Wall& wall, const Flight& flight);

// The unit vector from the wall to a center at r.
template <int D>
Vec<D> wall_normal(const Vec<D>& r, const Wall& wall);

// Distance of a center at r from the wall, negative behind a plane or inside a box.
template <int D>
double wall_distance(const Vec<D>& r, const Wall& wall);

// Is this center inside a shell? Then the wall curves towards it.
template <int D>
bool inside_shell(const Vec<D>& r, const Wall& wall);

}  // namespace graze::particles
