// SPDX-License-Identifier: Apache-2.0
#include "world/certify/pair_certifier.hpp"

#include <graze/distance.hpp>

#include "shape/shape_data.hpp"
#include "solver/close_surfaces.hpp"
#include "world/tuning.hpp"

namespace graze {

PairCertifier::PairCertifier(const Traveller& a, const Traveller& b, double length, double separation)
    : from_a_(a),
      from_b_(b),
      whole_(length),
      least_(rounding_of(a, length) + rounding_of(b, length)),
      a_(a),
      b_(b),
      length_(length),
      separation_(std::max(separation, least_)) {}

bool PairCertifier::clearly_apart(const ManifoldPoint* contact) {
  if (contact != nullptr && apart_along(a_, b_, axis_of(*contact), length_, separation_)) return true;
  double slice = length_;
  for (int axes = 0; axes < tuning::kMostAxes; ++axes) {
    const SeparatingAxis here = widest_axis(a_, b_);
    if (!(here.gap >= separation_) && from_a_.body->bound.bounded && from_b_.body->bound.bounded) return false;
    if (!apart_along(a_, b_, here, slice, separation_)) {
      slice *= tuning::kShorterTime;
      continue;
    }
    if (until_ + slice >= whole_) return true;
    move_to(until_ + slice);
    slice = std::min(tuning::kLongerTime * slice, length_);
  }
  return false;
}

bool PairCertifier::is_proved_by(const PairProof& proof) const {
  return proof.plan.deviation(a_, b_, length_) <= proof.kept - matters(separation_);
}

std::optional<PairProof> PairCertifier::prove(double aim, StepCoherence& coherence, NearLeaves& near) {
  if (until_ > 0 || !(aim > matters(separation_))) return std::nullopt;
  const PairPlan plan{a_.state, b_.state, length_};
  a_.prepare();
  b_.prepare();
  if (!know_near(aim, coherence.surfaces, near)) {
    // Surfaces are asked about once only: so many leaves may come close that one of them surely does.
    if (are_surfaces()) return std::nullopt;
    if (ask(a_.moving(), b_.moving(), aim, coherence, near).verdict != Verdict::Free) return std::nullopt;
    return PairProof{plan, aim};
  }
  if (near.nodes.empty()) return PairProof{near.plan, near.reach};
  const double kept = ask_near(aim, near);
  if (!(kept > matters(separation_))) return std::nullopt;
  return PairProof{plan, kept};
}

// How far all leaves are kept apart. What is known of leaves from plans that were certified earlier in the step holds
// for this one but for the deviation between the two.
double PairCertifier::ask_near(double aim, NearLeaves& near) {
  const double off = near.plan.deviation(a_, b_, length_);
  const double off_last = near.last.deviation(a_, b_, length_);
  std::optional<LeafSeparation> separation;
  double least = near.reach - off;
  tried_ = aim;
  for (std::size_t i = 0; i < near.nodes.size(); ++i) {
    KeptNodes& leaves = near.nodes[i];
    double kept = std::max(leaves.kept - off, near.kept_last[i] - off_last);
    if (!(kept > aim)) {
      if (!separation) separation.emplace(a_, b_, length_);
      // The walk has tried fixed axes, if it was for this plan.
      kept = std::max(
          kept, off == 0.0 ? separation->kept_along_turning(leaves.nodes, aim) : separation->kept(leaves.nodes, aim));
    }
    if (!(kept > aim)) close_.push_back({leaves.nodes, kept});
    if (off == 0.0) leaves.kept = kept;
    near.kept_last[i] = kept;
    least = std::min(least, kept);
  }
  near.last = {a_.state, b_.state, length_};
  return least;
}

// Leaves that are not known to be further apart.
std::vector<NodePair> PairCertifier::closer_than(double need, const NearLeaves& near) const {
  const bool tried = need <= tried_;
  const double off = tried ? 0.0 : near.plan.deviation(a_, b_, length_);
  std::vector<NodePair> closer;
  for (const KeptNodes& leaves : tried ? close_ : near.nodes)
    if (!(leaves.kept - off > need)) closer.push_back(leaves.nodes);
  return closer;
}

std::optional<BlockedPair> PairCertifier::solve(const BodyIds& ids, StepCoherence& coherence, NearLeaves& near) const {
  const Body a = a_.moving();
  const Body b = b_.moving();
  Toi toi = ask(a, b, separation_, coherence, near);
  if (toi.verdict == Verdict::InitialContact && separation_ > least_) {
    const double half =
        tuning::kKeptInContact * distance(a.shape, a.motion.pose(0.0), b.shape, b.motion.pose(0.0)).lower;
    toi = ask(a, b, std::max(half, least_), coherence, near);
  }
  if (toi.verdict == Verdict::Free) return std::nullopt;
  const bool known = toi.verdict == Verdict::Impact || toi.verdict == Verdict::Undecided;
  return BlockedPair{ids, until_ + (known ? toi.safe_until() : 0.0), toi.contact, toi.verdict != Verdict::Impact};
}

// The list of near leaves depends on coherence by leaves that are apart after all, which cost work and change nothing
// else. So what a search among the near ones leaves undecided is decided by one that knows nothing, with a budget many
// times larger: then answers do not depend on coherence, which a resumed run does not have.
Toi PairCertifier::ask(const Body& a, const Body& b, double separation, StepCoherence& coherence,
                       NearLeaves& near) const {
  // Bodies that are close to what doubles can tell apart take a long time to follow, and will not get far in any case.
  const std::uint64_t most_tests =
      separation < tuning::kTinySeparation * lengths() ? tuning::kFewTests : tuning::kMostTests;
  const std::uint64_t most_tests_of_near = most_tests / tuning::kFewerTestsOfNear;
  Query query;
  query.window = {0.0, length_};
  query.separation = separation;
  query.tolerance = tuning::kCertifiedTolerance * separation;
  query.budget.iterations = most_tests_of_near;
  NearLeaves of_the_rest;
  NearLeaves& leaves = until_ > 0 ? of_the_rest : near;
  if (know_near(matters(separation), coherence.surfaces, leaves)) {
    const double need = matters(separation);
    Toi toi = solve_directional_near(a, b, query, not_apart(closer_than(need, leaves), a_, b_, length_, need));
    if (toi.verdict != Verdict::Undecided) return toi;
  }
  query.budget.iterations = most_tests;
  if (are_surfaces()) return time_of_impact(a, b, query);
  return time_of_impact(a, b, query, Solver::automatic(), coherence.cache);
}

// No search stops at bodies further apart than this.
double PairCertifier::matters(double separation) const {
  constexpr double kOfLengths = 1e-9;
  return (1 + 2 * tuning::kCertifiedTolerance) * separation + kOfLengths * lengths();
}

double PairCertifier::lengths() const {
  return a_.body->shape.radius() + b_.body->shape.radius() + a_.state.position.norm() + b_.state.position.norm() +
         length_ * (a_.state.velocity.norm() + b_.state.velocity.norm());
}

bool PairCertifier::are_surfaces() const {
  return a_.body->shape.kind() == ShapeKind::Mesh && b_.body->shape.kind() == ShapeKind::Mesh;
}

// True if all leaves that can come this close are known then, and few.
bool PairCertifier::know_near(double closest, SurfaceCoherence& surfaces, NearLeaves& near) const {
  if (!are_surfaces()) return false;
  const bool of_now = near.few || near.plan.length == length_;
  if (of_now && closest + near.plan.deviation(a_, b_, length_) <= near.reach) return near.few;
  near.plan = {a_.state, b_.state, length_};
  near.reach = closest + tuning::kSpareTravel * SurfaceCoherence::travel_during(a_, b_, length_);
  near.few = is_one_slice(a_.moving(), b_.moving(), {0.0, length_});
  if (!near.few) return false;
  std::optional<std::vector<KeptNodes>> found = surfaces.close_leaves(a_, b_, length_, near.reach);
  near.few = found.has_value();
  if (!near.few) return false;
  near.nodes = std::move(*found);
  near.last = near.plan;
  near.kept_last.assign(near.nodes.size(), -1.0);
  return true;
}

SeparatingAxis PairCertifier::axis_of(const ManifoldPoint& contact) const {
  const Vector3& rate_a = a_.state.angular_velocity;
  const Vector3& rate_b = b_.state.angular_velocity;
  switch (contact.turns) {
    case ManifoldPoint::Turns::WithA:
      return {contact.normal, rate_a};
    case ManifoldPoint::Turns::WithB:
      return {contact.normal, rate_b};
    case ManifoldPoint::Turns::WithEdges:
      return {contact.normal, rate_across(contact.edge_a, rate_a, contact.edge_b, rate_b)};
    case ManifoldPoint::Turns::Not:
      break;
  }
  return {contact.normal};
}

// Where they are then is known but for roundings, which `least_` covers.
void PairCertifier::move_to(double time) {
  const auto at_time = [&](const Traveller& t) {
    return Traveller(*t.body, moved(t.state, t.state.velocity, t.state.angular_velocity, time), t.moves);
  };
  a_ = at_time(from_a_);
  b_ = at_time(from_b_);
  if (until_ == 0.0) separation_ += least_;
  until_ = time;
  length_ = whole_ - time;
}

}  // namespace graze
