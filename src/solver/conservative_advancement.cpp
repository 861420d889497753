// SPDX-License-Identifier: Apache-2.0
#include "solver/conservative_advancement.hpp"

#include <algorithm>

#include "motion/relative.hpp"
#include "solver/advancement_answer.hpp"
#include "solver/closed_form.hpp"
#include "solver/convex_pair.hpp"
#include "solver/initial_contact.hpp"
#include "solver/last_positive.hpp"
#include "solver/meter.hpp"

namespace graze {
namespace {

using Bound = ConservativeAdvancementOptions::Bound;

// The gap aimed at, as a part of the tolerance: the rest is for what the last step falls short.
constexpr double kAim = 1.0 / 3.0;

class Advancement {
 public:
  Advancement(ConvexPair& pair, const Motion& motion_b, const Query& query, Bound bound, Meter& meter)
      : pair_(pair), motion_b_(motion_b), query_(query), bound_(bound), meter_(meter) {}

  Toi run() {
    double time = query_.window.lo();
    double last_step = std::numeric_limits<double>::infinity();
    while (true) {
      // Motions whose velocities change bend less over a shorter span.
      rest_ = time < query_.window.hi() ? rounding::up(query_.window.hi() - time) : 0.0;
      span_ = std::min(rest_, 16 * last_step);
      pair_.set_time(time, motion_b_.pose(time).translation());
      pair_.set_span(span_);
      double step = ball_step();
      if (!(step > 0)) {
        meter_.counts.leaf_tests += 1;
        at_ = pair_.distance(at_, query_.separation);
        if (!(at_.lower > query_.separation)) return stopped_at(time);
        if (at_.upper <= query_.separation + query_.tolerance) return impact(time);
        step = rest_ > 0 ? safe_step() : 0.0;
      }
      if (step >= rest_) return answer(Verdict::Free, Interval(query_.window.hi()));
      if (meter_.spent()) return answer(Verdict::Undecided, {time, query_.window.hi()});
      const double next = rounding::down(time + step);
      if (next <= time) return impact(time);
      last_step = step;
      time = next;
    }
  }

  // Where the bodies are closest after run(): with the closest points that doubles give.
  ConvexDistance closest() const {
    if (!(at_.lower > 0)) return at_;
    const ConvexDistance fine = pair_.distance(at_, query_.separation, kAccuracyOfContacts);
    return fine.lower > 0 && fine.upper < at_.upper ? fine : at_;
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

  // How long the gap along the direction of distance provably stays above the separation.
  double safe_step() {
    const double need = query_.separation + std::min(kAim * query_.tolerance, 0.5 * (at_.lower - query_.separation));
    const double spare = at_.lower - need;
    if (bound_ == Bound::Published) {
      const double speed = pair_.published_speed(at_.direction, span_);
      return speed > 0 ? std::min(span_, spare / speed * (1 - 4 * rounding::kUlp)) : span_;
    }
    return last_positive(
        [&](double t) {
          meter_.counts.root_iterations += 1;
          return less(pair_.gap(at_.direction, t), need);
        },
        0.0, span_);
  }

  static Gap less(const Gap& gap, double need) { return {gap.value - need, gap.slope, gap.acceleration}; }

  Toi answer(Verdict verdict, const Interval& bracket) const { return answer_to(query_, verdict, bracket); }

  // Nothing separates the bodies: true at the start of the window only, or where doubles cannot tell.
  Toi stopped_at(double time) const {
    if (time > query_.window.lo()) return impact(time);
    Toi toi = answer(Verdict::InitialContact, Interval(time));
    toi.separation = {0.0, at_.upper};
    return toi;
  }

  Toi impact(double time) const { return impact_at(query_, time, {at_.lower, at_.upper}, pair_.approach_speed(at_)); }

  ConvexPair& pair_;
  const Motion& motion_b_;
  const Query& query_;
  Bound bound_;
  Meter& meter_;
  ConvexDistance at_;
  double span_ = 0.0, rest_ = 0.0;
};

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
  feature.kind = static_cast<FeatureKind>(count - 1);
  if (count == 1) feature.index = vertices[0];
  return feature;
}

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

Toi advance(ConvexPair& pair, const Motion& motion_b, const Query& query, Bound bound, Meter& meter) {
  Advancement advancement(pair, motion_b, query, bound, meter);
  Toi toi = advancement.run();
  if (toi.verdict == Verdict::Impact || toi.verdict == Verdict::InitialContact) {
    toi.contact = contact_of(pair, advancement.closest());
    if (query.all_contacts) toi.patch = {toi.contact};
  }
  return toi;
}

// In the frame of the half-space, which is at rest there. A surface touches a half-space when one of its vertices does:
// it counts as the polytope of them.
Toi advance_to_half_space(const Body& a, const Body& b, const Query& query, Bound bound, Meter& meter) {
  const Motion relative = relative_motion(b.motion, a.motion);
  const ShapeData& data = b.shape.data();
  const ConvexShape solid = data.convex ? *data.convex : ConvexShape::polytope(used_vertices(*data.surface));
  ConvexPair pair(*a.shape.data().half_space, solid, relative);
  Toi toi = advance(pair, relative, query, bound, meter);
  const Pose frame = a.motion.pose(toi.bracket.lo());
  const auto back = [&frame](Contact& contact) {
    contact.point_a = frame * contact.point_a;
    contact.point_b = frame * contact.point_b;
    contact.normal = frame.linear() * contact.normal;
  };
  back(toi.contact);
  for (Contact& contact : toi.patch) back(contact);
  return toi;
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
  ConvexPair pair(*a.shape.data().convex, a.motion, *b.shape.data().convex, b.motion);
  Toi toi = advance(pair, b.motion, query, bound, meter);
  if (!toi.patch.empty() && a.shape.has_surface() && b.shape.has_surface())
    toi.patch = contacts_within(a, b, toi.bracket.lo(), query.separation + toi.tolerance, meter);
  return toi;
}

}  // namespace

Toi solve_conservative_advancement(const Body& a, const Body& b, const Query& query,
                                   const ConservativeAdvancementOptions& options) {
  Meter meter(query.budget);
  Toi toi = advance(a, b, query, options.bound, meter);
  toi.statistics = meter.counts;
  toi.statistics.microseconds = meter.seconds() * 1e6;
  return toi;
}

}  // namespace graze
