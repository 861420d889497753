// SPDX-License-Identifier: Apache-2.0
#include "solver/convex/conservative_advancement.hpp"

#include <algorithm>

#include "solver/answer.hpp"
#include "solver/convex/closed_form.hpp"
#include "solver/convex/turning_pair.hpp"
#include "solver/linearization/last_positive.hpp"
#include "solver/mesh_features/initial_contact.hpp"
#include "solver/meter.hpp"
#include "solver/tick.hpp"

namespace graze {
namespace {

using Bound = ConservativeAdvancementOptions::Bound;

// The gap aimed at, as a part of the tolerance: the rest is for what the last step falls short.
constexpr double kAim = 1.0 / 3.0;
// Most queries take fewer steps: only then it is worth looking at what bodies sweep as they turn.
constexpr int kStepsAsItTurns = 16;

// The vertices of the closest simplex on one body say which feature it is, if the body is a polytope.
Feature feature_of(const Simplex4& simplex, bool of_b) {
  Feature feature{FeatureKind::Surface, 0, {}};
  std::array<std::uint32_t, 3>& vertices = feature.vertices;
  int count = 0;
  for (int i = 0; i < std::min(simplex.size, 3); ++i) {
    const std::uint32_t v = of_b ? simplex.pairs[i].vertex_b : simplex.pairs[i].vertex_a;
    if (v == ConvexShape::kNoVertex) return {FeatureKind::Surface, 0, {}};
    int place = 0;  // in ascending order, each once
    while (place < count && vertices[place] < v) ++place;
    if (place < count && vertices[place] == v) continue;
    for (int k = count++; k > place; --k) vertices[k] = vertices[k - 1];
    vertices[place] = v;
  }
  if (count > 0) feature.kind = static_cast<FeatureKind>(count - 1);
  if (count == 1) feature.index = vertices[0];
  return feature;
}

Contact contact_of(const ConvexPair& pair, const ConvexDistance& at) {
  Contact contact;
  contact.point_a = at.point_a + pair.origin();
  contact.point_b = at.point_b + pair.origin();
  contact.normal = at.direction;
  contact.feature_a = feature_of(at.simplex, false);
  contact.feature_b = feature_of(at.simplex, true);
  contact.approach_speed = pair.approach_speed(at);
  return contact;
}

class Advancement {
 public:
  Advancement(TurningPair& pair, const Motion& motion_b, const Query& query, Bound bound, Meter& meter)
      : turning_(pair), pair_(pair.as_it_turns()), motion_b_(motion_b), query_(query), bound_(bound), meter_(meter) {}

  Toi run() {
    double time = query_.window.lo();
    double last_step = std::numeric_limits<double>::infinity();
    while (true) {
      // Motions whose velocities change bend less over a shorter span.
      rest_ = time < query_.window.hi() ? rounding::up(query_.window.hi() - time) : 0.0;
      span_ = std::min(rest_, 16 * last_step);
      meter_.counts.linearizations += 1;
      origin_ = motion_b_.pose(time).translation();
      pair_.set_time(time, origin_);
      pair_.set_span(span_);
      double step = ball_step();
      if (step < rest_) step = turned_step(time, step);
      if (!(step > 0) || (step < rest_ && !(instant_after(time, step) > time))) {
        meter_.counts.leaf_tests += 1;
        at_ = pair_.distance(at_, query_.separation);
        if (!(at_.lower > query_.separation)) return stopped_at(time);
        if (at_.upper <= query_.separation + query_.tolerance) return impact(time);
        step = rest_ > 0 ? safe_step() : 0.0;
      }
      if (step >= rest_) return free_answer(query_);
      if (meter_.spent()) return undecided_from(time, query_);
      const double next = instant_after(time, step);
      if (next > time) {
        last_step = step;
        time = next;
      } else {
        last_step = tick_after(time);
        if (!apart_for(last_step)) return impact(time);
        time = next_instant(time);
      }
    }
  }

