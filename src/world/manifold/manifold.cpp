// SPDX-License-Identifier: Apache-2.0
#include "world/manifold/manifold.hpp"

#include <algorithm>

#include <graze/distance.hpp>

#include "shape/shape_data.hpp"
#include "world/manifold/surface_search.hpp"
#include "world/tuning.hpp"

namespace graze {
namespace {

void find_half_space(const PlacedShape& half, const PlacedShape& other, double reach, bool half_is_a,
                     std::vector<ManifoldPoint>& points) {
  const HalfSpace& plane = *half.shape.data().half_space;
  const Vector3 normal = half.pose.linear() * plane.normal;
  const double offset = plane.offset + normal.dot(half.pose.translation());
  const std::vector<Eigen::Vector3d>& vertices = other.shape.triangle_mesh().vertices;
  for (std::uint32_t v = 0; v < vertices.size(); ++v) {
    const Vector3 at = other.pose * vertices[v];
    const double gap = normal.dot(at) - offset;
    if (gap <= 0 || gap > reach) continue;
    const Vector3 foot = at - gap * normal;
    if (half_is_a)
      points.push_back({foot, at, normal, gap, v});
    else
      points.push_back({at, foot, -normal, gap, v});
    points.back().turns = half_is_a ? ManifoldPoint::Turns::WithA : ManifoldPoint::Turns::WithB;
  }
}

void find_closest(const PlacedShape& a, const PlacedShape& b, double reach, std::vector<ManifoldPoint>& points) {
  const DistanceBounds bounds = distance(a.shape, a.pose, b.shape, b.pose);
  const Vector3 between = bounds.point_b - bounds.point_a;
  const double gap = between.norm();
  if (!(bounds.lower > 0) || !(gap > 0) || gap > reach) return;
  points.push_back({bounds.point_a, bounds.point_b, between / gap, gap, 0});
  points.back().round_a = rounding_radius(a.shape);
  points.back().round_b = rounding_radius(b.shape);
}

// By features, and by everything else where these are the same: in whichever order they were found, that is the order.
bool comes_before(const ManifoldPoint& x, const ManifoldPoint& y) {
  const auto less = [](const Vector3& p, const Vector3& q) {
    return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end());
  };
  if (x.features != y.features) return x.features < y.features;
  if (x.gap != y.gap) return x.gap < y.gap;
  if (x.normal != y.normal) return less(x.normal, y.normal);
  return x.point_a != y.point_a ? less(x.point_a, y.point_a) : less(x.point_b, y.point_b);
}

// The same point may be seen by several pairs of features: one is kept.
void drop_repeated(std::vector<ManifoldPoint>& points, double reach) {
  std::sort(points.begin(), points.end(), comes_before);
  const auto same = [](const ManifoldPoint& x, const ManifoldPoint& y) { return x.features == y.features; };
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
  // Also where a vertex is about to cross an edge: two pairs of features, one point. The closer pair counts.
  std::stable_sort(points.begin(), points.end(),
                   [](const ManifoldPoint& x, const ManifoldPoint& y) { return x.gap < y.gap; });
  std::vector<ManifoldPoint> kept;
  for (const ManifoldPoint& p : points) {
    const auto close = [&](const ManifoldPoint& q) {
      return (p.point_a - q.point_a).norm() <= tuning::kSamePoint * reach &&
             p.normal.dot(q.normal) > tuning::kSameNormal;
    };
    if (std::none_of(kept.begin(), kept.end(), close)) kept.push_back(p);
  }
  points = std::move(kept);
}

// The closest, then again and again the one furthest from those kept, in place and in direction.
void thin_out(std::vector<ManifoldPoint>& points) {
  if (points.size() <= tuning::kMostManifoldPoints) return;
  double size = 0.0;
  for (const ManifoldPoint& p : points) size = std::max(size, (p.point_a - points[0].point_a).norm());
  const auto apart = [&](const ManifoldPoint& x, const ManifoldPoint& y) {
    return (x.point_a - y.point_a).squaredNorm() + size * size * (x.normal - y.normal).squaredNorm();
  };
  const auto closest = std::min_element(points.begin(), points.end(),
                                        [](const ManifoldPoint& x, const ManifoldPoint& y) { return x.gap < y.gap; });
  std::vector<ManifoldPoint> kept{*closest};
  std::vector<double> furthest(points.size(), std::numeric_limits<double>::infinity());
  while (kept.size() < tuning::kMostManifoldPoints) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      furthest[i] = std::min(furthest[i], apart(points[i], kept.back()));
      if (furthest[i] > furthest[next]) next = i;
    }
    if (!(furthest[next] > 0)) break;
    kept.push_back(points[next]);
  }
  points = std::move(kept);
}

void choose(std::vector<ManifoldPoint>& points, double reach) {
  drop_repeated(points, reach);
  thin_out(points);
}

}  // namespace

