// SPDX-License-Identifier: Apache-2.0
#include "solver/mesh_features/initial_contact.hpp"

#include "distance/triangle_triangle.hpp"
#include "shape/mesh_shape.hpp"
#include "solver/answer.hpp"
#include "solver/mesh_features/moving_sphere.hpp"

namespace graze {
namespace {

IntervalTriangle triangle_at(const MeshShape& shape, std::uint32_t face, const MotionEnclosure& motion) {
  IntervalTriangle result;
  for (int k = 0; k < 3; ++k) result[k] = path_of(motion, shape.vertex(shape.face(face)[k])).position;
  return result;
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
    for (std::size_t j = 0; j < 3; ++j) visit(edge_edge_pair(a, a.face_edges(face_a)[i], b, b.face_edges(face_b)[j]));
  }
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

FeaturePair closest_features(const Body& a, std::uint32_t face_a, const Body& b, std::uint32_t face_b, double time,
                             const Vector3& origin) {
  std::optional<FeaturePair> found;
  double smallest = std::numeric_limits<double>::infinity();
  each_feature_pair(a.shape.mesh_shape(), face_a, b.shape.mesh_shape(), face_b, [&](const FeaturePair& pair) {
    const double distance = contact_at(pair, a.motion, b.motion, time, origin).distance.hi();
    if (found && !(distance < smallest)) return;
    smallest = distance;
    found = pair;
  });
  return *found;
}

Toi initial_contact(const Body& a, const Body& b, const Query& query, const TouchingTriangles& touching) {
  const double t0 = query.window.lo();
  const FeatureContact at = contact_at(touching.closest, a.motion, b.motion, t0, b.motion.pose(t0).translation());
  return initial_contact_at(query, at.contact, at.distance.hi(), touching.distance);
}

std::optional<TouchingTriangles> contact_at_instant(const Body& a, const Body& b, double time, double separation,
                                                    Meter& meter) {
  const MeshShape& shape_a = a.shape.mesh_shape();
  const MeshShape& shape_b = b.shape.mesh_shape();
  const Vector3 origin = b.motion.pose(time).translation();
  const Stage stage(a, b, Interval(time), origin, separation);
  const MotionEnclosure motion_a = a.motion.enclose(Interval(time), origin);
  const MotionEnclosure motion_b = b.motion.enclose(Interval(time), origin);
  std::optional<TouchingTriangles> found;
  each_close_leaf_pair(a, b, stage, meter, [&](const SphereLeaf& leaf_a, const SphereLeaf& leaf_b) {
    for (const std::uint32_t fa : shape_a.tree().faces_of(leaf_a)) {
      const IntervalTriangle ta = triangle_at(shape_a, fa, motion_a);
      for (const std::uint32_t fb : shape_b.tree().faces_of(leaf_b)) {
        const IntervalTriangle tb = triangle_at(shape_b, fb, motion_b);
        if (triangles_apart(ta, tb, separation)) continue;
        found = TouchingTriangles{closest_features(a, fa, b, fb, time, origin), largest_distance(ta, tb)};
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
    FeatureContact at = contact_at(pair, a.motion, b.motion, time, origin);
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
