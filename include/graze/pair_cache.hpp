// SPDX-License-Identifier: Apache-2.0
/// @file
/// A cache that speeds up repeated queries on one pair of bodies.
#pragma once

#include <memory>

namespace graze {

struct PairCoherence;

/// Keeps the work of one query on a pair of bodies for the next query on it. It never changes an answer, except how far
/// a search gets within a budget. Use one cache for each ordered pair of bodies, and on one thread at a time.
class PairCache {
 public:
  /// Empty; allocates nothing until a query uses it.
  PairCache() noexcept;
  /// Copies are independent of each other. A cache that was moved from is empty.
  /// @{
  PairCache(const PairCache& other);
  PairCache(PairCache&& other) noexcept;
  PairCache& operator=(const PairCache& other);
  PairCache& operator=(PairCache&& other) noexcept;
  /// @}
  ~PairCache();

  /// Makes the cache empty.
  void clear();

  /// For solvers: the contents, whose type is private to the library. Makes them if the cache is empty.
  PairCoherence& coherence();

 private:
  std::unique_ptr<PairCoherence> coherence_;  // null while empty
};

}  // namespace graze
