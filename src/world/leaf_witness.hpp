// SPDX-License-Identifier: Apache-2.0
// Triangles that face each other closely, as where bodies rest or roll on each other, are apart along an axis that
// turns with what faces: a face, or two edges. Where that is so all the time it is proved at once; a search, whose
// directions are fixed, would take many steps.
#pragma once

#include <span>
#include <vector>

#include <graze/node_pair.hpp>

#include "world/traveller.hpp"

namespace graze {

// Leaf nodes of two meshes that surely stay further apart than this; nothing is known if it is negative.
struct KeptLeaves {
  NodePair nodes;
  double kept;
};

// Those of the given pairs of leaf nodes that are not seen at once to stay further apart than `need`.
std::vector<KeptLeaves> not_far(std::span<const NodePair> leaves, const Traveller& a, const Traveller& b, double length,
                                double need);

// Those that are not proved to stay further apart than `need`, be it along another axis in each part of the time.
// Once some are not, others are given too.
std::vector<NodePair> not_apart(std::span<const NodePair> leaves, const Traveller& a, const Traveller& b, double length,
                                double need);

}  // namespace graze
