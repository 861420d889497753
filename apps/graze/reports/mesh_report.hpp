// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <graze/shape.hpp>

namespace graze {

// What a mesh is, as a table for people, with a warning for each thing about it that may surprise.
std::string describe(const std::string& name, const MeshReport& report, const std::vector<std::vector<Sphere>>& levels);

}  // namespace graze
