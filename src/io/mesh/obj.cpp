// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include <graze/io.hpp>

#include "io/json/text_file.hpp"
#include "io/mesh/obj_cursor.hpp"
#include "io/mesh/obj_elements.hpp"

namespace graze {
namespace {

// Records that say nothing about the surface.
constexpr std::array<std::string_view, 17> kSkippedRecords{
    "vn",     "vt",  "vp",    "o",      "g",      "s",        "p",        "mg",        "usemtl",
    "mtllib", "lod", "bevel", "usemap", "maplib", "c_interp", "d_interp", "shadow_obj"};

class ObjReader {
 public:
  ObjReader(std::string_view text, std::string file) : cursor_(text), file_(std::move(file)) {}

  ObjElements read() {
    for (; !cursor_.at_end(); cursor_.next_line()) read_record();
    for (const ForwardReference& reference : forward_references_) {
      if (reference.vertex >= mesh_.vertices.size()) fail_range(reference.line, std::to_string(reference.vertex + 1));
    }
    return {std::move(mesh_), std::move(lines_)};
  }

 private:
  struct ForwardReference {
    std::size_t line;
    std::uint32_t vertex;
  };

  void read_record() {
    const std::string_view kind = cursor_.word();
    if (kind == "v") {
      read_vertex();
    } else if (kind == "f") {
      read_face();
    } else if (kind == "l") {
      read_line();
    } else if (!kind.empty() &&
               std::find(kSkippedRecords.begin(), kSkippedRecords.end(), kind) == kSkippedRecords.end()) {
      fail("unknown record '" + shown(kind) + "'");
    }
  }

  // Three coordinates; a weight or a colour may follow and is read only to see that it is one.
  void read_vertex() {
    constexpr int kMostColumns = 7;
    Eigen::Vector3d vertex;
    int columns = 0;
    for (std::string_view word = cursor_.word(); !word.empty(); word = cursor_.word(), ++columns) {
      if (columns == kMostColumns) fail("vertex has more than " + std::to_string(kMostColumns) + " numbers");
      const double value = coordinate(word);
      if (columns < 3) vertex[columns] = value;
    }
    if (columns < 3) fail("vertex needs 3 coordinates, got " + std::to_string(columns));
    if (mesh_.vertices.size() == std::numeric_limits<std::uint32_t>::max()) fail("too many vertices");
    mesh_.vertices.push_back(vertex);
  }

  void read_face() {
    int corners = 0;
    std::uint32_t first = 0;
    std::uint32_t previous = 0;
    for (std::string_view word = cursor_.word(); !word.empty(); word = cursor_.word(), ++corners) {
      const std::uint32_t corner = face_corner(word);
      if (corners == 0) first = corner;
      if (corners >= 2) mesh_.triangles.push_back({first, previous, corner});
      previous = corner;
    }
    if (corners < 3) fail("face needs 3 or more vertices, got " + std::to_string(corners));
  }

  void read_line() {
    int corners = 0;
    std::uint32_t previous = 0;
    for (std::string_view word = cursor_.word(); !word.empty(); word = cursor_.word(), ++corners) {
      const std::uint32_t corner = face_corner(word);
      if (corners >= 1) lines_.push_back({previous, corner});
      previous = corner;
    }
  }

  double coordinate(std::string_view word) {
    const std::string_view digits = word.starts_with("+") ? word.substr(1) : word;
    double value = 0.0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool signed_twice = digits.size() != word.size() && digits.starts_with("-");
    if (error == std::errc::result_out_of_range) return tiny_coordinate(word, digits);
    if (error != std::errc() || stop != digits.data() + digits.size() || signed_twice) {
      fail("expected a number, got '" + shown(word) + "'");
    }
    if (!std::isfinite(value)) fail("coordinate '" + shown(word) + "' is not finite");
    return value;
  }

  // A number out of the range of doubles: zero if it is too small, an error if it is too large.
  double tiny_coordinate(std::string_view word, std::string_view digits) {
    long double value = 0.0L;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || stop != digits.data() + digits.size() || std::abs(value) > 1.0L) {
      fail("number '" + shown(word) + "' is out of the range of doubles");
    }
    return static_cast<double>(value);
  }

