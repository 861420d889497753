// SPDX-License-Identifier: Apache-2.0
// Files: meshes in and out, query files in, answers out.
#pragma once

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <graze/features.hpp>
#include <graze/scene.hpp>

namespace graze {

// Bad input. The message names the file, the line or field, and what was expected.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Wavefront OBJ: v and f records (polygons are fanned; negative indices; v/vt/vn forms); coordinates are read to the
// nearest double. Other records are skipped. Throws InputError.
TriangleMesh read_obj(const std::filesystem::path& path);
// Coordinates are written so that they read back to the same doubles. Throws std::system_error if the file cannot be
// written.
void write_obj(const TriangleMesh& mesh, const std::filesystem::path& path);

// STL, ASCII or binary. Vertices with the same coordinates become one; normals and attributes are skipped. Throws
// InputError.
TriangleMesh read_stl(const std::filesystem::path& path);
// OFF, as text; polygons are fanned, colours skipped. Throws InputError.
TriangleMesh read_off(const std::filesystem::path& path);
// One of them, by the ending of the name: .obj, .stl or .off. Throws InputError.
TriangleMesh read_mesh(const std::filesystem::path& path);

// A query or scene file (format: docs/formats.md). Mesh paths are relative to the file. Unknown fields are errors.
// Throws InputError.
Scene read_scene(const std::filesystem::path& path);
Scene parse_scene(const std::string& json, const std::string& file_name, const std::filesystem::path& mesh_directory);

// Scenes that share shapes: one that is described in the same words as an earlier one is built once, and a mesh file is
// read once for it. For files with a scene on every line. Thread-safe.
class SceneReader {
 public:
  // `file_name` is for messages.
  SceneReader(std::string file_name, std::filesystem::path mesh_directory);
  ~SceneReader();
  SceneReader(const SceneReader&) = delete;
  SceneReader& operator=(const SceneReader&) = delete;

  // `first_line` is that of the text in the file. Throws InputError.
  Scene parse(const std::string& json, std::size_t first_line = 1);

 private:
  std::string file_name_;
  std::filesystem::path mesh_directory_;
  std::unique_ptr<class ShapeCache> shapes_;
};

// Feature queries in the public CSV format: eight rows a query, the four vertices at t = 0 and then at t = 1, with
// columns x_num,x_den,y_num,y_den,z_num,z_den,truth. Vertex/face: v f0 f1 f2; edge/edge: a0 a1 b0 b1.
struct FeatureRecord {
  FourPaths paths;
  bool truth = false;  // do they touch?
};
// Each rational is read exactly and then rounded once, to the nearest double. Throws InputError.
std::vector<FeatureRecord> read_feature_csv(const std::filesystem::path& path);

// The answer as one JSON object; numbers read back to the same doubles. Without `microseconds` equal answers give equal
// text.
enum class Timing : std::uint8_t { Included, LeftOut };
std::string to_json(const Toi& toi, Timing timing = Timing::Included);

}  // namespace graze
