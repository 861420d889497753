// SPDX-License-Identifier: Apache-2.0
#include "solver/pair_coherence.hpp"

namespace graze {
namespace {

std::unique_ptr<PairCoherence> copy_of(const std::unique_ptr<PairCoherence>& coherence) {
  return coherence ? std::make_unique<PairCoherence>(*coherence) : nullptr;
}

}  // namespace

PairCache::PairCache() noexcept = default;
PairCache::PairCache(const PairCache& other) : coherence_(copy_of(other.coherence_)) {}
PairCache::PairCache(PairCache&& other) noexcept = default;
PairCache& PairCache::operator=(const PairCache& other) {
  if (this != &other) coherence_ = copy_of(other.coherence_);
  return *this;
}
PairCache& PairCache::operator=(PairCache&& other) noexcept = default;
PairCache::~PairCache() = default;

void PairCache::clear() { coherence_.reset(); }

PairCoherence& PairCache::coherence() {
  if (!coherence_) coherence_ = std::make_unique<PairCoherence>();
  return *coherence_;
}

}  // namespace graze
