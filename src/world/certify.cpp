// SPDX-License-Identifier: Apache-2.0
#include "world/certify.hpp"

#include <algorithm>
#include <optional>

#include <graze/distance.hpp>

#include "solver/parallel.hpp"
#include "world/witness.hpp"

namespace graze {
namespace {

// A step ends in nearest doubles, a few roundings from where the motion does: that must stay well below the separation.
double rounding_of(const Traveller& traveller, double length) {
  const double radius = traveller.body->bound.bounded ? traveller.body->shape.radius() : 0.0;
  const double reach = 2 * traveller.state.position.norm() + length * traveller.state.velocity.norm() + radius;
  return 64 * rounding::kUlp * (reach + radius * traveller.state.angular_velocity.norm() * length);
}

// One look at a pair of bodies.
class PairLook {
 public:
  PairLook(const Traveller& a, const Traveller& b, double length, double separation)
      : from_a_(a),
        from_b_(b),
        whole_(length),
        least_(rounding_of(a, length) + rounding_of(b, length)),
        a_(a),
        b_(b),
        length_(length),
        separation_(std::max(separation, least_)) {}

  // Along the axis on which they touch, or those that boxes around them show: in parts, each with an axis of its own.
  // True if that proves them apart all the time. If not, solve() goes on from where it got.
  bool clearly_apart(const ManifoldPoint* touch) {
    constexpr int kMostLooks = 40;
    if (touch != nullptr && apart_along(a_, b_, axis_of(*touch), length_, separation_)) return true;
    double part = length_;
    for (int looks = 0; looks < kMostLooks; ++looks) {
      const SeparatingAxis here = widest_axis(a_, b_);
      if (!(here.gap >= separation_) && from_a_.body->bound.bounded && from_b_.body->bound.bounded) return false;
      if (!apart_along(a_, b_, here, part, separation_)) {
        part *= 0.25;
        continue;
      }
      if (until_ + part >= whole_) return true;
      move_to(until_ + part);
      part = std::min(2 * part, length_);
    }
    return false;
  }

  std::optional<Meeting> solve(const BodyIds& ids, PairCache& cache) const {
    constexpr double kTolerance = 0.1;  // of the separation
    constexpr std::uint64_t kMostTests = 50000;
    const Body a = a_.moving();
    const Body b = b_.moving();
    Query query;
    query.window = {0.0, length_};
    query.separation = separation_;
    query.budget.iterations = kMostTests;
    Toi toi;
    for (int attempt = 0; attempt < 2; ++attempt) {
      query.separation = std::max(query.separation, least_);
      query.tolerance = kTolerance * query.separation;
      toi = time_of_impact(a, b, query, Solver::automatic(), cache);
      if (toi.verdict != Verdict::InitialContact || query.separation == least_) break;
      query.separation = 0.5 * distance(a.shape, a.motion.pose(0.0), b.shape, b.motion.pose(0.0)).lower;
    }
    if (toi.verdict == Verdict::Free) return std::nullopt;
    const bool known = toi.verdict == Verdict::Impact || toi.verdict == Verdict::Undecided;
    return Meeting{ids, until_ + (known ? toi.safe_until() : 0.0), toi.contact, toi.verdict != Verdict::Impact};
  }

 private:
  SeparatingAxis axis_of(const ManifoldPoint& touch) const {
    const Vector3& rate_a = a_.state.angular_velocity;
    const Vector3& rate_b = b_.state.angular_velocity;
    switch (touch.turns) {
      case ManifoldPoint::Turns::WithA:
        return {touch.normal, rate_a};
      case ManifoldPoint::Turns::WithB:
        return {touch.normal, rate_b};
      case ManifoldPoint::Turns::WithEdges:
        return {touch.normal, rate_across(touch.edge_a, rate_a, touch.edge_b, rate_b)};
      case ManifoldPoint::Turns::Not:
        break;
    }
    return {touch.normal};
  }

  // Where they are then is known but for roundings, which `least_` covers.
  void move_to(double time) {
    const auto at_time = [&](const Traveller& t) {
      return Traveller(*t.body, moved(t.state, t.state.velocity, t.state.angular_velocity, time), t.moves);
    };
    a_ = at_time(from_a_);
    b_ = at_time(from_b_);
    if (until_ == 0.0) separation_ += least_;
    until_ = time;
    length_ = whole_ - time;
  }

  const Traveller& from_a_;
  const Traveller& from_b_;
  double whole_;
  double least_;
  // What is left to look at, and what has been proved.
  Traveller a_, b_;
  double length_;
  double until_ = 0.0;
  double separation_;
};

}  // namespace

void Certifier::begin(double separation, Touching touching) {
  separation_ = separation;
  touching_ = std::move(touching);
}

const ManifoldPoint* Certifier::touch(const BodyIds& ids) const {
  const auto at = touching_.find({ids.a, ids.b});
  return at == touching_.end() ? nullptr : &at->second;
}

// Half of the gap, so that there is room to move; but from some closeness on, bodies may hardly come closer at all, or
// they would end up where doubles do not tell them apart.
double Certifier::kept(const ManifoldPoint* touch) const {
  constexpr double kTooClose = 0.02;  // of the separation
  if (touch == nullptr) return separation_;
  return std::min(separation_, (touch->gap > kTooClose * separation_ ? 0.5 : 0.95) * touch->gap);
}

PairCache& Certifier::cache(const BodyIds& ids, const Traveller& a) {
  const bool first = a.body->scene->kind != BodyKind::Static;
  return first ? caches_.of(ids_[ids.a], ids_[ids.b]) : caches_.of(ids_[ids.b], ids_[ids.a]);
}

std::optional<Meeting> Certifier::look(const Traveller& a, const Traveller& b, const BodyIds& ids, double length) {
  const ManifoldPoint* const closest = touch(ids);
  PairLook look(a, b, length, kept(closest));
  if (look.clearly_apart(closest)) return std::nullopt;
  return look.solve(ids, cache(ids, a));
}

std::vector<Meeting> Certifier::certify(std::span<const Traveller> travellers, double length, const Allowed& allowed,
                                        int threads) {
  struct Hard {
    BodyIds ids;
    PairLook look;
    PairCache* cache;
    std::optional<Meeting> answer{};
  };
  std::vector<Hard> hard;
  pairs_ = close_pairs(travellers, length, 2 * separation_, allowed);
  for (const BodyIds& ids : pairs_) {
    const ManifoldPoint* const closest = touch(ids);
    PairLook look(travellers[ids.a], travellers[ids.b], length, kept(closest));
    if (!look.clearly_apart(closest)) hard.push_back({ids, look, &cache(ids, travellers[ids.a])});
  }
  for_each_index_here(hard.size(), threads,
                      [&](std::size_t i) { hard[i].answer = hard[i].look.solve(hard[i].ids, *hard[i].cache); });
  std::vector<Meeting> meetings;
  for (const Hard& pair : hard)
    if (pair.answer) meetings.push_back(*pair.answer);
  std::stable_sort(meetings.begin(), meetings.end(),
                   [](const Meeting& x, const Meeting& y) { return x.until < y.until; });
  return meetings;
}

}  // namespace graze
