// SPDX-License-Identifier: Apache-2.0
// Two triangles whose corners are known to within intervals: closest points, and certified gaps.
#pragma once

#include <array>

#include <graze/interval.hpp>

#include "distance/closest_points.hpp"

namespace graze {

using IntervalTriangle = std::array<IntervalVector3, 3>;

// A proof that the triangles, wherever in their intervals the corners are, are further apart than `separation`. False:
// no proof found; they touch, overlap, or are too close for doubles to tell.
bool triangles_apart(const IntervalTriangle& a, const IntervalTriangle& b, double separation);

// A certified lower bound of their distance, 0 if none is found.
double certified_gap(const IntervalTriangle& a, const IntervalTriangle& b);

// Closest points of their middles; a common point, twice, if those intersect.
ClosestPoints closest_of_triangles(const IntervalTriangle& a, const IntervalTriangle& b);
// An upper bound of the distance of all triangles with corners in these intervals.
double largest_distance(const IntervalTriangle& a, const IntervalTriangle& b);

}  // namespace graze
