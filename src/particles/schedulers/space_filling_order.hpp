// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "particles/system.hpp"

namespace graze::particles {

// The records' order along a Z-shaped space-filling curve through their present positions: neighbours in space are
// then mostly neighbours in memory.
template <int D>
std::vector<std::uint32_t> space_filling_order(const System<D>& system);

}  // namespace graze::particles
