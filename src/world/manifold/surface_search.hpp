// SPDX-License-Identifier: Apache-2.0
// Where two surfaces face each other closely: a vertex and a face, two edges, or two vertices.
#pragma once

#include <vector>

#include "bvh/near_nodes.hpp"
#include "bvh/node_pair.hpp"
#include "distance/closest_points.hpp"
#include "world/manifold/manifold.hpp"
#include "world/tuning.hpp"

namespace graze {

inline std::uint64_t code(FeatureKind kind, std::uint32_t index) {
  return static_cast<std::uint64_t>(kind) << 30U | index;
}

// In the body frame of b.
class SurfaceSearch {
 public:
  SurfaceSearch(const MeshShape& a, const MeshStars& stars_a, const MeshShape& b, const MeshStars& stars_b,
                const Pose& a_in_b, double reach)
      : a_(a), b_(b), stars_a_(stars_a), stars_b_(stars_b), a_in_b_(a_in_b), reach_(reach) {}

  // All points, of leaves below the given pairs of nodes, in no order. With room for roundings: which more of these are
  // given than are close changes nothing.
  std::vector<ManifoldPoint> run(const std::vector<NodePair>& among) {
    constexpr double kRoom = 1e-9;  // of all lengths
    const double reach = reach_ + kRoom * (a_.radius() + b_.radius() + a_in_b_.translation().norm());
    NearNodes(a_.boxes(), b_.boxes(), a_in_b_).each(among, reach, [&](std::uint32_t i, std::uint32_t j) {
      examine(a_.boxes().nodes[i].leaf, b_.boxes().nodes[j].leaf);
    });
    return std::move(points_);
  }

 private:
  Vector3 placed(std::uint32_t vertex) const { return a_in_b_ * a_.vertex(vertex); }

  // Two triangles. A vertex or an edge that several triangles share is examined with one of them.
  void examine(std::uint32_t face_a, std::uint32_t face_b) {
    const Triangle& t = a_.face(face_a);
    const Triangle& u = b_.face(face_b);
    const std::array<Vector3, 3> corners_a{placed(t[0]), placed(t[1]), placed(t[2])};
    const std::array<Vector3, 3> corners_b{b_.vertex(u[0]), b_.vertex(u[1]), b_.vertex(u[2])};
    for (std::size_t k = 0; k < 3; ++k) {
      if (stars_a_.owns_vertex(face_a, k)) vertex_face(corners_a[k], corners_b, t[k], face_b, false);
      if (stars_b_.owns_vertex(face_b, k)) vertex_face(corners_b[k], corners_a, u[k], face_a, true);
    }
    for (std::size_t k = 0; k < 3; ++k) {
      if (!stars_a_.owns_edge(face_a, k)) continue;
      const std::uint32_t e = a_.face_edges(face_a)[k];
      const Vector3 a0 = placed(a_.edge(e)[0]);
      const Vector3 a1 = placed(a_.edge(e)[1]);
      const Vector3 lower = a0.cwiseMin(a1).array() - reach_;
      const Vector3 upper = a0.cwiseMax(a1).array() + reach_;
      for (std::size_t l = 0; l < 3; ++l) {
        const std::uint32_t g = b_.face_edges(face_b)[l];
        if (stars_b_.owns_edge(face_b, l) && passes(lower, upper, g)) edge_edge(e, a0, a1, g);
      }
    }
  }

  // Does the edge of b, or the box around it, pass the box?
  bool passes(const Vector3& lower, const Vector3& upper, std::uint32_t edge) const {
    const Vector3& b0 = b_.vertex(b_.edge(edge)[0]);
    const Vector3& b1 = b_.vertex(b_.edge(edge)[1]);
    return (b0.cwiseMax(b1).array() >= lower.array()).all() && (b0.cwiseMin(b1).array() <= upper.array()).all();
  }

