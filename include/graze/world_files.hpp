// SPDX-License-Identifier: Apache-2.0
// Files of worlds: scenes in, runs out and in (formats: docs/formats.md).
#pragma once

#include <filesystem>

#include <graze/io.hpp>
#include <graze/world.hpp>

namespace graze {

// A scene and how long to run it.
struct WorldFile {
  WorldScene scene;
  double timestep = 0.01;
  std::uint64_t frames = 0;
  std::vector<std::string> warnings;  // what was not understood, or read in a way worth knowing
};
// The project's scene format with the fields of a world, or a fixture of rigid-ipc. Throws InputError.
WorldFile read_world(const std::filesystem::path& path);
WorldFile parse_world(const std::string& json, const std::string& file_name,
                      const std::filesystem::path& mesh_directory);

}  // namespace graze
