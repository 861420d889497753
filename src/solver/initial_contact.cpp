// SPDX-License-Identifier: Apache-2.0
#include "solver/initial_contact.hpp"

#include <algorithm>

#include <Eigen/Geometry>

#include "shape/mesh_shape.hpp"
#include "solver/moving_sphere.hpp"

namespace graze {
namespace {

using IntervalTriangle = std::array<IntervalVector3, 3>;

IntervalTriangle triangle_at(const MeshShape& shape, std::uint32_t face, const MotionEnclosure& motion) {
  IntervalTriangle result;
  for (int k = 0; k < 3; ++k) result[k] = path_of(motion, shape.vertex(shape.face(face)[k])).position;
  return result;
}

std::array<Vector3, 3> middle(const IntervalTriangle& t) {
  std::array<Vector3, 3> result;
  for (int k = 0; k < 3; ++k) result[k] = {t[k][0].mid(), t[k][1].mid(), t[k][2].mid()};
  return result;
}

Interval extent(const IntervalTriangle& t, const Vector3& u) {
  std::array<Interval, 3> along;
  for (int k = 0; k < 3; ++k)
    along[k] = Interval(u[0]) * t[k][0] + Interval(u[1]) * t[k][1] + Interval(u[2]) * t[k][2];
  return hull(hull(along[0], along[1]), along[2]);
}

// Is the gap between the triangles along a direction of about unit length more than the separation? 16 ulp cover how
// far the length is from one.
bool separates(const IntervalTriangle& a, const IntervalTriangle& b, const Vector3& direction, double separation) {
  const double length = direction.stableNorm();
  if (!(length > 0.0) || !std::isfinite(length)) return false;
  const Vector3 unit = direction / length;
  const Interval along_a = extent(a, unit);
  const Interval along_b = extent(b, unit);
  const double gap = std::max(rounding::down(along_b.lo() - along_a.hi()), rounding::down(along_a.lo() - along_b.hi()));
  return gap > separation * (1 + 16 * rounding::kUlp);
}

// All fifteen pairs of features of two triangles.
template <class Visit>
void each_feature_pair(const MeshShape& a, std::uint32_t face_a, const MeshShape& b, std::uint32_t face_b,
                       Visit&& visit) {
  const Triangle& ta = a.face(face_a);
  const Triangle& tb = b.face(face_b);
  for (std::size_t i = 0; i < 3; ++i) {
    visit(vertex_face_pair(a, ta[i], b, face_b));
    visit(face_vertex_pair(a, face_a, b, tb[i]));
    for (std::size_t j = 0; j < 3; ++j)
      visit(edge_edge_pair(a, a.face_edges(face_a)[i], b, b.face_edges(face_b)[j]));
  }
}

// Two disjoint triangles are separated along a face normal, a product of two edges or, if they are coplanar, along an
// in-plane normal of an edge; the direction between the closest points gives the distance itself.
bool triangles_apart(const IntervalTriangle& a, const IntervalTriangle& b, double separation) {
  const std::array<Vector3, 3> p = middle(a);
  const std::array<Vector3, 3> q = middle(b);
  if (separates(a, b, (q[0] + q[1] + q[2]) - (p[0] + p[1] + p[2]), separation)) return true;
  std::array<Vector3, 3> edges_a;
  std::array<Vector3, 3> edges_b;
  for (int k = 0; k < 3; ++k) {
    edges_a[k] = p[(k + 1) % 3] - p[k];
    edges_b[k] = q[(k + 1) % 3] - q[k];
  }
  const Vector3 normal_a = edges_a[0].cross(edges_a[1]);
  const Vector3 normal_b = edges_b[0].cross(edges_b[1]);
  if (separates(a, b, normal_a, separation) || separates(a, b, normal_b, separation)) return true;
  ClosestPoints closest{p[0], closest_on_triangle(p[0], q)};
  const auto keep = [&closest](const ClosestPoints& c) {
    if (c.squared_distance() < closest.squared_distance()) closest = c;
  };
  for (int i = 0; i < 3; ++i) {
    keep({p[i], closest_on_triangle(p[i], q)});
    keep({closest_on_triangle(q[i], p), q[i]});
    for (int j = 0; j < 3; ++j) keep(closest_of_segments(p[i], p[(i + 1) % 3], q[j], q[(j + 1) % 3]));
  }
  if (separates(a, b, closest.b - closest.a, separation)) return true;
  for (int i = 0; i < 3; ++i) {
    if (separates(a, b, normal_a.cross(edges_a[i]), separation)) return true;
    if (separates(a, b, normal_b.cross(edges_b[i]), separation)) return true;
    for (int j = 0; j < 3; ++j)
      if (separates(a, b, edges_a[i].cross(edges_b[j]), separation)) return true;
  }
  return false;
}

// Calls visit(leaf_a, leaf_b) for every pair of leaves whose spheres are within the stage's padding at its start, until
// it answers false.
template <class Visit>
void each_close_leaf_pair(const Body& a, const Body& b, const Stage& stage, Meter& meter, Visit&& visit) {
  const SphereTree& tree_a = a.shape.mesh_shape().tree();
  const SphereTree& tree_b = b.shape.mesh_shape().tree();
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open{{0, 0}};
  while (!open.empty() && !meter.spent()) {
    const auto [i, j] = open.back();
    open.pop_back();
    const SphereNode& p = tree_a.nodes[i];
    const SphereNode& q = tree_b.nodes[j];
    ++meter.counts.node_tests;
    if (!test_sphere_pair(stage, stage.a.sphere(p.center, p.radius, p.center_radius),
                          stage.b.sphere(q.center, q.radius, q.center_radius), stage.domain))
      continue;
    if (p.is_leaf() && q.is_leaf()) {
      ++meter.counts.leaf_tests;
      if (!visit(tree_a.leaves[p.leaf], tree_b.leaves[q.leaf])) return;
    } else if (q.is_leaf() || (!p.is_leaf() && p.radius > q.radius)) {
      open.insert(open.end(), {{p.left + 1, j}, {p.left, j}});
    } else {
      open.insert(open.end(), {{i, q.left + 1}, {i, q.left}});
    }
  }
}

}  // namespace

std::optional<FeaturePair> contact_at_instant(const Body& a, const Body& b, double time, double separation,
                                              Meter& meter) {
  const MeshShape& shape_a = a.shape.mesh_shape();
  const MeshShape& shape_b = b.shape.mesh_shape();
  const Vector3 origin = b.motion.pose(time).translation();
  const Stage stage(a, b, Interval(time), origin, separation);
  const MotionEnclosure motion_a = a.motion.enclose(Interval(time), origin);
  const MotionEnclosure motion_b = b.motion.enclose(Interval(time), origin);
  std::optional<FeaturePair> found;
  each_close_leaf_pair(a, b, stage, meter, [&](const SphereLeaf& leaf_a, const SphereLeaf& leaf_b) {
    for (const std::uint32_t fa : shape_a.tree().faces_of(leaf_a)) {
      const IntervalTriangle ta = triangle_at(shape_a, fa, motion_a);
      for (const std::uint32_t fb : shape_b.tree().faces_of(leaf_b)) {
        if (triangles_apart(ta, triangle_at(shape_b, fb, motion_b), separation)) continue;
        double smallest = std::numeric_limits<double>::infinity();
        each_feature_pair(shape_a, fa, shape_b, fb, [&](const FeaturePair& pair) {
          const double distance = contact_at(pair, a, b, time, origin).distance.hi();
          if (distance < smallest) {
            smallest = distance;
            found = pair;
          }
        });
        return false;
      }
    }
    return true;
  });
  return found;
}

std::vector<Contact> contacts_within(const Body& a, const Body& b, double time, double reach, Meter& meter) {
  const MeshShape& shape_a = a.shape.mesh_shape();
  const MeshShape& shape_b = b.shape.mesh_shape();
  const Vector3 origin = b.motion.pose(time).translation();
  const Stage stage(a, b, Interval(time), origin, reach);
  std::vector<Contact> contacts;
  const auto keep = [&](const FeaturePair& pair) {
    FeatureContact at = contact_at(pair, a, b, time, origin);
    if (at.distance.hi() <= reach) contacts.push_back(at.contact);
  };
  each_close_leaf_pair(a, b, stage, meter, [&](const SphereLeaf& leaf_a, const SphereLeaf& leaf_b) {
    for (const std::uint32_t va : shape_a.tree().vertices_of(leaf_a))
      for (const std::uint32_t fb : shape_b.tree().faces_of(leaf_b)) keep(vertex_face_pair(shape_a, va, shape_b, fb));
    for (const std::uint32_t fa : shape_a.tree().faces_of(leaf_a))
      for (const std::uint32_t vb : shape_b.tree().vertices_of(leaf_b))
        keep(face_vertex_pair(shape_a, fa, shape_b, vb));
    for (const std::uint32_t ea : shape_a.tree().edges_of(leaf_a))
      for (const std::uint32_t eb : shape_b.tree().edges_of(leaf_b)) keep(edge_edge_pair(shape_a, ea, shape_b, eb));
    return true;
  });
  return contacts;
}

}  // namespace graze
