// SPDX-License-Identifier: Apache-2.0
// Do two triangles share a point? Decided exactly for the given coordinates, whatever they are.
#pragma once

#include <array>

#include <Eigen/Core>

namespace graze::bench {

// Extended precision keeps the digits of a moved vertex that a double would round off.
using Real = long double;
using Point = Eigen::Matrix<Real, 3, 1>;
using PointTriangle = std::array<Point, 3>;

// The side of the plane a, b, c that d is on: the sign of det(b - a, c - a, d - a), exact.
int orientation(const Point& a, const Point& b, const Point& c, const Point& d);

// Triangles are closed: touching counts. Any of them may be degenerate.
bool triangles_intersect(const PointTriangle& a, const PointTriangle& b);

}  // namespace graze::bench
