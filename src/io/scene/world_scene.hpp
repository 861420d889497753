// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <graze/world_files.hpp>

#include "io/json/field.hpp"

namespace graze {

// A scene whose top field is "rigid_body_problem" (docs/formats.md). Fields that are not known are listed as warnings.
WorldFile read_rigid_ipc(const Field& file, const std::filesystem::path& mesh_directory);

// So many steps cover the time; one that ends within rounding of it is enough.
// Throws std::invalid_argument if there are too many.
std::uint64_t frames_for(double seconds, double timestep);

}  // namespace graze
