// SPDX-License-Identifier: Apache-2.0
// A random query as a file that the program reads.
#pragma once

#include <string>

#include "oracle/toi_oracle.hpp"

namespace graze::testing {

// The query as a file in the project's format, with its two meshes beside it: DIRECTORY/NAME.json, NAME_a.obj,
// NAME_b.obj. Numbers read back to the same doubles.
void write_case(const TestCase& test, const std::string& directory, const std::string& name);

}  // namespace graze::testing
