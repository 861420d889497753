// SPDX-License-Identifier: Apache-2.0
#include "world/certify/certify.hpp"

#include <algorithm>

#include "numeric/parallel.hpp"
#include "world/tuning.hpp"

namespace graze {

PairMemory& PairCaches::of(std::size_t owner, std::size_t other) {
  Kept& kept = of_[owner][other];
  kept.used = step_;
  return kept.memory;
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

void Certifier::begin(double separation, double length, Touching touching) {
  separation_ = separation;
  length_ = length;
  touching_ = std::move(touching);
}

void Certifier::forget() {
  proofs_.clear();
  near_.clear();
}

const ManifoldPoint* Certifier::touch(const BodyIds& ids) const {
  const auto at = touching_.find({ids.a, ids.b});
  return at == touching_.end() ? nullptr : &at->second;
}

// Half of the gap, so that there is room to move; but from some closeness on, bodies may not come much closer, or they
// would end up where doubles do not tell them apart. The search's tolerance must leave them apart as they start, or
// they could not even part.
double Certifier::kept(const ManifoldPoint* touch) const {
  if (touch == nullptr) return separation_;
  const bool hardly_apart = !(touch->gap > tuning::kHardlyApart * separation_);
  return std::min(separation_, (hardly_apart ? tuning::kKeptHardlyApart : tuning::kKeptInContact) * touch->gap);
}

// What a pair keeps if nothing special happens: then plans that are made again and again in a stretch, and hardly
// differ, are certified once.
double Certifier::aimed(const ManifoldPoint* touch) const {
  if (touch == nullptr) return tuning::kAimedFar * separation_;
  return std::min(tuning::kAimedInContact * separation_, tuning::kKeptInContact * touch->gap);
}

PairMemory& Certifier::memory(const BodyIds& ids, const Traveller& a) {
  const bool first = a.body->scene->kind != BodyKind::Static;
  return first ? caches_.of(ids_[ids.a], ids_[ids.b]) : caches_.of(ids_[ids.b], ids_[ids.a]);
}

std::optional<Meeting> Certifier::look(const Traveller& a, const Traveller& b, const BodyIds& ids, double length) {
  const ManifoldPoint* const closest = touch(ids);
  PairLook look(a, b, length, kept(closest));
  if (look.clearly_apart(closest)) return std::nullopt;
  NearLeaves near;
  return look.solve(ids, memory(ids, a), near);
}

std::vector<Meeting> Certifier::certify(std::span<const Traveller> travellers, const Allowed& allowed, int threads) {
  struct Hard {
    BodyIds ids;
    PairLook look;
    PairMemory* memory;
    NearLeaves* near;
    std::optional<PairProof> proof{};
    std::optional<Meeting> answer{};
  };
  std::vector<Hard> hard;
  pairs_ = close_pairs(travellers, length_, 2 * separation_, allowed);
  for (const BodyIds& ids : pairs_) {
    const Traveller& a = travellers[ids.a];
    const Traveller& b = travellers[ids.b];
    const ManifoldPoint* const closest = touch(ids);
    PairLook look(a, b, length_, kept(closest));
    if (const auto at = proofs_.find({ids.a, ids.b}); at != proofs_.end() && look.is_proved_by(at->second)) continue;
    if (!look.clearly_apart(closest)) hard.push_back({ids, look, &memory(ids, a), &near_[{ids.a, ids.b}]});
  }
  for_each_index_here(hard.size(), threads, [&](std::size_t i) {
    Hard& pair = hard[i];
    pair.proof = pair.look.prove(aimed(touch(pair.ids)), *pair.memory, *pair.near);
    if (!pair.proof) pair.answer = pair.look.solve(pair.ids, *pair.memory, *pair.near);
  });
  std::vector<Meeting> meetings;
  for (const Hard& pair : hard) {
    if (pair.answer) meetings.push_back(*pair.answer);
    if (pair.proof) proofs_[{pair.ids.a, pair.ids.b}] = *pair.proof;
  }
  std::stable_sort(meetings.begin(), meetings.end(),
                   [](const Meeting& x, const Meeting& y) { return x.until < y.until; });
  return meetings;
}

}  // namespace graze
