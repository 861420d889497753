// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include <graze/io.hpp>

#include "io/json/text_file.hpp"
#include "io/mesh/obj_cursor.hpp"

namespace graze {
namespace {

// OFF, the numbers of vertices, faces and edges, the vertices, the faces: how many corners, and which. What follows on
// the line of a face is its colour.
class OffReader {
 public:
  OffReader(std::string_view text, std::string file) : cursor_(text), file_(std::move(file)) {}

  TriangleMesh read() {
    if (next_word() != "OFF") fail("expected 'OFF'");
    const auto vertices = next<std::uint32_t>("the number of vertices");
    const auto faces = next<std::uint32_t>("the number of faces");
    next<std::uint32_t>("the number of edges");
    TriangleMesh mesh;
    for (std::uint32_t v = 0; v < vertices; ++v) {
      Eigen::Vector3d vertex;
      for (double& coordinate : vertex) coordinate = next<double>("a coordinate");
      if (!vertex.allFinite()) fail("a coordinate is not finite");
      mesh.vertices.push_back(vertex);
    }
    for (std::uint32_t f = 0; f < faces; ++f) read_face(mesh);
    if (mesh.triangles.empty()) throw InputError(file_ + ": no triangles");
    return mesh;
  }

 private:
  void read_face(TriangleMesh& mesh) {
    const auto corners = next<std::uint32_t>("the number of a face's corners");
    if (corners < 3) fail("face needs 3 or more vertices, got " + std::to_string(corners));
    std::uint32_t first = 0;
    std::uint32_t previous = 0;
    for (std::uint32_t k = 0; k < corners; ++k) {
      const auto corner = next<std::uint32_t>("a vertex of a face");
      if (corner >= mesh.vertices.size()) fail("vertex " + std::to_string(corner) + " is out of range");
      if (k == 0) first = corner;
      if (k >= 2) mesh.triangles.push_back({first, previous, corner});
      previous = corner;
    }
    cursor_.next_line();
  }

  // Of this line, or the next that has one.
  std::string_view next_word() {
    for (;;) {
      const std::string_view word = cursor_.word();
      if (!word.empty() || cursor_.at_end()) return word;
      cursor_.next_line();
    }
  }

  template <class Number>
  Number next(const char* what) {
    const std::string_view word = next_word();
    Number value{};
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty() || error != std::errc() || stop != word.data() + word.size())
      fail(std::string("expected ") + what + ", got '" + std::string(word.substr(0, 40)) + "'");
    return value;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(file_ + ":" + std::to_string(cursor_.line()) + ": " + what);
  }

  ObjCursor cursor_;
  std::string file_;
};

}  // namespace

TriangleMesh read_off(const std::filesystem::path& path) {
  const std::string text = read_text_file(path);
  return OffReader(text, path.string()).read();
}

}  // namespace graze
