// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <map>

#include <graze/io.hpp>

#include "io/json/text_file.hpp"
#include "io/mesh/obj_cursor.hpp"

namespace graze {
namespace {

// Binary: a header, the number of triangles, and for each of them a normal, three corners and two bytes more. Numbers
// are little-endian.
constexpr std::size_t kHeader = 80;
constexpr std::size_t kRecord = 50;
static_assert(std::endian::native == std::endian::little);

template <class Number>
Number number_at(const std::string& bytes, std::size_t place) {
  Number value;
  std::memcpy(&value, bytes.data() + place, sizeof value);
  return value;
}

// Corners that are the same point become one vertex.
class Corners {
 public:
  std::uint32_t add(const Eigen::Vector3d& point) {
    const std::array<double, 3> key{point.x() + 0.0, point.y() + 0.0, point.z() + 0.0};  // -0 is 0
    const auto [place, is_new] = known_.try_emplace(key, static_cast<std::uint32_t>(mesh.vertices.size()));
    if (is_new) mesh.vertices.push_back(point);
    return place->second;
  }

  TriangleMesh mesh;

 private:
  std::map<std::array<double, 3>, std::uint32_t> known_;
};

TriangleMesh read_binary(const std::string& bytes, const std::string& file) {
  Corners corners;
  const std::size_t count = (bytes.size() - kHeader - 4) / kRecord;
  for (std::size_t k = 0; k < count; ++k) {
    Triangle triangle{};
    for (std::size_t corner = 0; corner < 3; ++corner) {
      Eigen::Vector3d point;
      for (std::size_t i = 0; i < 3; ++i)
        point[static_cast<Eigen::Index>(i)] =
            number_at<float>(bytes, kHeader + 4 + k * kRecord + 12 * (corner + 1) + 4 * i);
      if (!point.allFinite())
        throw InputError(file + ": triangle " + std::to_string(k) + " has a coordinate that is not finite");
      triangle[corner] = corners.add(point);
    }
    corners.mesh.triangles.push_back(triangle);
  }
  return std::move(corners.mesh);
}

// solid NAME { facet normal x y z, outer loop, vertex x y z (three times), endloop, endfacet } endsolid NAME.
class AsciiReader {
 public:
  AsciiReader(std::string_view text, std::string file) : cursor_(text), file_(std::move(file)) {}

  TriangleMesh read() {
    std::vector<std::uint32_t> loop;
    for (; !cursor_.at_end(); cursor_.next_line()) {
      const std::string_view kind = cursor_.word();
      if (kind == "vertex") loop.push_back(corners_.add(vertex()));
      if (kind == "endloop") {
        if (loop.size() != 3) fail("a loop needs 3 vertices, got " + std::to_string(loop.size()));
        corners_.mesh.triangles.push_back({loop[0], loop[1], loop[2]});
        loop.clear();
      }
      const bool known = kind.empty() || kind == "solid" || kind == "facet" || kind == "outer" || kind == "vertex" ||
                         kind == "endloop" || kind == "endfacet" || kind == "endsolid";
      if (!known) fail("unknown record '" + std::string(kind.substr(0, 40)) + "'");
    }
    if (!loop.empty()) fail("the file ends within a loop");
    return std::move(corners_.mesh);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(file_ + ":" + std::to_string(cursor_.line()) + ": " + what);
  }

  Eigen::Vector3d vertex() {
    Eigen::Vector3d point;
    for (double& coordinate : point) {
      std::string_view word = cursor_.word();
      if (word.starts_with('+')) word.remove_prefix(1);
      const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), coordinate);
      if (error != std::errc() || stop != word.data() + word.size() || !std::isfinite(coordinate))
        fail("expected three numbers after 'vertex', got '" + std::string(word.substr(0, 40)) + "'");
    }
    return point;
  }

  ObjCursor cursor_;
  std::string file_;
  Corners corners_;
};

// Binary files may start with the word that ASCII files do, so the size decides.
bool is_binary(const std::string& bytes) {
  if (bytes.size() < kHeader + 4) return false;
  return bytes.size() == kHeader + 4 + kRecord * std::size_t{number_at<std::uint32_t>(bytes, kHeader)};
}

}  // namespace

TriangleMesh read_stl(const std::filesystem::path& path) {
  const std::string bytes = read_text_file(path);
  const std::string file = path.string();
  const bool binary = is_binary(bytes);
  if (!binary && (!bytes.starts_with("solid") || bytes.find('\0') != std::string::npos))
    throw InputError(file + ": not an STL file, or cut off: neither text that starts with 'solid' nor as long as its " +
                     "number of triangles says");
  TriangleMesh mesh = binary ? read_binary(bytes, file) : AsciiReader(bytes, file).read();
  if (mesh.triangles.empty()) throw InputError(file + ": no triangles");
  return mesh;
}

TriangleMesh read_mesh(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  for (char& c : ending)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  if (ending == ".stl") return read_stl(path);
  if (ending == ".off") return read_off(path);
  for (const std::string_view other : {".dae", ".ply", ".glb", ".gltf", ".3mf"})
    if (ending == other)
      throw InputError(path.string() + ": " + ending +
                       " meshes are not read; expected .obj, .stl or .off, so convert it");
  return read_obj(path);
}

}  // namespace graze
