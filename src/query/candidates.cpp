// SPDX-License-Identifier: Apache-2.0
#include "query/candidates.hpp"

#include <algorithm>
#include <tuple>

#include "query/parallel.hpp"

namespace graze {
namespace {

constexpr std::size_t kGrain = 64;  // a sweep takes about a microsecond

}  // namespace

Candidates::Candidates(std::span<const Body> bodies, const Query& query, const Pipeline& pipeline,
                       const PairFilter& filter)
    : bodies_(bodies),
      pipeline_(pipeline),
      filter_(filter),
      reach_((Interval(query.separation) + Interval(2.0) * Interval(query.tolerance)).hi()),
      bounds_(bodies.size()) {
  for_each_index(bodies.size(), pipeline.threads, kGrain,
                 [&](std::size_t i) { bounds_[i] = bound_of(bodies_[i].shape); });
}

// Half of the reach on every side of both boxes.
std::vector<BodyIds> Candidates::during(const Interval& slice) const {
  std::vector<SweptBody> swept(bodies_.size());
  for_each_index(bodies_.size(), pipeline_.threads, kGrain,
                 [&](std::size_t i) { swept[i] = sweep(bodies_[i], bounds_[i], slice, rounding::up(reach_ / 2)); });
  std::vector<BodyIds> pairs;
  add_boxed(swept, pairs);
  add_unbounded(swept, slice, pairs);
  std::sort(pairs.begin(), pairs.end(),
            [](const BodyIds& p, const BodyIds& q) { return std::tie(p.a, p.b) < std::tie(q.a, q.b); });
  return pairs;
}

void Candidates::take(std::span<const BodyIds> pairs) {
  for (const BodyIds& ids : pairs) taken_.insert(pair_key(ids.a, ids.b));
}

void Candidates::add_boxed(const std::vector<SweptBody>& swept, std::vector<BodyIds>& pairs) const {
  std::vector<SweptBox> boxes;
  std::vector<std::size_t> ids;
  for (std::size_t i = 0; i < swept.size(); ++i) {
    if (!is_boxed(i, swept[i])) continue;
    boxes.push_back(swept[i].box);
    ids.push_back(i);
  }
  for (const BoxPair& pair : overlapping_pairs(pipeline_.broad_phase, boxes)) {
    const BodyIds found{ids[pair.first], ids[pair.second]};
    if (is_open(found.a, found.b)) pairs.push_back(found);
  }
}

// Half-spaces are compared with every body's sphere; what else is not bounded may be anywhere.
void Candidates::add_unbounded(const std::vector<SweptBody>& swept, const Interval& slice,
                               std::vector<BodyIds>& pairs) const {
  for (std::size_t i = 0; i < swept.size(); ++i) {
    if (is_boxed(i, swept[i])) continue;
    for (std::size_t j = 0; j < swept.size(); ++j) {
      const bool counted_before = j < i && !is_boxed(j, swept[j]);
      if (i == j || counted_before || !is_open(i, j)) continue;
      if (may_meet(bodies_[i], swept[j], bounds_[j], slice, reach_)) pairs.push_back({std::min(i, j), std::max(i, j)});
    }
  }
}

}  // namespace graze
