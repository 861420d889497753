// SPDX-License-Identifier: Apache-2.0
#include "world/certify.hpp"

#include <algorithm>

#include <graze/distance.hpp>

#include "broadphase/broad_phase.hpp"
#include "solver/parallel.hpp"

namespace graze {
namespace {

// A step ends in nearest doubles, a few roundings from where the motion does: that must stay well below the separation.
double rounding_of(const Traveller& traveller, double length) {
  const Motion& motion = traveller.body.motion;
  const double radius = traveller.bound->bounded ? traveller.body.shape.radius() : 0.0;
  const double reach = motion.pose(0.0).translation().norm() + motion.pose(length).translation().norm() + radius;
  const double turn = motion.speed_bound({0.0, length}).per_radius * length;
  return 64 * rounding::kUlp * (reach + radius * turn);
}

std::optional<Meeting> meeting_of(std::span<const Traveller> travellers, const BodyIds& ids, double length,
                                  double separation, PairCache& cache) {
  constexpr double kTolerance = 0.1;  // of the separation
  constexpr std::uint64_t kMostTests = 50000;
  const Traveller& a = travellers[ids.a];
  const Traveller& b = travellers[ids.b];
  const double least = rounding_of(a, length) + rounding_of(b, length);
  Query query;
  query.window = {0.0, length};
  query.separation = separation;
  query.budget.iterations = kMostTests;
  Toi toi;
  for (int attempt = 0; attempt < 2; ++attempt) {
    query.separation = std::max(query.separation, least);
    query.tolerance = kTolerance * query.separation;
    toi = time_of_impact(a.body, b.body, query, Solver::automatic(), cache);
    if (toi.verdict != Verdict::InitialContact || query.separation == least) break;
    const Pose pose_a = a.body.motion.pose(0.0);
    query.separation = 0.5 * distance(a.body.shape, pose_a, b.body.shape, b.body.motion.pose(0.0)).lower;
  }
  if (toi.verdict == Verdict::Free) return std::nullopt;
  const bool known = toi.verdict == Verdict::Impact || toi.verdict == Verdict::Undecided;
  return Meeting{ids, known ? toi.safe_until() : 0.0, toi.contact, toi.verdict != Verdict::Impact};
}

}  // namespace

std::vector<BodyIds> close_pairs(std::span<const Traveller> travellers, double length, double margin,
                                 const Allowed& allowed) {
  const Interval window(0.0, length);
  std::vector<SweptBody> swept;
  std::vector<SweptBox> boxes;
  std::vector<std::uint32_t> owners;
  std::vector<std::size_t> unbounded;
  for (std::size_t i = 0; i < travellers.size(); ++i) {
    swept.push_back(sweep(travellers[i].body, *travellers[i].bound, window, 0.5 * margin));
    if (travellers[i].bound->bounded) {
      boxes.push_back(swept.back().box);
      owners.push_back(static_cast<std::uint32_t>(i));
    } else {
      unbounded.push_back(i);
    }
  }
  std::vector<BodyIds> pairs;
  const auto add = [&](std::size_t i, std::size_t j) {
    if ((travellers[i].moves || travellers[j].moves) && allowed(i, j))
      pairs.push_back({std::min(i, j), std::max(i, j)});
  };
  for (const BoxPair& pair : overlapping_pairs(BroadPhase::SweepAndPrune, boxes))
    add(owners[pair.first], owners[pair.second]);
  for (const std::size_t half : unbounded)
    for (const std::uint32_t other : owners)
      if (may_meet(travellers[half].body, swept[other], *travellers[other].bound, window, margin)) add(half, other);
  std::sort(pairs.begin(), pairs.end(),
            [](const BodyIds& x, const BodyIds& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
  return pairs;
}

std::vector<Meeting> Certifier::certify(std::span<const Traveller> travellers, double length, double separation,
                                        const std::map<std::pair<std::size_t, std::size_t>, double>& gaps,
                                        const Allowed& allowed, int threads) {
  const std::vector<BodyIds> pairs = close_pairs(travellers, length, 2 * separation, allowed);
  std::vector<PairCache*> caches;
  caches.reserve(pairs.size());
  for (const BodyIds& ids : pairs) caches.push_back(&caches_[{ids.a, ids.b}]);
  std::vector<std::optional<Meeting>> answers(pairs.size());
  for_each_index(pairs.size(), threads, 1, [&](std::size_t i) {
    const auto known = gaps.find({pairs[i].a, pairs[i].b});
    const double kept = known == gaps.end() ? separation : std::min(separation, 0.5 * known->second);
    answers[i] = meeting_of(travellers, pairs[i], length, kept, *caches[i]);
  });
  std::vector<Meeting> meetings;
  for (const auto& answer : answers)
    if (answer) meetings.push_back(*answer);
  std::stable_sort(meetings.begin(), meetings.end(),
                   [](const Meeting& x, const Meeting& y) { return x.until < y.until; });
  return meetings;
}

}  // namespace graze
