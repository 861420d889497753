// SPDX-License-Identifier: Apache-2.0
// Files: meshes in and out, query files in, answers out.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include <graze/time_of_impact.hpp>

namespace graze {

// Bad input. The message names the file, the line or field, and what was expected.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Wavefront OBJ: v and f records (polygons are fanned; negative indices; v/vt/vn forms); coordinates are read to the
// nearest double. Other records are skipped. Throws InputError.
TriangleMesh read_obj(const std::filesystem::path& path);
// Coordinates are written so that they read back to the same doubles.
void write_obj(const TriangleMesh& mesh, const std::filesystem::path& path);

struct NamedBody {
  std::string name;
  Body body;
};

// A query or scene file (format: docs/formats.md). A query is a scene with two bodies.
struct Scene {
  Query query;
  Solver solver = Solver::automatic();
  std::vector<NamedBody> bodies;
};
// Mesh paths are relative to the file. Unknown fields are errors. Throws InputError.
Scene read_scene(const std::filesystem::path& path);
Scene parse_scene(const std::string& json, const std::string& file_name, const std::filesystem::path& mesh_directory);

// The answer as one JSON object; numbers read back to the same doubles.
std::string to_json(const Toi& toi);

}  // namespace graze
