// SPDX-License-Identifier: Apache-2.0
// Random queries on small meshes, with a taste for trouble: exact ties, near misses, degenerate triangles, extremes.
#pragma once

#include <cstdint>

#include "oracle/toi_oracle.hpp"

namespace graze::testing {

// The same number gives the same query, whatever was asked before.
TestCase random_case(std::uint64_t seed, std::uint64_t number);

}  // namespace graze::testing
