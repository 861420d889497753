// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace graze {

struct PairCoherence;

/// What one query on a pair of bodies leaves for the next: coherence. It never changes an answer, but for how far a
/// search gets within a budget. Use one for each pair of bodies, in their order, and on one thread at a time.
class PairCache {
 public:
  PairCache() noexcept;
  PairCache(const PairCache& other);
  PairCache(PairCache&& other) noexcept;
  PairCache& operator=(const PairCache& other);
  PairCache& operator=(PairCache&& other) noexcept;
  ~PairCache();

  /// Forgets everything.
  void clear();

  /// For solvers: what is in it is their own business.
  PairCoherence& coherence();

 private:
  std::unique_ptr<PairCoherence> coherence_;  // made when first asked for
};

}  // namespace graze
