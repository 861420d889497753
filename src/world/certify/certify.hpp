// SPDX-License-Identifier: Apache-2.0
// How far may all bodies go? The certified end of a substep, in which every body has constant velocities.
#pragma once

#include <map>
#include <optional>

#include "bvh/node_pair.hpp"
#include "world/certify/pair_certifier.hpp"

namespace graze {

// Where each pair in contact at the start is closest.
using PairContacts = std::map<std::pair<std::size_t, std::size_t>, ManifoldPoint>;

// The coherence of all pairs. It is kept with a body of the pair that is not static: islands that share none of
// those can be certified side by side.
class PairCaches {
 public:
  explicit PairCaches(std::size_t bodies) : of_(bodies) {}
  StepCoherence& of(std::size_t owner, std::size_t other);
  // A step is over. Pairs that were not asked about for a while are forgotten: in a drum every body meets every other.
  void age();
  std::size_t size() const;

 private:
  struct Kept {
    StepCoherence coherence;
    std::uint64_t used = 0;  // in which step
  };

  std::vector<std::map<std::size_t, Kept>> of_;
  std::uint64_t step_ = 0;
};

// Of one step.
class Certifier {
 public:
  // `ids`: of the travellers, in the caches. Both are kept by reference.
  Certifier(PairCaches& caches, const std::vector<std::size_t>& ids) : caches_(caches), ids_(ids) {}

  // A new substep. `separation`: what a pair keeps, if it starts further apart; a pair known to be closer keeps half of
  // its gap. The length is that of all that is certified until the next one begins. It ends when the one before was to
  // end, or that must be forgotten.
  void begin(double separation, double length, PairContacts contacts);
  // What comes ends at another time.
  void forget();
  const PairContacts& contacts() const { return contacts_; }

  // All pairs that are not free, the earliest first; until then every pair is certified apart.
  std::vector<BlockedPair> certify(std::span<const Traveller> travellers, const Allowed& allowed, int threads);
  // The pairs that were asked about last: no others can meet.
  const std::vector<BodyIds>& pairs() const { return pairs_; }
  // Of two meshes, as SurfaceCoherence lists them.
  std::vector<NodePair> nodes_within(double distance, const Traveller& a, const Traveller& b, const BodyIds& ids,
                                     double left) {
    return coherence(ids, a).surfaces.nodes_within(distance, a, b, left);
  }
  // One pair, over the rest of the substep, which starts where these are.
  std::optional<BlockedPair> certify_pair(const Traveller& a, const Traveller& b, const BodyIds& ids, double length);

 private:
  const ManifoldPoint* contact(const BodyIds& ids) const;
  double kept(const ManifoldPoint* contact) const;
  double aimed(const ManifoldPoint* contact) const;
  StepCoherence& coherence(const BodyIds& ids, const Traveller& a);

  double separation_ = 0.0;
  double length_ = 0.0;
  // Of all substeps so far: pairs proved apart, and leaves that may meet of those that were searched.
  std::map<std::pair<std::size_t, std::size_t>, PairProof> proofs_;
  std::map<std::pair<std::size_t, std::size_t>, NearLeaves> near_;
  PairContacts contacts_;
  std::vector<BodyIds> pairs_;
  PairCaches& caches_;
  const std::vector<std::size_t>& ids_;
};

}  // namespace graze
