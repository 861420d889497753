// SPDX-License-Identifier: Apache-2.0
// D2M in a pair of leaves: every vertex/face, face/vertex and edge/edge pair once, each first as a pair of spheres.
#include <algorithm>

#include "solver/d2m_search.hpp"

namespace graze {
namespace {

MovingSphere vertex_sphere(const StageBody& body, const Vector3& p) { return body.sphere(p, 0.0, p.norm() * (1 + 1e-15)); }

MovingSphere face_sphere(const StageBody& body, const EnclosingSphere& sphere) {
  return body.sphere(sphere.center, sphere.radius, distance_above(sphere.center, Vector3::Zero()));
}

MovingSphere edge_sphere(const StageBody& body, const Vector3& p, const Vector3& q) {
  const Vector3 center = 0.5 * p + 0.5 * q;
  const double radius = std::max(distance_above(center, p), distance_above(center, q));
  return body.sphere(center, radius, distance_above(center, Vector3::Zero()));
}

}  // namespace

void D2mSearch::test_leaves(const Stage& stage, const NodePair& pair, const Interval& time) {
  ++meter_.counts.leaf_tests;
  const Vector3 origin = stage.origin_at(time.lo());
  if (options_.capoeira) {
    offer({Interval(time.lo()), pair, std::nullopt, origin});
    return;
  }
  const SphereTree& tree_a = shape_a_.tree();
  const SphereTree& tree_b = shape_b_.tree();
  const SphereLeaf& leaf_a = tree_a.leaves[tree_a.nodes[pair.a].leaf];
  const SphereLeaf& leaf_b = tree_b.leaves[tree_b.nodes[pair.b].leaf];

  const auto collect = [](const MeshShape& shape, const StageBody& body, const SphereLeaf& leaf,
                          std::vector<MovingSphere>& faces, std::vector<MovingSphere>& edges,
                          std::vector<MovingSphere>& vertices) {
    faces.clear();
    edges.clear();
    vertices.clear();
    for (const std::uint32_t f : shape.tree().faces_of(leaf)) faces.push_back(face_sphere(body, shape.face_sphere(f)));
    for (const std::uint32_t e : shape.tree().edges_of(leaf))
      edges.push_back(edge_sphere(body, shape.vertex(shape.edge(e)[0]), shape.vertex(shape.edge(e)[1])));
    for (const std::uint32_t v : shape.tree().vertices_of(leaf)) vertices.push_back(vertex_sphere(body, shape.vertex(v)));
  };
  collect(shape_a_, stage.a, leaf_a, faces_a_, edges_a_, vertices_a_);
  collect(shape_b_, stage.b, leaf_b, faces_b_, edges_b_, vertices_b_);

  std::optional<PairMotion> motion;  // shared by all pairs of these leaves, made when the first one needs it
  const auto search = [&](const auto& ids_a, const auto& spheres_a, const auto& ids_b, const auto& spheres_b,
                          const auto& make_pair) {
    for (std::size_t i = 0; i < spheres_a.size(); ++i)
      for (std::size_t j = 0; j < spheres_b.size(); ++j) {
        ++meter_.counts.node_tests;
        if (!test_sphere_pair(stage, spheres_a[i], spheres_b[j], time)) continue;
        if (!motion) motion.emplace(a_.motion, b_.motion, time, origin);
        const FeaturePair features = make_pair(shape_a_, ids_a[i], shape_b_, ids_b[j]);
        const FeatureSearchResult found =
            first_contact(features, a_, b_, *motion, limit(), feature_options_, meter_);
        open_from_ = std::min(open_from_, found.open_from);
        if (found.root) offer({*found.root, pair, features, origin});
      }
  };
  search(tree_a.vertices_of(leaf_a), vertices_a_, tree_b.faces_of(leaf_b), faces_b_, vertex_face_pair);
  search(tree_a.faces_of(leaf_a), faces_a_, tree_b.vertices_of(leaf_b), vertices_b_, face_vertex_pair);
  search(tree_a.edges_of(leaf_a), edges_a_, tree_b.edges_of(leaf_b), edges_b_, edge_edge_pair);
}

}  // namespace graze
