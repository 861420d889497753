// SPDX-License-Identifier: Apache-2.0
/// @file
/// Files: meshes in and out, query files in, answers out. Formats: docs/formats.md.
#pragma once

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <graze/features.hpp>
#include <graze/scene.hpp>

namespace graze {

/// Invalid input, or a file that cannot be read. The message names the file, the line or field, and what was expected.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads Wavefront OBJ: v and f records, with negative indices and v/vt/vn forms. Polygons are split into fans;
/// coordinates are rounded to the nearest double; other records are skipped. Throws InputError.
TriangleMesh read_obj(const std::filesystem::path& path);
/// Writes Wavefront OBJ. Coordinates read back to the same doubles. Throws std::system_error if writing fails.
void write_obj(const TriangleMesh& mesh, const std::filesystem::path& path);

/// Reads STL, ASCII or binary. Vertices with equal coordinates become one; normals and attributes are skipped. Throws
/// InputError.
TriangleMesh read_stl(const std::filesystem::path& path);
/// Reads OFF as text. Polygons are split into fans; colors are skipped. Throws InputError.
TriangleMesh read_off(const std::filesystem::path& path);
/// Reads a mesh by the ending of its name: .obj, .stl or .off. Throws InputError, also for any other ending.
TriangleMesh read_mesh(const std::filesystem::path& path);

/// Reads a query or scene file. Mesh paths are relative to the file. Throws InputError, also for unknown fields.
Scene read_scene(const std::filesystem::path& path);
/// The same from a text. `file_name` is for messages; mesh paths are relative to `mesh_directory`.
Scene parse_scene(const std::string& json, const std::string& file_name, const std::filesystem::path& mesh_directory);

/// Reads scenes that share shapes, for files with a scene on every line. A shape with the same description as an
/// earlier one is built once, and its mesh file is read once. Thread-safe.
class SceneReader {
 public:
  /// `file_name` is for messages; mesh paths are relative to `mesh_directory`.
  SceneReader(std::string file_name, std::filesystem::path mesh_directory);
  ~SceneReader();
  SceneReader(const SceneReader&) = delete;
  SceneReader& operator=(const SceneReader&) = delete;

  /// Reads one scene. `first_line` is the line of the file on which the text starts, for messages. Throws InputError.
  Scene parse(const std::string& json, std::size_t first_line = 1);

 private:
  std::string file_name_;
  std::filesystem::path mesh_directory_;
  std::unique_ptr<class ShapeCache> shapes_;
};

/// A feature query of a CSV file, with the expected answer.
struct FeatureRecord {
  FourPaths paths;     ///< Vertex/face: v f0 f1 f2. Edge/edge: a0 a1 b0 b1. The file does not say which.
  bool truth = false;  ///< Do the two features touch?
};
/// Reads feature queries in the public CSV format. A query has eight rows: its four vertices at t = 0, then at t = 1.
/// Columns are x_num,x_den,y_num,y_den,z_num,z_den,truth. Each rational is read exactly and rounded once, to the
/// nearest double. Throws InputError.
std::vector<FeatureRecord> read_feature_csv(const std::filesystem::path& path);

/// Does an answer in JSON have its run time?
enum class Timing : std::uint8_t {
  Included,  ///< With Statistics::microseconds.
  LeftOut    ///< Without: equal answers give equal text.
};
/// The answer as one JSON object. Numbers read back to the same doubles.
std::string to_json(const Toi& toi, Timing timing = Timing::Included);

}  // namespace graze
