// SPDX-License-Identifier: Apache-2.0
#include "world/certify/certify.hpp"

#include <algorithm>

#include "numeric/parallel.hpp"
#include "world/tuning.hpp"

namespace graze {

StepCoherence& PairCaches::of(std::size_t owner, std::size_t other) {
  Kept& kept = of_[owner][other];
  kept.used = step_;
  return kept.coherence;
}

void PairCaches::age() {
  ++step_;
  for (auto& others : of_)
    std::erase_if(others, [this](const auto& entry) { return entry.second.used + tuning::kForgetPairAfter < step_; });
}

std::size_t PairCaches::size() const {
  std::size_t sum = 0;
  for (const auto& others : of_) sum += others.size();
  return sum;
}

void Certifier::begin(double separation, double length, PairContacts contacts) {
  separation_ = separation;
  length_ = length;
  contacts_ = std::move(contacts);
}

void Certifier::forget() {
  proofs_.clear();
  near_.clear();
}

const ManifoldPoint* Certifier::contact(const BodyIds& ids) const {
  const auto at = contacts_.find({ids.a, ids.b});
  return at == contacts_.end() ? nullptr : &at->second;
}

// Half of the gap, so that there is room to move; but from some closeness on, bodies may not come much closer, or they
// would end up where doubles do not tell them apart. The search's tolerance must leave them apart as they start, or
// they could not even part.
double Certifier::kept(const ManifoldPoint* contact) const {
  if (contact == nullptr) return separation_;
  const bool hardly_apart = !(contact->gap > tuning::kHardlyApart * separation_);
  return std::min(separation_, (hardly_apart ? tuning::kKeptHardlyApart : tuning::kKeptInContact) * contact->gap);
}

// What a pair keeps if nothing special happens: then plans that are made again and again in a substep, and hardly
// differ, are certified once.
double Certifier::aimed(const ManifoldPoint* contact) const {
  if (contact == nullptr) return tuning::kAimedFar * separation_;
  return std::min(tuning::kAimedInContact * separation_, tuning::kKeptInContact * contact->gap);
}

StepCoherence& Certifier::coherence(const BodyIds& ids, const Traveller& a) {
  const bool first = a.body->scene->kind != BodyKind::Static;
  return first ? caches_.of(ids_[ids.a], ids_[ids.b]) : caches_.of(ids_[ids.b], ids_[ids.a]);
}

std::optional<BlockedPair> Certifier::certify_pair(const Traveller& a, const Traveller& b, const BodyIds& ids,
                                                   double length) {
  const ManifoldPoint* const closest = contact(ids);
  PairCertifier pair(a, b, length, kept(closest));
  if (pair.clearly_apart(closest)) return std::nullopt;
  NearLeaves near;
  return pair.solve(ids, coherence(ids, a), near);
}

std::vector<BlockedPair> Certifier::certify(std::span<const Traveller> travellers, const Allowed& allowed,
                                            int threads) {
  struct Hard {
    BodyIds ids;
    PairCertifier certifier;
    StepCoherence* coherence;
    NearLeaves* near;
    std::optional<PairProof> proof{};
    std::optional<BlockedPair> answer{};
  };
  std::vector<Hard> hard;
  pairs_ = close_pairs(travellers, length_, 2 * separation_, allowed);
  for (const BodyIds& ids : pairs_) {
    const Traveller& a = travellers[ids.a];
    const Traveller& b = travellers[ids.b];
    const ManifoldPoint* const closest = contact(ids);
    PairCertifier certifier(a, b, length_, kept(closest));
    if (const auto at = proofs_.find({ids.a, ids.b}); at != proofs_.end() && certifier.is_proved_by(at->second))
      continue;
    if (!certifier.clearly_apart(closest)) hard.push_back({ids, certifier, &coherence(ids, a), &near_[{ids.a, ids.b}]});
  }
  for_each_index_here(hard.size(), threads, [&](std::size_t i) {
    Hard& pair = hard[i];
    pair.proof = pair.certifier.prove(aimed(contact(pair.ids)), *pair.coherence, *pair.near);
    if (!pair.proof) pair.answer = pair.certifier.solve(pair.ids, *pair.coherence, *pair.near);
  });
  std::vector<BlockedPair> blocked;
  for (const Hard& pair : hard) {
    if (pair.answer) blocked.push_back(*pair.answer);
    if (pair.proof) proofs_[{pair.ids.a, pair.ids.b}] = *pair.proof;
  }
  std::stable_sort(blocked.begin(), blocked.end(),
                   [](const BlockedPair& x, const BlockedPair& y) { return x.until < y.until; });
  return blocked;
}

}  // namespace graze
