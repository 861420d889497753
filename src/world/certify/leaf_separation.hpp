// SPDX-License-Identifier: Apache-2.0
// Triangles that face each other closely, as where bodies rest or roll on each other, are apart along an axis that
// turns with a face, or with two edges. Where that is so all the time it is proved at once; a search, whose directions
// are fixed, would take many steps.
#pragma once

#include <span>
#include <vector>

#include "bvh/node_pair.hpp"
#include "solver/close_surfaces.hpp"
#include "world/certify/traveller.hpp"

namespace graze {

// Two meshes during a substep.
class LeafSeparation {
 public:
  LeafSeparation(const Traveller& a, const Traveller& b, double length);
  LeafSeparation(const LeafSeparation&) = delete;
  LeafSeparation& operator=(const LeafSeparation&) = delete;
  ~LeafSeparation() = default;

  // How far two of their leaf nodes surely stay apart; nothing is known if it is negative. More than `need` is enough.
  double kept(const NodePair& pair, double need) const;
  // The same along an axis that does not turn.
  double kept_along_fixed(const NodePair& pair) const;
  double kept_along_turning(const NodePair& pair, double need) const;

 private:
  Traveller a_, b_;
  double length_;
  Body body_a_, body_b_;
  LeafBody leaves_a_, leaves_b_;
  LinearizedSpan linearization_;
};

// Those of the given pairs of leaf nodes that are not proved to stay further apart than `need`, be it along another
// axis in each slice of the time. Once some are not, others are given too.
std::vector<NodePair> not_apart(std::span<const NodePair> leaves, const Traveller& a, const Traveller& b, double length,
                                double need);

}  // namespace graze