 private:
  // While the balls around the bodies are apart: what they allow. 0 if that is not worth having.
  double ball_step() {
    if (!pair_.has_balls()) return 0.0;
    const double need = query_.separation + query_.tolerance;
    const double now = pair_.ball_gap(0.0).value - need;
    if (!(now > 0.05 * pair_.ball_radii())) return 0.0;
    meter_.counts.node_tests += 1;
    return last_positive([&](double t) { return less(pair_.ball_gap(t), need); }, 0.0, span_);
  }

  // The same for bodies that turn all round, if that leads on by a good part of a turn; otherwise the step that there
  // is. An origin that goes round makes steps of balls short, too.
  double turned_step(double time, double step) {
    if (bound_ == Bound::Published || ++steps_ < kStepsAsItTurns) return step;
    for (std::optional<TurnedPair>& place : turning_.turned()) {
      if (!place || step >= place->shortest || !place->is_due()) continue;
      meter_.counts.node_tests += 1;
      place->pair.set_time(time, origin_);
      place->pair.set_span(span_);
      const double turned = place->pair.walls() > 0 ? step_from_walls(*place) : step_of(*place);
      if (place->pays(turned, span_)) return turned;
    }
    return step;
  }

  double step_of(TurnedPair& turned) {
    turned.at = turned.pair.distance(turned.at, query_.separation);
    if (!(turned.at.lower > query_.separation)) return 0.0;
    return safe_along(turned.pair, turned.at.direction, need_below(turned.at.lower), 0.0, span_);
  }

  // While all gaps are above the separation. The wall that allowed least the last time comes first: it likely does so
  // again.
  double step_from_walls(TurnedPair& turned) {
    double step = span_;
    const std::size_t count = turned.pair.walls(), first = turned.first_wall;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t k = (first + i) % count;
      turned.pair.choose_wall(k);
      const double gap = ConvexPair::GapAlong(turned.pair, Vector3::Zero()).at(0.0).value;
      const double safe =
          gap > query_.separation ? safe_along(turned.pair, Vector3::Zero(), need_below(gap), 0.0, step) : 0.0;
      if (safe < step) turned.first_wall = k;
      step = std::min(step, safe);
      if (step < std::min(span_, turned.shortest)) return 0.0;
    }
    return step;
  }

  // How far above the separation a gap is to stay that is this wide now.
  double need_below(double gap) const {
    return query_.separation + std::min(kAim * query_.tolerance, 0.5 * (gap - query_.separation));
  }

  // How long the gap along the direction of distance provably stays above the separation.
  double safe_step() {
    const double need = need_below(at_.lower);
    if (bound_ == Bound::Published) {
      const double spare = at_.lower - need;
      const double speed = pair_.published_speed(at_.direction, span_);
      return speed > 0 ? std::min(span_, spare / speed * (1 - 4 * rounding::kUlp)) : span_;
    }
    return safe_along(pair_, at_.direction, need, 0.0, span_);
  }

  double safe_along(const ConvexPair& pair, const Vector3& direction, double need, double from, double to) {
    const ConvexPair::GapAlong gap(pair, direction);
    const auto spare = [&](double t) {
      meter_.counts.root_iterations += 1;
      return less(gap.at(t), need);
    };
    return last_positive(spare, from, to);
  }

  // The way through one tick, along the direction of distance at each offset. Only the directions are from bodies moved
  // on to first order; the gaps along them are bounds.
  bool apart_for(double tick) {
    pair_.set_span(tick);
    ConvexDistance at = at_;
    return passes_tick(tick, [&](double t) {
      meter_.counts.leaf_tests += 1;
      if (t > 0) at = pair_.after(t).distance(at, query_.separation);
      const double gap = ConvexPair::GapAlong(pair_, at.direction).at(t).value;
      if (!(gap > query_.separation) || at.upper <= query_.separation + query_.tolerance) return t;
      return safe_along(pair_, at.direction, need_below(gap), t, tick);
    });
  }

  static Gap less(const Gap& gap, double need) { return {gap.value - need, gap.slope, gap.acceleration}; }

