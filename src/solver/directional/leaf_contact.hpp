// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solver/linearization/leaf_pair.hpp"

namespace graze {

// The contact of two leaves, given how they are at the time of the linearization.
Contact contact_of(const LeafBody& a, std::uint32_t leaf_a, const LeafBody& b, std::uint32_t leaf_b,
                   const LinearizedPair& linearized, const LeafDistance& at);

}  // namespace graze
