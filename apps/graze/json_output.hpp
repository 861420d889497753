// SPDX-License-Identifier: Apache-2.0
// What the tools print as JSON, beside the answers the library itself writes.
#pragma once

#include <string>
#include <vector>

#include <graze/shape.hpp>

namespace graze {

std::string solvers_json();

// One line. The levels are those of the bounding-sphere hierarchy, from the root down.
std::string mesh_json(const std::string& file, const MeshReport& report,
                      const std::vector<std::vector<Sphere>>& levels);

}  // namespace graze
