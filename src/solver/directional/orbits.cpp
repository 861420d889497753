// SPDX-License-Identifier: Apache-2.0
#include "solver/directional/orbits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "numeric/elementary/elementary.hpp"
#include "numeric/stable_norm.hpp"

namespace graze {
namespace {

using Flat = Eigen::Vector2d;

// The point of a segment in the plane that is closest to the origin.
Flat closest_on(const Flat& p, const Flat& q) {
  const Flat edge = q - p;
  const double length = edge.squaredNorm();
  const double part = length > 0 ? std::clamp(-p.dot(edge) / length, 0.0, 1.0) : 0.0;  // any part
  return p + part * edge;
}

// Of length one, to 4 ulp, for a vector of any size; zero from zero.
Flat flat_unit(const Flat& v) { return unit_of({v.x(), v.y(), 0.0}).head<2>(); }

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
  return flat_unit(closest);
}

OrbitRange joined(const OrbitRange& x, const OrbitRange& y) { return {std::min(x.lo, y.lo), std::max(x.hi, y.hi)}; }

// The parts of a vector across the axis.
class Across {
 public:
  explicit Across(const Vector3& axis) : x_(axis.unitOrthogonal()), y_(axis.cross(x_)) {}
  Flat operator()(const Vector3& v) const { return {v.dot(x_), v.dot(y_)}; }

 private:
  Vector3 x_, y_;
};

constexpr OrbitRange kNothing{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

class Builder {
 public:
  Builder(std::span<const OrbitTriangle> triangles, Meter& meter)
      : triangles_(triangles), meter_(meter), order_(triangles.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
    for (const OrbitTriangle& triangle : triangles) {
      const OrbitRange away = triangle.along({1, 0});
      boxes_.push_back({away, triangle.along({0, 1})});
      const double along = triangle.corner(0).y() + triangle.corner(1).y() + triangle.corner(2).y();
      middles_.push_back({0.5 * (away.lo + away.hi), along / 3});
    }
  }

  std::vector<OrbitNode> build() {
    nodes_.resize(1);
    if (!fill(0, order_)) nodes_.clear();
    return std::move(nodes_);
  }

 private:
  struct Box {
    OrbitRange away, along;
  };

  // False if the budget is spent.
  bool fill(std::size_t node, std::span<std::uint32_t> below) {
    if (meter_.spent()) return false;
    nodes_[node] = node_of(below);
    if (below.size() == 1) return true;
    const auto left = static_cast<std::uint32_t>(nodes_.size());
    nodes_[node].left = left;
    nodes_.resize(nodes_.size() + 2);
    const std::size_t half = below.size() / 2;
    split(below, half);
    return fill(left, below.first(half)) && fill(left + 1, below.subspan(half));
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
    const Flat thin = (1 - 1e-9) * flat_unit(half > 0 ? Flat(-xy, half + root) : Flat(root - half, -xy));
    return thin.isZero(0.0) ? OrbitDirection{1 - 1e-9, 0} : OrbitDirection{thin.x(), thin.y()};
  }

  template <class Visit>
  void for_each_corner(std::span<const std::uint32_t> below, const Visit& visit) const {
    for (const std::uint32_t i : below)
      for (std::size_t k = 0; k < 3; ++k) visit(triangles_[i].corner(k));
  }

  std::span<const OrbitTriangle> triangles_;
  Meter& meter_;
  std::vector<std::uint32_t> order_;
  std::vector<Box> boxes_;
  std::vector<Flat> middles_;
  std::vector<OrbitNode> nodes_;
};

}  // namespace

double OrbitAxis::period() const { return 2 * std::numbers::pi * std::abs(pitch); }

// Seen from an axis that drifts, a triangle drifts the other way. The distance from the axis is convex in the drift, so
// it is largest at an end of the drift. A product with a fixed vector is linear, so it is smallest at an end.
OrbitTriangle::OrbitTriangle(const std::array<Vector3, 3>& corners, const OrbitAxis& axis) {
  const Across across(axis.direction);
  const Flat drift = across(axis.drift);
  std::array<Flat, 3> seen, halfway;
  for (std::size_t k = 0; k < 3; ++k) {
    seen[k] = across(corners[k]);
    halfway[k] = seen[k] - 0.5 * drift;
    away_[k] = std::max(seen[k].norm(), (seen[k] - drift).norm());
    along_[k] = corners[k].dot(axis.direction);
  }
  const Flat closest = towards(halfway);
  for (std::size_t k = 0; k < 3; ++k) at_least_[k] = std::min(closest.dot(seen[k]), closest.dot(seen[k] - drift));
  if (axis.pitch != 0) unwind(seen, closest, axis);
}

// On the triangle the angle about the axis has second derivatives of at most 1 / d^2, with d the least distance from
// the axis. So it differs from what is linear between the corners by at most r^2 / (2 d^2), with r the radius of a
// circle around them, which is no more than the longest edge over sqrt(3).
void OrbitTriangle::unwind(const std::array<Flat, 3>& seen, const Flat& closest, const OrbitAxis& axis) {
  const double nearest = *std::min_element(at_least_.begin(), at_least_.end());
  const double furthest = *std::max_element(away_.begin(), away_.end());
  bulge_ = std::numeric_limits<double>::infinity();
  if (!(nearest > 1e-6 * furthest)) return;
  const double middle = portable::atan2(closest.y(), closest.x());
  const Flat side(-closest.y(), closest.x());
  double longest = 0.0;
  for (std::size_t k = 0; k < 3; ++k) {
    along_[k] -= axis.pitch * (middle + portable::atan2(side.dot(seen[k]), closest.dot(seen[k])));
    longest = std::max(longest, (seen[k] - seen[(k + 1) % 3]).squaredNorm());
  }
  const double bulge = std::abs(axis.pitch) * longest / (6 * nearest * nearest) * (1 + 1e-9);
  const auto [lowest, highest] = std::minmax_element(along_.begin(), along_.end());
  if (!(*highest - *lowest + 2 * bulge < 0.5 * axis.period())) return;
  bulge_ = bulge;
  const double turns = std::floor(along_[0] / axis.period());
  for (double& along : along_) along -= turns * axis.period();
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
  if (direction.along == 0) return range;
  const double bulge = std::abs(direction.along) * bulge_;
  return {range.lo - bulge, range.hi + bulge};
}

std::vector<OrbitNode> build_orbit_tree(std::span<const OrbitTriangle> triangles, Meter& meter) {
  return Builder(triangles, meter).build();
}

}  // namespace graze
