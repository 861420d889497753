// SPDX-License-Identifier: Apache-2.0
// The shapes of a scene file that are solids.
#pragma once

#include <optional>

#include "io/scene/scene_shape.hpp"

namespace graze {

// Nothing if the field names no solid.
std::optional<Shape> read_solid(const Field& field, const std::filesystem::path& mesh_directory);

}  // namespace graze