  // Only above the inside of the face: over its edges the edges' own pairs know.
  void vertex_face(const Vector3& vertex, const std::array<Vector3, 3>& face, std::uint32_t v, std::uint32_t f,
                   bool face_of_a) {
    const Vector3 across = (face[1] - face[0]).cross(face[2] - face[0]);
    const double height = across.dot(vertex - face[0]);
    if (height * height > reach_ * reach_ * across.squaredNorm()) return;
    const Vector3 foot = closest_on_triangle(vertex, face);
    const auto weights = corner_weights(face, foot);
    if (std::min({weights[0], weights[1], weights[2]}) < tuning::kOnBorder) return;
    const Vector3 from_face = vertex - foot;
    const double gap = from_face.norm();
    if (!(gap > 0) || gap > reach_) return;
    const Vector3 normal = (face_of_a ? from_face : Vector3(-from_face)) / gap;  // from a to b
    if (face_of_a) {
      if (!stars_b_.vertex_faces(v, -normal)) return;
      add(foot, vertex, normal, gap, code(FeatureKind::Face, f), code(FeatureKind::Vertex, v)).turns =
          ManifoldPoint::Turns::WithA;
    } else if (stars_a_.vertex_faces(v, in_a(normal))) {
      add(vertex, foot, normal, gap, code(FeatureKind::Vertex, v), code(FeatureKind::Face, f)).turns =
          ManifoldPoint::Turns::WithB;
    }
  }

  Vector3 in_a(const Vector3& direction) const { return a_in_b_.linear().transpose() * direction; }

  // The end of an edge that the point is, or neither (2).
  static int end_of(const Vector3& point, const Vector3& start, const Vector3& end) {
    const double most = tuning::kOnBorder * tuning::kOnBorder * (end - start).squaredNorm();
    if ((point - start).squaredNorm() <= most) return 0;
    return (point - end).squaredNorm() <= most ? 1 : 2;
  }

  void edge_edge(std::uint32_t e, const Vector3& a0, const Vector3& a1, std::uint32_t g) {
    const Vector3& b0 = b_.vertex(b_.edge(g)[0]);
    const Vector3& b1 = b_.vertex(b_.edge(g)[1]);
    const ClosestPoints closest = closest_of_segments(a0, a1, b0, b1);
    const Vector3 between = closest.b - closest.a;
    const double gap = between.norm();
    if (!(gap > 0) || gap > reach_) return;
    const Vector3 normal = between / gap;
    const int end_a = end_of(closest.a, a0, a1);
    const int end_b = end_of(closest.b, b0, b1);
    const bool faces_b =
        end_a == 2 ? stars_a_.edge_faces(e, in_a(normal)) : stars_a_.vertex_faces(a_.edge(e)[end_a], in_a(normal));
    if (!faces_b) return;
    const bool faces_a =
        end_b == 2 ? stars_b_.edge_faces(g, -normal) : stars_b_.vertex_faces(b_.edge(g)[end_b], -normal);
    if (!faces_a) return;
    // What is between two corners of faces on each other is normal to these only by chance.
    Vector3 facing = normal;
    if (end_b != 2) facing = stars_b_.flattened(b_.edge(g)[end_b], normal);
    if (end_a != 2) facing = a_in_b_.linear() * stars_a_.flattened(a_.edge(e)[end_a], in_a(facing));
    ManifoldPoint& point = add(closest.a, closest.b, facing, gap,
                               end_a == 2 ? code(FeatureKind::Edge, e) : code(FeatureKind::Vertex, a_.edge(e)[end_a]),
                               end_b == 2 ? code(FeatureKind::Edge, g) : code(FeatureKind::Vertex, b_.edge(g)[end_b]));
    if (end_a != 2 || end_b != 2) return;
    point.turns = ManifoldPoint::Turns::WithEdges;
    point.edge_a = a1 - a0;
    point.edge_b = b1 - b0;
  }

  ManifoldPoint& add(const Vector3& on_a, const Vector3& on_b, const Vector3& normal, double gap,
                     std::uint64_t feature_a, std::uint64_t feature_b) {
    points_.push_back({on_a, on_b, normal, gap, feature_a << 32U | feature_b});
    return points_.back();
  }

  const MeshShape& a_;
  const MeshShape& b_;
  const MeshStars& stars_a_;
  const MeshStars& stars_b_;
  Pose a_in_b_;
  double reach_;
  std::vector<ManifoldPoint> points_;
};

}  // namespace graze
