// SPDX-License-Identifier: Apache-2.0
// A run of a world for looking at: in the viewer's page, or as an animation for other programs.
#pragma once

#include <graze/world_files.hpp>

namespace graze {

// What the page shows ("graze_view": 1), with the impacts on the time line.
std::string world_view_json(const std::string& title, const WorldRun& run);
// Animated glTF.
std::string world_glb(const WorldRun& run);

}  // namespace graze
