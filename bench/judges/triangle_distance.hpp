// SPDX-License-Identifier: Apache-2.0
// The distance of two triangles in extended precision, by trying every vertex/face and edge/edge pair.
#pragma once

#include "judges/exact_triangles.hpp"

namespace graze::bench {

// For triangles that do not intersect; for others, some number of no meaning.
Real triangle_distance(const PointTriangle& a, const PointTriangle& b);

}  // namespace graze::bench