  // "v", "v/vt", "v//vn" or "v/vt/vn".
  std::uint32_t face_corner(std::string_view word) {
    std::string_view rest = word;
    const std::optional<std::int64_t> vertex = take_integer(rest);
    if (!vertex) fail("expected a vertex index, got '" + shown(word) + "'");
    for (int slashes = 0; slashes < 2 && rest.starts_with("/"); ++slashes) {
      rest.remove_prefix(1);
      const bool may_be_empty = slashes == 0 && rest.starts_with("/");
      if (!may_be_empty && !take_integer(rest)) fail("malformed face corner '" + shown(word) + "'");
    }
    if (!rest.empty()) fail("malformed face corner '" + shown(word) + "'");
    return resolve(*vertex);
  }

  std::uint32_t resolve(std::int64_t index) {
    const auto count = static_cast<std::int64_t>(mesh_.vertices.size());
    if (index == 0) fail("vertex index 0: indices start at 1");
    if (index < -count || index > std::numeric_limits<std::uint32_t>::max()) {
      fail_range(cursor_.line(), std::to_string(index));
    }
    const auto vertex = static_cast<std::uint32_t>(index < 0 ? count + index : index - 1);
    if (index > count) forward_references_.push_back({cursor_.line(), vertex});
    return vertex;
  }

  static std::optional<std::int64_t> take_integer(std::string_view& text) {
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    return value;
  }

  // A word fit to print: short, and without control characters.
  static std::string shown(std::string_view word) {
    constexpr std::size_t kMostShown = 40;
    std::string text(word.substr(0, kMostShown));
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
    return word.size() > kMostShown ? text + "..." : text;
  }

  [[noreturn]] void fail(const std::string& what) const { fail_at(cursor_.line(), what); }
  [[noreturn]] void fail_at(std::size_t line, const std::string& what) const {
    throw InputError(file_ + ":" + std::to_string(line) + ": " + what);
  }
  [[noreturn]] void fail_range(std::size_t line, const std::string& index) const {
    fail_at(line,
            "vertex index " + index + " is out of range (" + std::to_string(mesh_.vertices.size()) + " vertices)");
  }

  ObjCursor cursor_;
  std::string file_;
  TriangleMesh mesh_;
  std::vector<std::array<std::uint32_t, 2>> lines_;
  std::vector<ForwardReference> forward_references_;
};

void append(std::string& text, double value) {
  std::array<char, 32> digits;
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  text.append(digits.data(), result.ptr);
}

}  // namespace

ObjElements read_obj_elements(const std::filesystem::path& path) {
  const std::string text = read_text_file(path);
  if (text.empty()) throw InputError(path.string() + ": the file is empty");
  if (text.find('\0') != std::string::npos) throw InputError(path.string() + ": not a text file, so not an OBJ file");
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  const std::string_view body = text;
  return ObjReader(body.starts_with(kByteOrderMark) ? body.substr(3) : body, path.string()).read();
}

TriangleMesh read_obj(const std::filesystem::path& path) {
  ObjElements elements = read_obj_elements(path);
  if (elements.mesh.triangles.empty()) throw InputError(path.string() + ": no triangles (no 'f' record)");
  return std::move(elements.mesh);
}

void write_obj(const TriangleMesh& mesh, const std::filesystem::path& path) {
  validate(mesh);
  std::string text;
  text.reserve(64 * mesh.vertices.size() + 24 * mesh.triangles.size());
  for (const Eigen::Vector3d& vertex : mesh.vertices) {
    text += 'v';
    for (const double coordinate : vertex) append(text += ' ', coordinate);
    text += '\n';
  }
  for (const Triangle& triangle : mesh.triangles) {
    text += 'f';
    for (const std::uint32_t index : triangle) text += ' ' + std::to_string(std::uint64_t{index} + 1);
    text += '\n';
  }
  write_text_file(path, text);
}

}  // namespace graze
