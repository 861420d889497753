// SPDX-License-Identifier: Apache-2.0
#include "world/manifold/speculative_point.hpp"

#include <algorithm>

#include "distance/closest_points.hpp"
#include "shape/mesh_shape.hpp"
#include "world/tuning.hpp"

namespace graze {
namespace {

// One, two or three corners, in the world.
struct Corners {
  std::array<Vector3, 3> points;
  int count = 0;

  // Of a face its normal, of an edge its direction; not of unit length.
  Vector3 across() const { return (points[1] - points[0]).cross(points[2] - points[0]); }
  Vector3 along() const { return points[1] - points[0]; }
};

std::optional<Corners> corners_of(const PlacedShape& placed, FeatureKind kind, std::uint32_t index) {
  const MeshShape& mesh = placed.shape.mesh_shape();
  Corners corners;
  const auto add = [&](std::uint32_t vertex) {
    corners.points[static_cast<std::size_t>(corners.count++)] = placed.pose * mesh.vertex(vertex);
  };
  if (kind == FeatureKind::Vertex && index < mesh.mesh().vertices.size()) {
    add(index);
  } else if (kind == FeatureKind::Edge && index < mesh.edge_count()) {
    for (const std::uint32_t vertex : mesh.edge(index)) add(vertex);
  } else if (kind == FeatureKind::Face && index < mesh.mesh().triangles.size()) {
    for (const std::uint32_t vertex : mesh.face(index)) add(vertex);
  }
  if (corners.count == 0) return std::nullopt;
  return corners;
}

bool inside(const Vector3& point, const Corners& face) {
  const auto weights = corner_weights(face.points, point);
  return *std::min_element(weights.begin(), weights.end()) > tuning::kOnBorder;
}

// Of two edges, or a vertex and a face. Sets the points, and returns what is normal to both: zero if they do not face
// each other any more. What little is between the points would not tell it; and edges may be closest at their ends now,
// and cross later.
Vector3 closest(const Corners& a, const Corners& b, ManifoldPoint& point) {
  if (a.count != 2) {
    const bool face_of_a = a.count == 3;
    const Corners& face = face_of_a ? a : b;
    const Vector3& vertex = face_of_a ? b.points[0] : a.points[0];
    const Vector3 foot = closest_on_triangle(vertex, face.points);
    point.point_a = face_of_a ? foot : vertex;
    point.point_b = face_of_a ? vertex : foot;
    if (!inside(foot, face)) return Vector3::Zero();
    point.turns = face_of_a ? ManifoldPoint::Turns::WithA : ManifoldPoint::Turns::WithB;
    return face.across();
  }
  const ClosestPoints points = closest_of_segments(a.points[0], a.points[1], b.points[0], b.points[1]);
  point.point_a = points.a;
  point.point_b = points.b;
  point.turns = ManifoldPoint::Turns::WithEdges;
  point.edge_a = a.along();
  point.edge_b = b.along();
  return point.edge_a.cross(point.edge_b);
}

}  // namespace

std::uint64_t speculative_code(const Feature& a, const Feature& b) {
  return kSpeculative | static_cast<std::uint64_t>(a.kind) << 60U | static_cast<std::uint64_t>(a.index) << 32U |
         static_cast<std::uint64_t>(b.kind) << 28U | b.index;
}

std::optional<ManifoldPoint> speculative_point(const PlacedShape& a, const PlacedShape& b, std::uint64_t code,
                                               double reach) {
  constexpr std::uint64_t kIndex = (std::uint64_t{1} << 28U) - 1;
  if (a.shape.kind() != ShapeKind::Mesh || b.shape.kind() != ShapeKind::Mesh) return std::nullopt;
  const auto kind = [code](unsigned bit) { return static_cast<FeatureKind>(code >> bit & 7U); };
  const auto on_a = corners_of(a, kind(60), static_cast<std::uint32_t>(code >> 32U & kIndex));
  const auto on_b = corners_of(b, kind(28), static_cast<std::uint32_t>(code & kIndex));
  if (!on_a || !on_b || on_a->count + on_b->count != 4) return std::nullopt;
  ManifoldPoint point;
  point.features = code;
  const Vector3 across = closest(*on_a, *on_b, point);
  const Vector3 between = point.point_b - point.point_a;
  const double length = across.norm();
  if (!(length > 0) || between.norm() > reach) return std::nullopt;
  point.normal = (across.dot(between) < 0 ? -1.0 : 1.0) / length * across;
  point.gap = point.normal.dot(between);
  if (!(point.gap > 0)) return std::nullopt;
  return point;
}

}  // namespace graze
