// SPDX-License-Identifier: Apache-2.0
// Random queries on small meshes, with a taste for trouble: exact ties, near misses, degenerate triangles, extremes.
#pragma once

#include <cstdint>
#include <string>

#include "oracle/toi_oracle.hpp"

namespace graze::testing {

// The same number gives the same query, whatever was asked before.
TestCase random_case(std::uint64_t seed, std::uint64_t number);

// The query as a file in the project's format, with its two meshes beside it: DIRECTORY/NAME.json, NAME_a.obj,
// NAME_b.obj. Numbers read back to the same doubles.
void write_case(const TestCase& test, const std::string& directory, const std::string& name);

}  // namespace graze::testing
