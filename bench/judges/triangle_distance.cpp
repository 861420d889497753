// SPDX-License-Identifier: Apache-2.0
#include "judges/triangle_distance.hpp"

#include <algorithm>
#include <limits>

#include <Eigen/Geometry>

namespace graze::bench {

namespace {

Real point_segment(const Point& p, const Point& a, const Point& b) {
  const Point along = b - a;
  const Real length = along.squaredNorm();
  const Real share = length > 0 ? std::clamp((p - a).dot(along) / length, Real(0), Real(1)) : Real(0);
  return (p - a - share * along).norm();
}

// Where the foot of p lies inside the triangle: the distance to its plane. Elsewhere an edge is nearer or as near.
Real point_face(const Point& p, const PointTriangle& t) {
  const Point normal = (t[1] - t[0]).cross(t[2] - t[0]);
  const Real length = normal.norm();
  if (!(length > 0)) return std::numeric_limits<Real>::infinity();
  for (int i = 0; i < 3; ++i) {
    const Point edge = t[(i + 1) % 3] - t[i];
    if (edge.cross(p - t[i]).dot(normal) < 0) return std::numeric_limits<Real>::infinity();
  }
  return std::abs((p - t[0]).dot(normal)) / length;
}

// Where the feet of the common perpendicular lie on both segments: its length. Elsewhere an end is nearer.
Real crossing_segments(const Point& a, const Point& b, const Point& c, const Point& d) {
  const Point u = b - a;
  const Point v = d - c;
  const Point normal = u.cross(v);
  const Real length = normal.norm();
  if (!(length > 0)) return std::numeric_limits<Real>::infinity();
  const Real s = (c - a).cross(v).dot(normal) / (length * length);
  const Real t = (c - a).cross(u).dot(normal) / (length * length);
  if (s < 0 || s > 1 || t < 0 || t > 1) return std::numeric_limits<Real>::infinity();
  return std::abs((c - a).dot(normal)) / length;
}

Real segment_segment(const Point& a, const Point& b, const Point& c, const Point& d) {
  return std::min({crossing_segments(a, b, c, d), point_segment(a, c, d), point_segment(b, c, d),
                   point_segment(c, a, b), point_segment(d, a, b)});
}

}  // namespace

Real triangle_distance(const PointTriangle& a, const PointTriangle& b) {
  Real least = std::numeric_limits<Real>::infinity();
  for (int i = 0; i < 3; ++i) {
    least = std::min({least, point_face(a[i], b), point_face(b[i], a)});
    for (int j = 0; j < 3; ++j) {
      least = std::min(least, segment_segment(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]));
    }
  }
  return least;
}

}  // namespace graze::bench
