// SPDX-License-Identifier: Apache-2.0
#include "distance/closest_points.hpp"

#include <algorithm>

#include <Eigen/Geometry>

namespace graze {
namespace {

using Eigen::Vector3d;

void keep_closer(ClosestPoints& best, const ClosestPoints& candidate) {
  if (candidate.squared_distance() < best.squared_distance()) best = candidate;
}

}  // namespace

Vector3d closest_on_segment(const Vector3d& p, const Vector3d& a, const Vector3d& b) {
  const Vector3d along = b - a;
  const double square = along.squaredNorm();
  if (square == 0.0) return a;
  const double s = std::clamp((p - a).dot(along) / square, 0.0, 1.0);
  return s <= 0.5 ? Vector3d(a + s * along) : Vector3d(b - (1 - s) * along);
}

Vector3d closest_on_triangle(const Vector3d& p, std::span<const Vector3d> triangle) {
  ClosestPoints best{closest_on_segment(p, triangle[0], triangle[1]), p};
  keep_closer(best, {closest_on_segment(p, triangle[1], triangle[2]), p});
  keep_closer(best, {closest_on_segment(p, triangle[2], triangle[0]), p});
  const Vector3d u = triangle[1] - triangle[0];
  const Vector3d v = triangle[2] - triangle[0];
  const Vector3d normal = u.cross(v);
  const double square = normal.squaredNorm();
  if (square > 0.0) {
    const Vector3d w = p - triangle[0];
    const double s = w.cross(v).dot(normal) / square;
    const double t = u.cross(w).dot(normal) / square;
    if (s >= 0 && t >= 0 && s + t <= 1) keep_closer(best, {triangle[0] + s * u + t * v, p});
  }
  return best.a;
}

ClosestPoints closest_of_segments(const Vector3d& a0, const Vector3d& a1, const Vector3d& b0, const Vector3d& b1) {
  ClosestPoints best{a0, closest_on_segment(a0, b0, b1)};
  keep_closer(best, {a1, closest_on_segment(a1, b0, b1)});
  keep_closer(best, {closest_on_segment(b0, a0, a1), b0});
  keep_closer(best, {closest_on_segment(b1, a0, a1), b1});
  const Vector3d u = a1 - a0;
  const Vector3d v = b1 - b0;
  const Vector3d normal = u.cross(v);
  const double square = normal.squaredNorm();
  if (square > 0.0) {
    const Vector3d w = b0 - a0;
    const double s = w.cross(v).dot(normal) / square;
    const double t = w.cross(u).dot(normal) / square;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) keep_closer(best, {a0 + s * u, b0 + t * v});
  }
  return best;
}

ClosestPoints closest_of_features(std::span<const Vector3d> a, std::span<const Vector3d> b) {
  if (a.size() == 1) return {a[0], closest_on_triangle(a[0], b)};
  if (b.size() == 1) return {closest_on_triangle(b[0], a), b[0]};
  return closest_of_segments(a[0], a[1], b[0], b[1]);
}

std::array<double, 3> corner_weights(std::span<const Vector3d> corners, const Vector3d& point) {
  if (corners.size() == 1) return {1, 0, 0};
  const Vector3d u = corners[1] - corners[0];
  const Vector3d w = point - corners[0];
  if (corners.size() == 3) {
    const Vector3d v = corners[2] - corners[0];
    const Vector3d n = u.cross(v);
    const double square = n.squaredNorm();
    if (square > 0) {
      const double s = std::clamp(w.cross(v).dot(n) / square, 0.0, 1.0);
      const double t = std::clamp(u.cross(w).dot(n) / square, 0.0, 1.0 - s);
      return {1 - s - t, s, t};
    }
  }
  const double square = u.squaredNorm();
  const double s = square > 0 ? std::clamp(w.dot(u) / square, 0.0, 1.0) : 0.0;
  return {1 - s, s, 0};
}

}  // namespace graze
