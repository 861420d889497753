// SPDX-License-Identifier: Apache-2.0
#include "world/certify.hpp"

#include <algorithm>
#include <optional>

#include <graze/distance.hpp>

#include "query/parallel.hpp"
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
      : a_(a),
        b_(b),
        length_(length),
        least_(rounding_of(a, length) + rounding_of(b, length)),
        separation_(std::max(separation, least_)) {}

  // Along the direction in which they touch, or one that boxes around them show at the start or at the end.
  bool clearly_apart(const Closeness* known) const {
    if (known != nullptr && apart(known->normal)) return true;
    if (const SeparatingAxis axis = widest_axis(a_, b_); axis.gap >= 0 && apart(axis.direction)) return true;
    const SeparatingAxis axis = widest_axis(at_end(a_), at_end(b_));
    return axis.gap >= 0 && apart(axis.direction);
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
    return Meeting{ids, known ? toi.safe_until() : 0.0, toi.contact, toi.verdict != Verdict::Impact};
  }

 private:
  bool apart(const Vector3& direction) const { return apart_along(a_, b_, direction, length_, separation_); }
  Traveller at_end(const Traveller& t) const {
    return {*t.body, moved(t.state, t.state.velocity, t.state.angular_velocity, length_), t.moves};
  }

  const Traveller& a_;
  const Traveller& b_;
  double length_;
  double least_;
  double separation_;
};

}  // namespace

std::vector<Meeting> Certifier::certify(std::span<const Traveller> travellers, double length, double separation,
                                        const Touching& touching, const Allowed& allowed, int threads) {
  struct Hard {
    BodyIds ids;
    double separation;
    PairCache* cache;
    std::optional<Meeting> answer{};
  };
  std::vector<Hard> hard;
  for (const BodyIds& ids : close_pairs(travellers, length, 2 * separation, allowed)) {
    const auto at = touching.find({ids.a, ids.b});
    const Closeness* const known = at == touching.end() ? nullptr : &at->second;
    const double kept = known == nullptr ? separation : std::min(separation, 0.5 * known->gap);
    if (PairLook(travellers[ids.a], travellers[ids.b], length, kept).clearly_apart(known)) continue;
    hard.push_back({ids, kept, &caches_[{ids.a, ids.b}]});
  }
  for_each_index(hard.size(), threads, 1, [&](std::size_t i) {
    Hard& pair = hard[i];
    pair.answer =
        PairLook(travellers[pair.ids.a], travellers[pair.ids.b], length, pair.separation).solve(pair.ids, *pair.cache);
  });
  std::vector<Meeting> meetings;
  for (const Hard& pair : hard)
    if (pair.answer) meetings.push_back(*pair.answer);
  std::stable_sort(meetings.begin(), meetings.end(),
                   [](const Meeting& x, const Meeting& y) { return x.until < y.until; });
  return meetings;
}

}  // namespace graze
