// SPDX-License-Identifier: Apache-2.0
// Polyhedra and spheres.
#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <graze/mesh.hpp>

#include "numeric/elementary/elementary.hpp"
#include "numeric/stable_norm.hpp"
#include "shape/parameter_checks.hpp"

namespace graze {
namespace {

using Vector3 = Eigen::Vector3d;

constexpr int kMostSubdivisions = 10;  // 21 million triangles

TriangleMesh icosahedron() {
  const double g = (1.0 + std::sqrt(5.0)) / 2.0;
  TriangleMesh mesh;
  mesh.vertices = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                   {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  mesh.triangles = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                    {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                    {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  return mesh;
}

TriangleMesh unit_icosphere(int subdivisions) {
  require_count(subdivisions, 0, kMostSubdivisions, "subdivisions");
  TriangleMesh mesh = icosahedron();
  for (Vector3& vertex : mesh.vertices) vertex = unit_of(vertex);
  for (int i = 0; i < subdivisions; ++i) {
    mesh = subdivided(mesh);
    for (Vector3& vertex : mesh.vertices) vertex = unit_of(vertex);
  }
  return mesh;
}

}  // namespace

TriangleMesh make_box(const Vector3& full_lengths) {
  require_size(full_lengths, "full_lengths");
  TriangleMesh mesh;
  // Vertex i has its x, y, z on the upper side where bits 0, 1, 2 of i are set.
  for (int i = 0; i < 8; ++i) {
    const Vector3 corner((i & 1) != 0 ? 0.5 : -0.5, (i & 2) != 0 ? 0.5 : -0.5, (i & 4) != 0 ? 0.5 : -0.5);
    mesh.vertices.emplace_back(corner.cwiseProduct(full_lengths));
  }
  mesh.triangles = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
  return mesh;
}

TriangleMesh make_icosphere(double radius, int subdivisions) {
  require_size(radius, "radius");
  return scaled(unit_icosphere(subdivisions), radius);
}

TriangleMesh make_bumpy_sphere(double radius, double amplitude, int lobes, int subdivisions) {
  require_size(radius, "radius");
  require(amplitude >= 0.0 && amplitude < 1.0, "amplitude must be at least 0 and less than 1");
  require_count(lobes, 1, 1000, "lobes");
  TriangleMesh mesh = unit_icosphere(subdivisions);
  for (Vector3& vertex : mesh.vertices) {
    const double polar = portable::atan2(std::sqrt(vertex.x() * vertex.x() + vertex.y() * vertex.y()), vertex.z());
    const double azimuth = portable::atan2(vertex.y(), vertex.x());
    vertex *= radius * (1.0 + amplitude * portable::sin(lobes * polar) * portable::cos(lobes * azimuth));
  }
  return mesh;
}

TriangleMesh make_tetrahedron(const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& d) {
  for (const Vector3* corner : {&a, &b, &c, &d}) require_length(*corner, "tetrahedron: corners");
  TriangleMesh mesh;
  mesh.vertices = {a, b, c, d};
  const bool d_above_abc = (b - a).cross(c - a).dot(d - a) > 0.0;
  mesh.triangles = d_above_abc ? std::vector<Triangle>{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}
                               : std::vector<Triangle>{{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
  return mesh;
}

}  // namespace graze
