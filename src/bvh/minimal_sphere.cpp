// SPDX-License-Identifier: Apache-2.0
#include "bvh/minimal_sphere.hpp"

#include <array>

#include <Eigen/LU>

#include <graze/interval.hpp>

namespace graze {
namespace {

using Eigen::Vector3d;

// At most four points that determine a sphere.
struct Support {
  std::array<Vector3d, 5> points;
  int size = 0;
};

// The sphere through all points of the support with its center in their affine hull.
bool circumsphere(std::span<const Vector3d> points, EnclosingSphere& sphere) {
  const Vector3d& origin = points[0];
  const int n = static_cast<int>(points.size()) - 1;
  Eigen::Matrix3d gram = Eigen::Matrix3d::Identity();
  Vector3d half_squares = Vector3d::Zero();
  for (int i = 0; i < n; ++i) {
    half_squares[i] = 0.5 * (points[i + 1] - origin).squaredNorm();
    for (int j = 0; j < n; ++j) gram(i, j) = (points[i + 1] - origin).dot(points[j + 1] - origin);
  }
  const Vector3d weights = gram.inverse() * half_squares;
  Vector3d offset = Vector3d::Zero();
  for (int i = 0; i < n; ++i) offset += weights[i] * (points[i + 1] - origin);
  sphere = {origin + offset, offset.norm()};
  return offset.allFinite();
}

bool contains_all(const EnclosingSphere& sphere, const Support& support) {
  const double limit = sphere.radius * (1 + 1e-12);
  for (int i = 0; i < support.size; ++i)
    if ((support.points[i] - sphere.center).norm() > limit) return false;
  return true;
}

// The smallest sphere around at most five points, the last of which is on it: tries every subset with that point.
// Keeps the subset as the new support.
EnclosingSphere smallest_through_last(Support& support) {
  const int last = support.size - 1;
  EnclosingSphere best{support.points[last], std::numeric_limits<double>::infinity()};
  Support best_support = support;
  for (int mask = 0; mask < (1 << last); ++mask) {
    Support subset;
    for (int i = 0; i < last && subset.size < 4; ++i)
      if (mask & (1 << i)) subset.points[subset.size++] = support.points[i];
    if (subset.size == 4) continue;
    subset.points[subset.size++] = support.points[last];
    EnclosingSphere sphere;
    if (!circumsphere({subset.points.data(), static_cast<std::size_t>(subset.size)}, sphere)) continue;
    if (sphere.radius < best.radius && contains_all(sphere, support)) {
      best = sphere;
      best_support = subset;
    }
  }
  support = best_support;
  return best;
}

// The farthest point from the center.
std::uint32_t farthest(std::span<const Vector3d> points, std::span<const std::uint32_t> indices, const Vector3d& from) {
  std::uint32_t result = indices[0];
  double largest = -1.0;
  for (const std::uint32_t i : indices) {
    const double square = (points[i] - from).squaredNorm();
    if (square > largest) {
      largest = square;
      result = i;
    }
  }
  return result;
}

}  // namespace

double distance_above(const Vector3d& p, const Vector3d& q) {
  // Three differences, three squares, two sums and a root: ten roundings of positive terms.
  return (p - q).norm() * (1 + 8 * rounding::kUlp) + rounding::kFloor;
}

EnclosingSphere minimal_sphere(std::span<const Vector3d> points, std::span<const std::uint32_t> indices) {
  // Welzl's problem solved by pivoting on the farthest point (Gaertner): each round adds the worst violator to the
  // support; a handful of rounds do. A round that does not grow the sphere is rounding noise, and ends it.
  Support support;
  support.points[support.size++] = points[indices[0]];
  EnclosingSphere sphere{points[indices[0]], 0.0};
  for (int round = 0; round < 64; ++round) {
    const Vector3d& worst = points[farthest(points, indices, sphere.center)];
    if ((worst - sphere.center).norm() <= sphere.radius * (1 + 1e-12)) break;
    Support extended = support;
    extended.points[extended.size++] = worst;
    const EnclosingSphere grown = smallest_through_last(extended);
    if (!std::isfinite(grown.radius) || grown.radius <= sphere.radius) break;
    support = extended;
    sphere = grown;
  }
  return {sphere.center, distance_above(points[farthest(points, indices, sphere.center)], sphere.center)};
}

}  // namespace graze