  // The closest points that doubles give, where the bodies were measured last.
  ConvexDistance closest() const {
    if (!(at_.lower > 0)) return at_;
    const ConvexDistance fine = pair_.distance(at_, query_.separation, kAccuracyOfContacts);
    return fine.lower > 0 && fine.upper < at_.upper ? fine : at_;
  }

  // Nothing separates the bodies: true at the start of the window only, or where doubles cannot tell.
  Toi stopped_at(double time) const {
    if (time > query_.window.lo()) return impact(time);
    return initial_contact_at(query_, contact_of(pair_, closest()), at_.upper);
  }

  Toi impact(double time) const {
    Toi toi = impact_at(query_, time, {at_.lower, at_.upper}, contact_of(pair_, at_));
    toi.contact = contact_of(pair_, closest());
    return toi;
  }

  TurningPair& turning_;
  ConvexPair& pair_;
  const Motion& motion_b_;
  const Query& query_;
  Bound bound_;
  Meter& meter_;
  ConvexDistance at_;
  Vector3 origin_ = Vector3::Zero();
  double span_ = 0.0, rest_ = 0.0;
  int steps_ = 0;
};

std::vector<Vector3> used_vertices(const MeshShape& surface) {
  std::vector<bool> used(surface.mesh().vertices.size(), false);
  for (const Triangle& triangle : surface.mesh().triangles)
    for (const std::uint32_t v : triangle) used[v] = true;
  // A vertex of no triangle gives way to one that is used, so that numbers stay the mesh's.
  std::vector<Vector3> vertices = surface.mesh().vertices;
  for (std::size_t v = 0; v < vertices.size(); ++v)
    if (!used[v]) vertices[v] = vertices[surface.face(0)[0]];
  return vertices;
}

Toi advance(TurningPair& pair, const Motion& motion_b, const Query& query, Bound bound, Meter& meter) {
  return with_one_contact(Advancement(pair, motion_b, query, bound, meter).run(), query, meter);
}

// A surface touches a half-space when one of its vertices does: it counts as the polytope of them.
Toi advance_to_half_space(const Body& a, const Body& b, const Query& query, Bound bound, Meter& meter) {
  const ShapeData& data = b.shape.data();
  const ConvexShape solid = data.convex ? *data.convex : ConvexShape::polytope(used_vertices(*data.surface));
  TurningPair pair(MovingPlane(*a.shape.data().half_space, a.motion, query.window), {solid, b.motion}, query.window);
  return advance(pair, b.motion, query, bound, meter);
}

void swap_sides(Contact& contact) {
  std::swap(contact.point_a, contact.point_b);
  std::swap(contact.feature_a, contact.feature_b);
  contact.normal = -contact.normal;
}

Toi advance(const Body& a, const Body& b, const Query& query, Bound bound, Meter& meter) {
  if (b.shape.kind() == ShapeKind::HalfSpace) {
    Toi toi = advance(b, a, query, bound, meter);
    swap_sides(toi.contact);
    for (Contact& contact : toi.patch) swap_sides(contact);
    return toi;
  }
  if (bound == Bound::Directional)
    if (std::optional<Toi> toi = closed_form(a, b, query)) {
      meter.counts.feature_tests += 1;
      return *toi;
    }
  if (a.shape.kind() == ShapeKind::HalfSpace) return advance_to_half_space(a, b, query, bound, meter);
  TurningPair pair({*a.shape.data().convex, a.motion}, {*b.shape.data().convex, b.motion}, query.window);
  Toi toi = advance(pair, b.motion, query, bound, meter);
  if (!toi.patch.empty() && a.shape.has_surface() && b.shape.has_surface())
    toi.patch = contacts_within(a, b, toi.bracket.lo(), query.separation + toi.tolerance, meter);
  return toi;
}

}  // namespace

Toi solve_conservative_advancement(const Body& a, const Body& b, const Query& query,
                                   const ConservativeAdvancementOptions& options) {
  Meter meter(query.budget);
  return with_work(advance(a, b, query, options.bound, meter), meter);
}

}  // namespace graze
