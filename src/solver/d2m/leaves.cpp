// SPDX-License-Identifier: Apache-2.0
// D2M in a pair of leaves: every vertex/face, face/vertex and edge/edge pair once, each first in plain doubles.
#include <algorithm>

#include "solver/d2m/search.hpp"

namespace graze {
namespace {

MovingSphere sphere_around(const StageBody& body, const Vector3& center, double radius) {
  return body.sphere(center, radius, distance_above(center, Vector3::Zero()));
}

void collect(const MeshShape& shape, const StageBody& body, const SphereLeaf& leaf, LeafFeatures& features) {
  const SphereTree& tree = shape.tree();
  features.faces.clear();
  features.edges.clear();
  features.vertices.clear();
  for (const std::uint32_t f : tree.faces_of(leaf)) {
    MovingSimplex& face = features.faces.emplace_back();
    for (const std::uint32_t v : shape.face(f)) face.add(body, shape.vertex(v));
    face.sphere = sphere_around(body, shape.face_sphere(f).center, shape.face_sphere(f).radius);
  }
  for (const std::uint32_t e : tree.edges_of(leaf)) {
    MovingSimplex& edge = features.edges.emplace_back();
    const Vector3& p = shape.vertex(shape.edge(e)[0]);
    const Vector3& q = shape.vertex(shape.edge(e)[1]);
    edge.add(body, p);
    edge.add(body, q);
    const Vector3 center = 0.5 * p + 0.5 * q;
    edge.sphere = sphere_around(body, center, std::max(distance_above(center, p), distance_above(center, q)));
  }
  for (const std::uint32_t v : tree.vertices_of(leaf)) {
    MovingSimplex& vertex = features.vertices.emplace_back();
    vertex.add(body, shape.vertex(v));
    vertex.sphere = sphere_around(body, shape.vertex(v), 0.0);
  }
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
  const SphereNode& node_a = tree_a.nodes[pair.a];
  const SphereNode& node_b = tree_b.nodes[pair.b];
  const SphereLeaf& leaf_a = tree_a.leaves[node_a.leaf];
  const SphereLeaf& leaf_b = tree_b.leaves[node_b.leaf];
  collect(shape_a_, stage.a, leaf_a, features_a_);
  collect(shape_b_, stage.b, leaf_b, features_b_);
  const double acceleration = stage.a.acceleration.at(node_a.center_radius + node_a.radius) +
                              stage.b.acceleration.at(node_b.center_radius + node_b.radius);

  std::optional<PairMotion> motion;  // shared by all pairs of these leaves, made when the first one needs it
  const auto search = [&](const auto& ids_a, const auto& list_a, const auto& ids_b, const auto& list_b,
                          const auto& make_pair) {
    for (std::size_t i = 0; i < list_a.size(); ++i)
      for (std::size_t j = 0; j < list_b.size(); ++j) {
        ++meter_.counts.node_tests;
        // A pair that stays apart up to the earliest contact known is of no interest. The pairs that are get searched
        // over the leaves' whole time, whatever is known, so that their roots do not depend on it.
        const Interval interest(time.lo(), std::min(time.hi(), limit()));
        if (interest.hi() < interest.lo()) return;
        const std::optional<Interval> overlap = test_sphere_pair(stage, list_a[i].sphere, list_b[j].sphere, interest);
        if (!overlap || stay_apart(stage, list_a[i], list_b[j], acceleration, *overlap)) continue;
        if (!motion) motion.emplace(a_.motion, b_.motion, time, origin);
        const FeaturePair features = make_pair(shape_a_, ids_a[i], shape_b_, ids_b[j]);
        const FeatureSearchResult found =
            first_contact(features, a_.motion, b_.motion, *motion, limit(), feature_options_, meter_);
        open_from_ = std::min(open_from_, found.open_from);
        if (found.root) offer({*found.root, pair, features, origin});
      }
  };
  search(tree_a.vertices_of(leaf_a), features_a_.vertices, tree_b.faces_of(leaf_b), features_b_.faces,
         vertex_face_pair);
  search(tree_a.faces_of(leaf_a), features_a_.faces, tree_b.vertices_of(leaf_b), features_b_.vertices,
         face_vertex_pair);
  search(tree_a.edges_of(leaf_a), features_a_.edges, tree_b.edges_of(leaf_b), features_b_.edges, edge_edge_pair);
}

}  // namespace graze
