// SPDX-License-Identifier: Apache-2.0
#include "io/scene/fixture_mesh.hpp"

#include <numeric>

#include "io/mesh/obj_elements.hpp"

namespace graze {
namespace {

std::uint32_t vertex_index(const Field& field) {
  const std::uint64_t index = field.count();
  if (index > std::numeric_limits<std::uint32_t>::max()) field.fail("there are not so many vertices");
  return static_cast<std::uint32_t>(index);
}

void add_points_if_empty(TriangleMesh& mesh) {
  if (!mesh.triangles.empty()) return;
  for (std::uint32_t v = 0; v < mesh.vertices.size(); ++v) mesh.triangles.push_back({v, v, v});
}

}  // namespace

TriangleMesh read_fixture_mesh(const std::filesystem::path& path) {
  if (path.extension() != ".obj") return read_mesh(path);
  ObjElements elements = read_obj_elements(path);
  if (elements.mesh.vertices.empty()) throw InputError(path.string() + ": no vertices (no 'v' record)");
  for (const auto& [from, to] : elements.lines) elements.mesh.triangles.push_back({from, to, to});
  add_points_if_empty(elements.mesh);
  return std::move(elements.mesh);
}

TriangleMesh read_fixture_mesh(const Field& body) {
  TriangleMesh mesh;
  for (const Field& vertex : body.get("vertices").elements()) mesh.vertices.push_back(vertex.vector());
  const auto each = [&](const char* name, std::size_t corners, const auto& visit) {
    const auto list = body.find(name);
    if (!list) return;
    for (const Field& element : list->elements()) {
      const auto indices = element.elements();
      if (indices.size() != corners) element.fail("expected " + std::to_string(corners) + " vertices");
      visit(vertex_index(indices[0]), vertex_index(indices[1]), vertex_index(indices[corners - 1]));
    }
  };
  const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) { mesh.triangles.push_back({a, b, c}); };
  each("faces", 3, add);
  each("edges", 2, add);
  add_points_if_empty(mesh);
  return mesh;
}

std::vector<TriangleMesh> connected_parts(const TriangleMesh& mesh) {
  std::vector<std::uint32_t> parent(mesh.vertices.size());
  std::iota(parent.begin(), parent.end(), 0U);
  const auto root = [&](std::uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const Triangle& t : mesh.triangles)
    for (std::size_t k = 1; k < 3; ++k) parent[root(t[k])] = root(t[0]);
  constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> part_of(mesh.vertices.size(), kNone);     // of a root
  std::vector<std::uint32_t> renumbered(mesh.vertices.size(), kNone);  // in its part
  std::vector<TriangleMesh> parts;
  for (const Triangle& t : mesh.triangles) {
    std::uint32_t& number = part_of[root(t[0])];
    if (number == kNone) {
      number = static_cast<std::uint32_t>(parts.size());
      parts.emplace_back();
    }
    TriangleMesh& part = parts[number];
    Triangle own{};
    for (std::size_t k = 0; k < 3; ++k) {
      std::uint32_t& v = renumbered[t[k]];
      if (v == kNone) {
        v = static_cast<std::uint32_t>(part.vertices.size());
        part.vertices.push_back(mesh.vertices[t[k]]);
      }
      own[k] = v;
    }
    part.triangles.push_back(own);
  }
  return parts;
}

}  // namespace graze
