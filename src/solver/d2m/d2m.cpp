// SPDX-License-Identifier: Apache-2.0
#include "solver/d2m/d2m.hpp"

#include "numeric/infinity.hpp"
#include "solver/answer.hpp"
#include "solver/d2m/search.hpp"
#include "solver/mesh_features/expected_contact.hpp"
#include "solver/mesh_features/mesh_answer.hpp"

namespace graze {
namespace {

// Capoeira: where the spheres of two leaves meet, and how far apart what is in them may be there.
Toi capoeira_impact(const RootCandidate& root, const Body& a, const Body& b, const Query& query) {
  const double time = just_before(root.root.lo(), query.window.lo());
  const MeshShape& shape_a = a.shape.mesh_shape();
  const MeshShape& shape_b = b.shape.mesh_shape();
  const SphereTree& tree_a = shape_a.tree();
  const SphereTree& tree_b = shape_b.tree();
  Contact contact;
  double closest = kInfinity;
  // Every leaf has faces; their corners may belong to other leaves.
  for (const std::uint32_t fa : tree_a.faces_of(tree_a.leaves[tree_a.nodes[root.leaves.a].leaf]))
    for (const std::uint32_t va : shape_a.face(fa))
      for (const std::uint32_t fb : tree_b.faces_of(tree_b.leaves[tree_b.nodes[root.leaves.b].leaf])) {
        const FeatureContact at =
            contact_at(vertex_face_pair(shape_a, va, shape_b, fb), a.motion, b.motion, time, root.origin);
        if (at.distance.hi() >= closest) continue;
        closest = at.distance.hi();
        contact = at.contact;
      }
  return impact_in(query, {time, root.root.hi()}, {query.separation, closest}, contact);
}

Toi best_impact(const D2mSearch& search, const Body& a, const Body& b, const Query& query) {
  const RootCandidate& root = *search.best();
  if (!root.features) return capoeira_impact(root, a, b, query);
  return impact_at_root({root.root, *root.features, root.origin, search.near_miss()}, a, b, query);
}

}  // namespace

Toi solve_d2m(const Body& a, const Body& b, const Query& query, const D2mOptions& options, PairCoherence* cache) {
  Meter meter(query.budget);
  if (const auto at_start = answer_at_start(a, b, query, meter)) return finished(*at_start, a, b, query, meter);
  D2mSearch search(a, b, query, options, meter);
  search_expecting(search, cache != nullptr ? cache->spheres : std::nullopt);
  if (!search.best() || search.best()->root.lo() > search.open_from())
    return finished(without_impact(search.open_from(), query), a, b, query, meter);
  if (cache != nullptr) cache->spheres = search.best()->leaves;
  return finished(best_impact(search, a, b, query), a, b, query, meter);
}

}  // namespace graze
