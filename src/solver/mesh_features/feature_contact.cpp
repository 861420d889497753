// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Geometry>

#include "numeric/stable_norm.hpp"
#include "shape/mesh_shape.hpp"
#include "solver/mesh_features/feature_pair.hpp"

namespace graze {
namespace {

Simplex simplex_of(const MeshShape& shape, const Feature& feature) {
  Simplex result;
  result.size = static_cast<int>(feature.corners().size());
  for (int k = 0; k < result.size; ++k) result.corners[k] = shape.vertex(feature.vertices[k]);
  return result;
}

FeaturePair pair_of(const MeshShape& a, const Feature& feature_a, const MeshShape& b, const Feature& feature_b) {
  return {feature_a, feature_b, simplex_of(a, feature_a), simplex_of(b, feature_b)};
}

// The corners at one instant: approximate places, and a bound on their error.
struct Corners {
  std::array<Vector3, 3> points;
  double error = 0.0;
};
Corners corners_at(const Simplex& simplex, const MotionEnclosure& motion) {
  Corners result;
  for (int k = 0; k < simplex.size; ++k) {
    const PathEnclosure path = path_of(motion, simplex.corners[k]);
    double widths = 0.0;
    for (int i = 0; i < 3; ++i) {
      result.points[k][i] = path.position[i].mid();
      widths += path.position[i].width();
    }
    result.error = std::max(result.error, widths);
  }
  return result;
}

// Velocity of the point of a rigid body that is at `point`: v + R' R^T (point - p).
Vector3 velocity_at(const MotionEnclosure& motion, const Vector3& point) {
  Eigen::Matrix3d rotation;
  Eigen::Matrix3d rate;
  Vector3 position;
  Vector3 velocity;
  for (int i = 0; i < 3; ++i) {
    position[i] = motion.position[i].mid();
    velocity[i] = motion.velocity[i].mid();
    for (int j = 0; j < 3; ++j) {
      rotation(i, j) = motion.rotation(i, j).mid();
      rate(i, j) = motion.rotation_rate(i, j).mid();
    }
  }
  return velocity + rate * (rotation.transpose() * (point - position));
}

// The direction in which the features face each other, unit, from a to b. The geometry's own normal where the closest
// points agree with it (it does not suffer from their closeness); else the direction between them.
Vector3 contact_normal(const FeaturePair& pair, const Corners& a, const Corners& b, const ClosestPoints& closest,
                       double error) {
  Vector3 normal = Vector3::Zero();
  if (pair.a.size == 2)
    normal = (a.points[1] - a.points[0]).cross(b.points[1] - b.points[0]);
  else if (pair.a.size == 3)
    normal = (a.points[1] - a.points[0]).cross(a.points[2] - a.points[0]);
  else
    normal = (b.points[1] - b.points[0]).cross(b.points[2] - b.points[0]);
  normal = unit_of(normal);
  const Vector3 between = closest.b - closest.a;
  const double distance = stable_norm(between);
  // `error` bounds the error of the closest points: the direction between them is known to error / distance.
  const double aside = (between - normal * between.dot(normal)).norm();
  if (distance > 0.0 && !(aside <= 1e-3 * distance + error)) return unit_of(between);
  return between.dot(normal) < 0 ? Vector3(-normal) : normal;
}

}  // namespace

Feature vertex_feature(std::uint32_t v) { return {FeatureKind::Vertex, v, {v, 0, 0}}; }
Feature edge_feature(const MeshShape& shape, std::uint32_t e) {
  return {FeatureKind::Edge, e, {shape.edge(e)[0], shape.edge(e)[1], 0}};
}
Feature face_feature(const MeshShape& shape, std::uint32_t f) { return {FeatureKind::Face, f, shape.face(f)}; }

FeaturePair vertex_face_pair(const MeshShape& a, std::uint32_t vertex, const MeshShape& b, std::uint32_t face) {
  return pair_of(a, vertex_feature(vertex), b, face_feature(b, face));
}
FeaturePair face_vertex_pair(const MeshShape& a, std::uint32_t face, const MeshShape& b, std::uint32_t vertex) {
  return pair_of(a, face_feature(a, face), b, vertex_feature(vertex));
}
FeaturePair edge_edge_pair(const MeshShape& a, std::uint32_t edge_a, const MeshShape& b, std::uint32_t edge_b) {
  return pair_of(a, edge_feature(a, edge_a), b, edge_feature(b, edge_b));
}

FeatureContact contact_at(const FeaturePair& pair, const Motion& a, const Motion& b, double time,
                          const Vector3& origin) {
  const MotionEnclosure motion_a = a.enclose(Interval(time), origin);
  const MotionEnclosure motion_b = b.enclose(Interval(time), origin);
  const Corners corners_a = corners_at(pair.a, motion_a);
  const Corners corners_b = corners_at(pair.b, motion_b);
  const ClosestPoints closest = closest_of_features({corners_a.points.data(), static_cast<std::size_t>(pair.a.size)},
                                                    {corners_b.points.data(), static_cast<std::size_t>(pair.b.size)});
  FeatureContact result;
  result.contact.feature_a = pair.feature_a;
  result.contact.feature_b = pair.feature_b;
  result.contact.point_a = closest.a + origin;
  result.contact.point_b = closest.b + origin;
  // The closest points are convex combinations of corners known to `error`, rounded a few times at their magnitude.
  double magnitude = 0.0;
  for (int k = 0; k < pair.a.size; ++k) magnitude = std::max(magnitude, corners_a.points[k].norm());
  for (int k = 0; k < pair.b.size; ++k) magnitude = std::max(magnitude, corners_b.points[k].norm());
  const double error = corners_a.error + corners_b.error + (16 * rounding::kUlp) * magnitude + kVanishingLength;
  const Vector3 approach = velocity_at(motion_a, closest.a) - velocity_at(motion_b, closest.b);
  result.contact.normal = contact_normal(pair, corners_a, corners_b, closest, error);
  // Features without a direction of their own, at no distance: that of approach.
  if (result.contact.normal.isZero(0.0)) {
    const Vector3 ahead = unit_of(approach);
    result.contact.normal = ahead.isZero(0.0) ? Vector3(Vector3::UnitX()) : ahead;
  }
  result.contact.approach_speed = approach.dot(result.contact.normal);
  const double distance = stable_norm(closest.b - closest.a);
  result.distance = {std::max(0.0, distance - error), rounding::up(distance + error)};
  return result;
}

}  // namespace graze
