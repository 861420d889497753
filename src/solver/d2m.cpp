// SPDX-License-Identifier: Apache-2.0
#include "solver/d2m.hpp"

#include "solver/d2m_search.hpp"
#include "solver/initial_contact.hpp"

namespace graze {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The last double before t, but not before t0: what was proved for times before t holds there.
double just_before(double t, double t0) { return std::max(t0, std::nextafter(t, -kInfinity)); }

// Take a step back (section V): from the root, by the time that opens a gap of eps_d at the speed of approach. Halved
// until the distance of the features, measured there, is within the tolerance: they may turn or slide meanwhile.
double step_back(const Candidate& root, const Body& a, const Body& b, const Query& query, double near_miss,
                 double tolerance) {
  const double t0 = query.window.lo();
  const double reached = just_before(root.root.lo(), t0);
  if (query.separation > 0) return reached;  // found by distance: a gap is there already
  const double speed = contact_at(*root.features, a.motion, b.motion, reached, root.origin).contact.approach_speed;
  double step = speed > 0 ? near_miss / speed : 0.0;
  for (int halvings = 0; halvings < 64 && step > 0; ++halvings, step /= 2) {
    const double time = std::max(t0, reached - step);
    if (contact_at(*root.features, a.motion, b.motion, time, root.origin).distance.hi() <= tolerance) return time;
  }
  return reached;
}

// Capoeira: where the spheres of two leaves meet, and how far apart what is in them may be there.
void describe_capoeira(const Candidate& root, const Body& a, const Body& b, const Query& query, Toi& toi) {
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

void describe_impact(const D2mSearch& search, const Body& a, const Body& b, const Query& query, Toi& toi) {
  const Candidate& root = *search.best();
  toi.verdict = Verdict::Impact;
  if (!root.features) {
    toi.bracket = {just_before(root.root.lo(), query.window.lo()), root.root.hi()};
    describe_capoeira(root, a, b, query, toi);
    return;
  }
  const bool as_asked = search.near_miss() <= query.tolerance / 3.3;
  const double tolerance = as_asked ? query.tolerance : 3.3 * search.near_miss();
  const double lo = step_back(root, a, b, query, search.near_miss(), tolerance);
  const FeatureContact at = contact_at(*root.features, a.motion, b.motion, lo, root.origin);
  toi.bracket = {lo, root.root.hi()};
  toi.contact = at.contact;
  toi.separation = {query.separation, at.distance.hi()};
  toi.tolerance = std::max(tolerance, at.distance.hi() - query.separation);
}

// With a contact expected in the leaves that touched last time, contacts later than that one are of no interest. If
// none turns up, the expectation was wrong and the search is done without it.
void search_with_cache(D2mSearch& search, PairCache* cache) {
  if (cache != nullptr && cache->has_leaves) {
    search.run({cache->leaf_a, cache->leaf_b}, kInfinity);
    if (search.best()) {
      search.run({}, search.best()->root.hi());
      if (search.best()) return;
    }
  }
  search.run({}, kInfinity);
}

}  // namespace

Toi solve_d2m(const Body& a, const Body& b, const Query& query, const D2mOptions& options, PairCache* cache) {
  Meter meter(query.budget);
  Toi toi;
  const auto finished = [&](Toi answer) {
    if (query.all_contacts && (answer.verdict == Verdict::Impact || answer.verdict == Verdict::InitialContact))
      answer.patch = contacts_within(a, b, answer.bracket.lo(), query.separation + answer.tolerance, meter);
    answer.statistics = meter.counts;
    answer.statistics.microseconds = meter.seconds() * 1e6;
    return answer;
  };

  if (const auto features = contact_at_instant(a, b, query.window.lo(), query.separation, meter))
    return finished(initial_contact(a, b, query, *features));
  toi.tolerance = query.tolerance;
  if (meter.spent()) {
    toi.verdict = Verdict::Undecided;
    toi.bracket = query.window;
    return finished(toi);
  }
  D2mSearch search(a, b, query, options, meter);
  search_with_cache(search, cache);
  if (search.best() && search.best()->root.lo() <= search.open_from()) {
    describe_impact(search, a, b, query, toi);
    if (cache != nullptr) *cache = {true, search.best()->leaves.a, search.best()->leaves.b};
  } else if (search.open_from() < kInfinity) {
    toi.verdict = Verdict::Undecided;
    toi.bracket = {just_before(search.open_from(), query.window.lo()), query.window.hi()};
  } else {
    toi.verdict = Verdict::Free;
    toi.bracket = Interval(query.window.hi());
  }
  return finished(toi);
}

}  // namespace graze
