// SPDX-License-Identifier: Apache-2.0
#include "solver/d2m.hpp"

#include "solver/d2m_search.hpp"
#include "solver/expected_contact.hpp"
#include "solver/mesh_answer.hpp"

namespace graze {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Capoeira: where the spheres of two leaves meet, and how far apart what is in them may be there.
void describe_capoeira(const RootCandidate& root, const Body& a, const Body& b, const Query& query, Toi& toi) {
  const double time = toi.bracket.lo();
  const MeshShape& shape_a = a.shape.mesh_shape();
  const MeshShape& shape_b = b.shape.mesh_shape();
  const SphereTree& tree_a = shape_a.tree();
  const SphereTree& tree_b = shape_b.tree();
  double closest = kInfinity;
  for (const std::uint32_t va : tree_a.vertices_of(tree_a.leaves[tree_a.nodes[root.leaves.a].leaf]))
    for (const std::uint32_t fb : tree_b.faces_of(tree_b.leaves[tree_b.nodes[root.leaves.b].leaf])) {
      const FeatureContact at =
          contact_at(vertex_face_pair(shape_a, va, shape_b, fb), a.motion, b.motion, time, root.origin);
      if (at.distance.hi() >= closest) continue;
      closest = at.distance.hi();
      toi.contact = at.contact;
    }
  toi.separation = {query.separation, closest};
  toi.tolerance = std::max(query.tolerance, closest - query.separation);
}

void describe_best(const D2mSearch& search, const Body& a, const Body& b, const Query& query, Toi& toi) {
  const RootCandidate& root = *search.best();
  if (root.features) {
    describe_impact({root.root, *root.features, root.origin, search.near_miss()}, a, b, query, toi);
    return;
  }
  toi.verdict = Verdict::Impact;
  toi.bracket = {just_before(root.root.lo(), query.window.lo()), root.root.hi()};
  describe_capoeira(root, a, b, query, toi);
}

}  // namespace

Toi solve_d2m(const Body& a, const Body& b, const Query& query, const D2mOptions& options, PairCache* cache) {
  Meter meter(query.budget);
  if (const auto at_start = answer_at_start(a, b, query, meter)) return finished(*at_start, a, b, query, meter);
  Toi toi;
  toi.tolerance = query.tolerance;
  D2mSearch search(a, b, query, options, meter);
  search_expecting(search, cache != nullptr ? cache->spheres : std::nullopt);
  if (search.best() && search.best()->root.lo() <= search.open_from()) {
    describe_best(search, a, b, query, toi);
    if (cache != nullptr) cache->spheres = search.best()->leaves;
  } else if (search.open_from() < kInfinity) {
    toi.verdict = Verdict::Undecided;
    toi.bracket = {just_before(search.open_from(), query.window.lo()), query.window.hi()};
  } else {
    toi.verdict = Verdict::Free;
    toi.bracket = Interval(query.window.hi());
  }
  return finished(toi, a, b, query, meter);
}

}  // namespace graze
