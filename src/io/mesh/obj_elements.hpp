// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include <graze/io.hpp>

namespace graze {

// All that an OBJ file may hold: it need not have faces.
struct ObjElements {
  TriangleMesh mesh;
  std::vector<std::array<std::uint32_t, 2>> lines;  // the pieces of `l` records
};
// Throws InputError.
ObjElements read_obj_elements(const std::filesystem::path& path);

}  // namespace graze