double rounding_radius(const Shape& shape) {
  const auto& convex = shape.data().convex;
  return convex ? convex->rounding_radius() : 0.0;
}

double gap_after(const ManifoldPoint& point, const BodyState& from_a, const BodyState& to_a, const BodyState& from_b,
                 const BodyState& to_b) {
  const Quaternion turn_a = to_a.orientation * from_a.orientation.conjugate();
  const Quaternion turn_b = to_b.orientation * from_b.orientation.conjugate();
  const Vector3 core_a = point.point_a - point.round_a * point.normal;
  const Vector3 core_b = point.point_b + point.round_b * point.normal;
  const Vector3 on_a = to_a.position + turn_a * (core_a - from_a.position);
  const Vector3 on_b = to_b.position + turn_b * (core_b - from_b.position);
  Vector3 normal = point.normal;
  if (point.turns == ManifoldPoint::Turns::WithA) normal = turn_a * normal;
  if (point.turns == ManifoldPoint::Turns::WithB) normal = turn_b * normal;
  if (point.turns == ManifoldPoint::Turns::WithEdges) {
    const Vector3 across = (turn_a * point.edge_a).cross(turn_b * point.edge_b);
    const double length = across.norm();
    // Edges that are nearly parallel say nothing about the normal.
    if (length > tuning::kParallelEdges * point.edge_a.norm() * point.edge_b.norm())
      normal = (across.dot(normal) < 0 ? -1.0 : 1.0) / length * across;
  }
  return normal.dot(on_b - on_a) - point.round_a - point.round_b;
}

void ManifoldFinder::learn(const Shape& shape) {
  for (const Shape& part : shape.data().parts) learn(part);
  if (!shape.has_surface()) return;
  const MeshShape& surface = shape.mesh_shape();
  if (auto& stars = stars_[&surface]; !stars) stars = std::make_unique<MeshStars>(surface);
}

void ManifoldFinder::find_surfaces(const PlacedShape& a, const PlacedShape& b, double reach,
                                   const std::vector<NodePair>& among, std::vector<ManifoldPoint>& points) const {
  const MeshShape& mesh_a = a.shape.mesh_shape();
  const MeshShape& mesh_b = b.shape.mesh_shape();
  const Pose a_in_b = b.pose.inverse() * a.pose;
  SurfaceSearch search(mesh_a, *stars_.at(&mesh_a), mesh_b, *stars_.at(&mesh_b), a_in_b, reach);
  for (ManifoldPoint point : search.run(among)) {
    point.point_a = b.pose * point.point_a;
    point.point_b = b.pose * point.point_b;
    point.normal = b.pose.linear() * point.normal;
    point.edge_a = b.pose.linear() * point.edge_a;
    point.edge_b = b.pose.linear() * point.edge_b;
    points.push_back(point);
  }
}

void ManifoldFinder::find_parts(const PlacedShape& a, const PlacedShape& b, double reach,
                                std::vector<ManifoldPoint>& points) const {
  for (const bool of_a : {true, false}) {
    const PlacedShape& whole = of_a ? a : b;
    if (whole.shape.kind() != ShapeKind::Compound) continue;
    std::uint64_t part_number = 0;
    for (const Shape& part : whole.shape.data().parts) {
      std::vector<ManifoldPoint> found;
      const PlacedShape placed{part, whole.pose};
      find_parts(of_a ? placed : a, of_a ? b : placed, reach, found);
      for (ManifoldPoint& point : found) point.features ^= ++part_number * 0x9E3779B97F4A7C15U;
      points.insert(points.end(), found.begin(), found.end());
    }
    return;
  }
  const bool half_a = a.shape.kind() == ShapeKind::HalfSpace;
  const bool half_b = b.shape.kind() == ShapeKind::HalfSpace;
  if (half_a && b.shape.has_surface())
    find_half_space(a, b, reach, true, points);
  else if (half_b && a.shape.has_surface())
    find_half_space(b, a, reach, false, points);
  else if (a.shape.has_surface() && b.shape.has_surface())
    find_surfaces(a, b, reach, {{0, 0}}, points);
  else
    find_closest(a, b, reach, points);
}

std::vector<ManifoldPoint> ManifoldFinder::find_among(const std::vector<NodePair>& nodes, const PlacedShape& a,
                                                      const PlacedShape& b, double reach) const {
  std::vector<ManifoldPoint> points;
  find_surfaces(a, b, reach, nodes, points);
  choose(points, reach);
  return points;
}

std::vector<ManifoldPoint> ManifoldFinder::find(const PlacedShape& a, const PlacedShape& b, double reach) const {
  std::vector<ManifoldPoint> points;
  find_parts(a, b, reach, points);
  choose(points, reach);
  return points;
}

}  // namespace graze
