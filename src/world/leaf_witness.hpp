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

// Those of the given pairs of leaf nodes of two meshes that are not proved to stay further apart than `need`.
std::vector<NodePair> not_apart(std::span<const NodePair> leaves, const Traveller& a, const Traveller& b, double length,
                                double need);

}  // namespace graze
