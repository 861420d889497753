// SPDX-License-Identifier: Apache-2.0
#include "distance/triangle_triangle.hpp"
#include "numeric/stable_norm.hpp"

#include <optional>

#include <Eigen/Geometry>

namespace graze {
namespace {

using Eigen::Vector3d;
using Corners = std::array<Vector3d, 3>;

Corners middle(const IntervalTriangle& t) {
  Corners result;
  for (int k = 0; k < 3; ++k) result[k] = {t[k][0].mid(), t[k][1].mid(), t[k][2].mid()};
  return result;
}

Corners edges_of(const Corners& p) { return {p[1] - p[0], p[2] - p[1], p[0] - p[2]}; }

Interval extent(const IntervalTriangle& t, const Vector3d& u) {
  std::array<Interval, 3> along;
  for (int k = 0; k < 3; ++k) along[k] = Interval(u[0]) * t[k][0] + Interval(u[1]) * t[k][1] + Interval(u[2]) * t[k][2];
  return hull(hull(along[0], along[1]), along[2]);
}

// A lower bound of the distance from the gap along one direction, which is scaled to about unit length: 16 ulp cover
// how far from one it comes out. Negative or zero: the direction proves nothing.
double gap_along(const IntervalTriangle& a, const IntervalTriangle& b, const Vector3d& direction) {
  const Vector3d unit = unit_of(direction);
  if (unit.isZero(0.0)) return 0.0;
  const Interval along_a = extent(a, unit);
  const Interval along_b = extent(b, unit);
  const double gap = std::max(along_b.lo() - along_a.hi(), along_a.lo() - along_b.hi());
  return rounding::down(gap) * (1 - 16 * rounding::kUlp);
}

// Where the segment from u to v passes through the triangle, if it does.
std::optional<Vector3d> piercing_point(const Vector3d& u, const Vector3d& v, const Corners& triangle) {
  const Vector3d normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
  const double from = (u - triangle[0]).dot(normal);
  const double to = (v - triangle[0]).dot(normal);
  if (from * to >= 0) return std::nullopt;
  const Vector3d point = u + (from / (from - to)) * (v - u);
  for (int k = 0; k < 3; ++k)
    if ((triangle[(k + 1) % 3] - triangle[k]).cross(point - triangle[k]).dot(normal) < 0) return std::nullopt;
  return point;
}

double size_of(const Corners& p, const Corners& q) {
  double size = 0.0;
  for (int k = 0; k < 3; ++k) size = std::max({size, p[k].cwiseAbs().maxCoeff(), q[k].cwiseAbs().maxCoeff()});
  return size;
}

// A sliver's normal is noise, and so is where it seems to be pierced: such a point is common to both triangles only if
// it lies on the one pierced, too.
ClosestPoints closest(const Corners& p, const Corners& q) {
  ClosestPoints best{p[0], closest_on_triangle(p[0], q)};
  const double near = 64 * rounding::kUlp * size_of(p, q);
  const auto meet = [near](const ClosestPoints& points) { return (points.b - points.a).cwiseAbs().maxCoeff() <= near; };
  const auto keep = [&best](const ClosestPoints& candidate) {
    if (candidate.squared_distance() < best.squared_distance()) best = candidate;
  };
  for (int i = 0; i < 3; ++i) {
    keep({p[i], closest_on_triangle(p[i], q)});
    keep({closest_on_triangle(q[i], p), q[i]});
    for (int j = 0; j < 3; ++j) keep(closest_of_segments(p[i], p[(i + 1) % 3], q[j], q[(j + 1) % 3]));
    if (const auto point = piercing_point(p[i], p[(i + 1) % 3], q)) {
      const ClosestPoints pierced{*point, closest_on_triangle(*point, q)};
      if (meet(pierced)) return {*point, *point};
      keep(pierced);
    }
    if (const auto point = piercing_point(q[i], q[(i + 1) % 3], p)) {
      const ClosestPoints pierced{closest_on_triangle(*point, p), *point};
      if (meet(pierced)) return {*point, *point};
      keep(pierced);
    }
  }
  return best;
}

// Calls accept(gap) for direction after direction until it answers true. Two disjoint triangles are separated along a
// face normal, a product of two edges or, if they are coplanar, an in-plane normal of an edge; the direction between
// the closest points gives the distance itself, but suffers when that is tiny. Cheap and likely ones come first.
template <class Accept>
bool try_directions(const IntervalTriangle& a, const IntervalTriangle& b, Accept&& accept) {
  const Corners p = middle(a);
  const Corners q = middle(b);
  const Corners edges_a = edges_of(p);
  const Corners edges_b = edges_of(q);
  const Vector3d normal_a = edges_a[0].cross(edges_a[1]);
  const Vector3d normal_b = edges_b[0].cross(edges_b[1]);
  const auto try_one = [&](const Vector3d& direction) { return accept(gap_along(a, b, direction)); };
  if (try_one((q[0] + q[1] + q[2]) - (p[0] + p[1] + p[2])) || try_one(normal_a) || try_one(normal_b)) return true;
  const ClosestPoints points = closest(p, q);
  if (try_one(points.b - points.a)) return true;
  for (int i = 0; i < 3; ++i) {
    if (try_one(normal_a.cross(edges_a[i])) || try_one(normal_b.cross(edges_b[i]))) return true;
    for (int j = 0; j < 3; ++j)
      if (try_one(edges_a[i].cross(edges_b[j]))) return true;
  }
  return false;
}

}  // namespace

bool triangles_apart(const IntervalTriangle& a, const IntervalTriangle& b, double separation) {
  return try_directions(a, b, [separation](double gap) { return gap > separation; });
}

double certified_gap(const IntervalTriangle& a, const IntervalTriangle& b) {
  double best = 0.0;
  try_directions(a, b, [&best](double gap) {
    best = std::max(best, gap);
    return false;
  });
  return best;
}

ClosestPoints closest_of_triangles(const IntervalTriangle& a, const IntervalTriangle& b) {
  return closest(middle(a), middle(b));
}

// A closest point goes with the corners it is made of: it is no further from any of its like than they are from theirs.
double largest_distance(const IntervalTriangle& a, const IntervalTriangle& b) {
  double error = kVanishingLength;
  for (const IntervalTriangle* triangle : {&a, &b})
    for (const IntervalVector3& corner : *triangle)
      for (int i = 0; i < 3; ++i) error += corner[i].width() + 16 * rounding::kUlp * corner[i].magnitude();
  const ClosestPoints points = closest_of_triangles(a, b);
  return rounding::up(stable_norm(points.b - points.a) + error * (1 + 1e-9));
}

}  // namespace graze
