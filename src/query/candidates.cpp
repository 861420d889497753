// SPDX-License-Identifier: Apache-2.0
#include "query/candidates.hpp"

#include <algorithm>
#include <tuple>

#include "numeric/parallel.hpp"

namespace graze {
namespace {

constexpr std::size_t kSweepsPerTask = 64;  // a sweep takes about a microsecond

// Into how many parts a slice is cut for a closer look at its pairs. Each costs two sweeps a pair, which pays where an
// early impact spares many other pairs; few pairs are as quickly asked about.
int parts_for(std::size_t pairs) { return pairs <= 32 ? 2 : 8; }

}  // namespace

Candidates::Candidates(std::span<const Body> bodies, const Query& query, const Pipeline& pipeline,
                       const PairFilter& filter)
    : bodies_(bodies),
      pipeline_(pipeline),
      filter_(filter),
      reach_((Interval(query.separation) + Interval(2.0) * Interval(query.tolerance)).hi()),
      bounds_(bodies.size()) {
  for_each_index(bodies.size(), pipeline.threads, kSweepsPerTask,
                 [&](std::size_t i) { bounds_[i] = bound_of(bodies_[i].shape); });
}

// Half of the reach on every side of both boxes.
SweptBody Candidates::swept(std::size_t body, const Interval& time) const {
  return sweep(bodies_[body], bounds_[body], time, rounding::up(reach_ / 2));
}

std::vector<BodyIds> Candidates::during(const Interval& slice) const {
  std::vector<SweptBody> all(bodies_.size());
  for_each_index(bodies_.size(), pipeline_.threads, kSweepsPerTask, [&](std::size_t i) { all[i] = swept(i, slice); });
  std::vector<BodyIds> pairs;
  add_boxed(all, pairs);
  add_unbounded(all, slice, pairs);
  return pairs;
}

std::vector<Candidate> Candidates::by_time(std::span<const BodyIds> pairs, const Interval& slice) const {
  const int parts = parts_for(pairs.size());
  std::vector<std::optional<double>> from(pairs.size());
  for_each_index(pairs.size(), pipeline_.threads, 4,
                 [&](std::size_t i) { from[i] = close_from(pairs[i], slice, parts); });
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (from[i]) candidates.push_back({pairs[i], *from[i]});
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& p, const Candidate& q) {
    return std::tie(p.from, p.ids.a, p.ids.b) < std::tie(q.from, q.ids.a, q.ids.b);
  });
  return candidates;
}

std::optional<double> Candidates::close_from(const BodyIds& ids, const Interval& slice, int parts) const {
  double from = slice.lo();
  for (int k = 1; k <= parts; ++k) {
    const double to = k == parts ? slice.hi() : slice.lo() + (slice.hi() - slice.lo()) * k / parts;
    if (may_be_close(ids, {from, to})) return from;
    from = to;
  }
  return {};
}

bool Candidates::may_be_close(const BodyIds& ids, const Interval& time) const {
  const SweptBody a = swept(ids.a, time);
  const SweptBody b = swept(ids.b, time);
  const bool boxed_a = is_boxed(ids.a, a);
  const bool boxed_b = is_boxed(ids.b, b);
  if (boxed_a && boxed_b)
    return a.box.overlaps(b.box) && spheres_may_meet(a, bounds_[ids.a], b, bounds_[ids.b], reach_);
  if (!boxed_a) return may_meet(bodies_[ids.a], b, bounds_[ids.b], time, reach_);
  return may_meet(bodies_[ids.b], a, bounds_[ids.a], time, reach_);
}

void Candidates::add_boxed(const std::vector<SweptBody>& all, std::vector<BodyIds>& pairs) const {
  std::vector<SweptBox> boxes;
  std::vector<std::size_t> ids;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!is_boxed(i, all[i])) continue;
    boxes.push_back(all[i].box);
    ids.push_back(i);
  }
  for (const BoxPair& pair : overlapping_pairs(pipeline_.broad_phase, boxes)) {
    const BodyIds found{ids[pair.first], ids[pair.second]};
    const bool close = spheres_may_meet(all[found.a], bounds_[found.a], all[found.b], bounds_[found.b], reach_);
    if (close && is_open(found.a, found.b)) pairs.push_back(found);
  }
}

// Half-spaces are compared with every body's sphere; what else is not bounded may be anywhere.
void Candidates::add_unbounded(const std::vector<SweptBody>& all, const Interval& slice,
                               std::vector<BodyIds>& pairs) const {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (is_boxed(i, all[i])) continue;
    for (std::size_t j = 0; j < all.size(); ++j) {
      const bool counted_before = j < i && !is_boxed(j, all[j]);
      if (i == j || counted_before || !is_open(i, j)) continue;
      if (may_meet(bodies_[i], all[j], bounds_[j], slice, reach_)) pairs.push_back({std::min(i, j), std::max(i, j)});
    }
  }
}

}  // namespace graze
