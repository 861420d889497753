// SPDX-License-Identifier: Apache-2.0
#include "solver/directional/orbits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace graze {
namespace {

using Flat = Eigen::Vector2d;

// The point of a segment in the plane that is closest to the origin.
Flat closest_on(const Flat& p, const Flat& q) {
  const Flat edge = q - p;
  const double length = edge.squaredNorm();
  const double part = length > 0 ? std::clamp(-p.dot(edge) / length, 0.0, 1.0) : 0.0;
  return p + part * edge;
}

double cross(const Flat& p, const Flat& q) { return p.x() * q.y() - p.y() * q.x(); }

// A unit vector about towards the point of a triangle in the plane that is closest to the origin; zero if it is inside.
Flat towards(const std::array<Flat, 3>& p) {
  const double a = cross(p[0], p[1]);
  const double b = cross(p[1], p[2]);
  const double c = cross(p[2], p[0]);
  if ((a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0)) return Flat::Zero();
  Flat closest = closest_on(p[0], p[1]);
  for (const Flat& other : {closest_on(p[1], p[2]), closest_on(p[2], p[0])})
    if (other.squaredNorm() < closest.squaredNorm()) closest = other;
  const double distance = closest.norm();
  return distance > 0 ? Flat(closest / distance) : Flat(Flat::Zero());
}

OrbitRange joined(const OrbitRange& x, const OrbitRange& y) { return {std::min(x.lo, y.lo), std::max(x.hi, y.hi)}; }

constexpr OrbitRange kNothing{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

class Builder {
 public:
  explicit Builder(std::span<const OrbitTriangle> triangles) : triangles_(triangles), order_(triangles.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
    for (const OrbitTriangle& triangle : triangles) {
      const OrbitRange away = triangle.along({1, 0});
      const OrbitRange along = triangle.along({0, 1});
      boxes_.push_back({away, along});
      middles_.push_back({away.lo + away.hi, along.lo + along.hi});
    }
  }

  std::vector<OrbitNode> build() {
    nodes_.resize(1);
    fill(0, order_);
    return std::move(nodes_);
  }

 private:
  struct Box {
    OrbitRange away, along;
  };

  void fill(std::size_t node, std::span<std::uint32_t> below) {
    nodes_[node] = node_of(below);
    if (below.size() == 1) return;
    const auto left = static_cast<std::uint32_t>(nodes_.size());
    nodes_[node].left = left;
    nodes_.resize(nodes_.size() + 2);
    const std::size_t half = below.size() / 2;
    split(below, half);
    fill(left, below.first(half));
    fill(left + 1, below.subspan(half));
  }

  // By the broader range of the middles.
  void split(std::span<std::uint32_t> below, std::size_t half) const {
    OrbitRange away = kNothing, along = kNothing;
    for (const std::uint32_t i : below) {
      away = joined(away, {middles_[i].x(), middles_[i].x()});
      along = joined(along, {middles_[i].y(), middles_[i].y()});
    }
    const int k = away.hi - away.lo > along.hi - along.lo ? 0 : 1;
    std::nth_element(below.begin(), below.begin() + static_cast<std::ptrdiff_t>(half), below.end(),
                     [&](std::uint32_t i, std::uint32_t j) {
                       return std::make_pair(middles_[i][k], i) < std::make_pair(middles_[j][k], j);
                     });
  }

  OrbitNode node_of(std::span<const std::uint32_t> below) const {
    OrbitNode node{kNothing, kNothing, thin_direction(below), kNothing, 0, below.front()};
    for (const std::uint32_t i : below) {
      node.away = joined(node.away, boxes_[i].away);
      node.along = joined(node.along, boxes_[i].along);
      node.thickness = joined(node.thickness, triangles_[i].along(node.thin));
    }
    return node;
  }

  // Across the main direction of the corners.
  OrbitDirection thin_direction(std::span<const std::uint32_t> below) const {
    Flat mean = Flat::Zero();
    for_each_corner(below, [&](const Flat& corner) { mean += corner; });
    mean /= 3 * static_cast<double>(below.size());
    double xx = 0, xy = 0, yy = 0;
    for_each_corner(below, [&](const Flat& corner) {
      const Flat d = corner - mean;
      xx += d.x() * d.x();
      xy += d.x() * d.y();
      yy += d.y() * d.y();
    });
    // The eigenvector of the smaller eigenvalue.
    const double half = 0.5 * (xx - yy);
    const double root = std::sqrt(half * half + xy * xy);
    Flat thin = half > 0 ? Flat(-xy, half + root) : Flat(root - half, -xy);
    const double length = thin.norm();
    if (!(length > 0)) return {1 - 1e-9, 0};
    thin *= (1 - 1e-9) / length;
    return {thin.x(), thin.y()};
  }

  template <class Visit>
  void for_each_corner(std::span<const std::uint32_t> below, const Visit& visit) const {
    for (const std::uint32_t i : below)
      for (std::size_t k = 0; k < 3; ++k) visit(triangles_[i].corner(k));
  }

  std::span<const OrbitTriangle> triangles_;
  std::vector<std::uint32_t> order_;
  std::vector<Box> boxes_;
  std::vector<Flat> middles_;  // twice
  std::vector<OrbitNode> nodes_;
};

}  // namespace

OrbitTriangle::OrbitTriangle(const std::array<Vector3, 3>& corners, const Vector3& axis) {
  // Coordinates across the axis.
  const Vector3 across = axis.unitOrthogonal();
  const Vector3 other = axis.cross(across);
  std::array<Flat, 3> seen;
  for (std::size_t k = 0; k < 3; ++k) {
    seen[k] = {corners[k].dot(across), corners[k].dot(other)};
    away_[k] = seen[k].norm();
    along_[k] = corners[k].dot(axis);
  }
  const Flat closest = towards(seen);
  for (std::size_t k = 0; k < 3; ++k) at_least_[k] = closest.dot(seen[k]);
}

// The distance from the axis is a convex function of the point, and no less than the part along any unit vector across
// the axis. So away from the axis the corners reach furthest, and the plane across that vector bounds what is nearest.
OrbitRange OrbitTriangle::along(const OrbitDirection& direction) const {
  OrbitRange range = kNothing;
  for (std::size_t k = 0; k < 3; ++k) {
    const double further = direction.away * away_[k] + direction.along * along_[k];
    const double nearer = direction.away * at_least_[k] + direction.along * along_[k];
    range = joined(range, joined({further, further}, {nearer, nearer}));
  }
  return range;
}

std::vector<OrbitNode> build_orbit_tree(std::span<const OrbitTriangle> triangles) { return Builder(triangles).build(); }

}  // namespace graze
