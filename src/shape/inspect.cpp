// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <tuple>

#include <Eigen/Geometry>

#include <graze/mesh.hpp>

#include "shape/exact_area.hpp"

namespace graze {
namespace {

using Vector3 = Eigen::Vector3d;

// For each vertex, the first vertex with the same coordinates.
std::vector<std::uint32_t> weld(const std::vector<Vector3>& vertices) {
  const auto key = [&](std::uint32_t i) { return std::tuple(vertices[i].x(), vertices[i].y(), vertices[i].z()); };
  std::vector<std::uint32_t> order(vertices.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    const auto key_i = key(i);
    const auto key_j = key(j);
    return key_i < key_j || (key_i == key_j && i < j);
  });
  std::vector<std::uint32_t> first(vertices.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool repeated = k > 0 && key(order[k]) == key(order[k - 1]);
    first[order[k]] = repeated ? first[order[k - 1]] : order[k];
  }
  return first;
}

// Both ends of each triangle side in one sortable number. A triangle with two equal corners has no sides of its own.
std::vector<std::uint64_t> sides_of(const TriangleMesh& mesh, const std::vector<std::uint32_t>& welded) {
  std::vector<std::uint64_t> sides;
  sides.reserve(3 * mesh.triangles.size());
  for (const Triangle& triangle : mesh.triangles) {
    const Triangle t{welded[triangle[0]], welded[triangle[1]], welded[triangle[2]]};
    if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) continue;
    for (int i = 0; i < 3; ++i) {
      const auto [low, high] = std::minmax(t[i], t[(i + 1) % 3]);
      sides.push_back(std::uint64_t{low} << 32 | high);
    }
  }
  return sides;
}

void count_edges(std::vector<std::uint64_t> sides, MeshReport& report) {
  std::sort(sides.begin(), sides.end());
  for (auto run = sides.begin(); run != sides.end();) {
    const auto end = std::find_if(run, sides.end(), [&](std::uint64_t side) { return side != *run; });
    ++report.edges;
    if (end - run == 1) ++report.open_edges;
    if (end - run > 2) ++report.non_manifold_edges;
    run = end;
  }
  report.closed = report.open_edges == 0 && report.non_manifold_edges == 0 && report.edges > 0;
}

void measure(const TriangleMesh& mesh, MeshReport& report) {
  report.lower = report.upper = mesh.vertices.front();
  for (const Vector3& vertex : mesh.vertices) {
    report.lower = report.lower.cwiseMin(vertex);
    report.upper = report.upper.cwiseMax(vertex);
  }
  // Relative to the middle of the box, so that a far-away mesh keeps its digits.
  const Vector3 middle = 0.5 * report.lower + 0.5 * report.upper;
  Vector3 weighted = Vector3::Zero();
  Vector3 plain = Vector3::Zero();
  for (const Triangle& triangle : mesh.triangles) {
    const Vector3 a = mesh.vertices[triangle[0]] - middle;
    const Vector3 b = mesh.vertices[triangle[1]] - middle;
    const Vector3 c = mesh.vertices[triangle[2]] - middle;
    const double area = 0.5 * (b - a).cross(c - a).norm();
    report.area += area;
    report.volume += a.dot(b.cross(c)) / 6.0;
    weighted += area * (a + b + c) / 3.0;
    plain += (a + b + c) / (3.0 * static_cast<double>(mesh.triangles.size()));
  }
  report.centroid = middle + (report.area > 0.0 ? Vector3(weighted / report.area) : plain);
}

}  // namespace

MeshReport inspect(const TriangleMesh& mesh) {
  validate(mesh);
  MeshReport report;
  report.vertices = mesh.vertices.size();
  report.triangles = mesh.triangles.size();

  const std::vector<std::uint32_t> welded = weld(mesh.vertices);
  for (std::uint32_t i = 0; i < welded.size(); ++i) report.duplicate_vertices += welded[i] != i ? 1 : 0;
  count_edges(sides_of(mesh, welded), report);

  std::vector<char> used(mesh.vertices.size(), 0);
  for (const Triangle& triangle : mesh.triangles) {
    for (const std::uint32_t i : triangle) used[i] = 1;
    const bool flat = has_zero_area(mesh.vertices[triangle[0]], mesh.vertices[triangle[1]], mesh.vertices[triangle[2]]);
    report.degenerate_triangles += flat ? 1 : 0;
  }
  report.unused_vertices = static_cast<std::size_t>(std::count(used.begin(), used.end(), 0));
  measure(mesh, report);
  return report;
}

}  // namespace graze
