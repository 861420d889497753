// SPDX-License-Identifier: Apache-2.0
// Small meshes of every unpleasant kind, about the size of 1.
#pragma once

#include <graze/mesh.hpp>

#include "support/random.hpp"

namespace graze::testing {

inline TriangleMesh box_mesh(double x, double y, double z) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.emplace_back((i & 1) != 0 ? x / 2 : -x / 2, (i & 2) != 0 ? y / 2 : -y / 2,
                               (i & 4) != 0 ? z / 2 : -z / 2);
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

inline TriangleMesh tetrahedron_mesh(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
                                     const Eigen::Vector3d& d) {
  return {{a, b, c, d}, {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}}};
}

inline TriangleMesh triangle_mesh(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
  return {{a, b, c}, {{0, 1, 2}}};
}

// Every triangle with three vertices of its own.
inline TriangleMesh soup_of(const TriangleMesh& mesh) {
  TriangleMesh soup;
  for (const Triangle& t : mesh.triangles) {
    const auto first = static_cast<std::uint32_t>(soup.vertices.size());
    for (const std::uint32_t v : t) soup.vertices.push_back(mesh.vertices[v]);
    soup.triangles.push_back({first, first + 1, first + 2});
  }
  return soup;
}

// A vertex on a grid of quarters.
inline Eigen::Vector3d grid_point(Random& random, int reach = 4) {
  const auto coordinate = [&] { return 0.25 * (random.below(2 * reach + 1) - reach); };
  const double x = coordinate();
  const double y = coordinate();
  return {x, y, coordinate()};
}

inline TriangleMesh random_mesh(Random& random, bool on_grid) {
  const auto point = [&] { return on_grid ? grid_point(random) : random.vector(1.0); };
  const double thin = on_grid ? 0.0625 : random.magnitude(1e-6, 1e-2);
  switch (random.below(12)) {
    case 0:
    case 1: {
      const Eigen::Vector3d a = point(), b = point(), c = point();
      return tetrahedron_mesh(a, b, c, point());
    }
    case 2:
      return box_mesh(1, 1, 1);
    case 3:
      return box_mesh(on_grid ? 0.5 : random.uniform(0.2, 2.0), 1, on_grid ? 2 : random.uniform(0.2, 2.0));
    case 4:
      return box_mesh(1, 1, thin);  // plate
    case 5:
      return box_mesh(1, thin, thin);  // needle
    case 6:
      return {{point(), point()}, {{0, 1, 1}}};  // a segment: two vertices
    case 7: {                                    // a triangle
      const Eigen::Vector3d a = point(), b = point();
      return triangle_mesh(a, b, point());
    }
    case 8: {  // a sliver: almost, or exactly, no area
      const Eigen::Vector3d a = point(), b = point();
      const Eigen::Vector3d c = 0.5 * (a + b) + (on_grid ? 0.0 : random.magnitude(1e-18, 1e-3)) * random.vector(1.0);
      return triangle_mesh(a, b, c);
    }
    case 9:
      return {{point()}, {{0, 0, 0}}};  // a point
    case 10:
      return soup_of(box_mesh(1, 1, on_grid ? 1 : random.uniform(0.2, 2.0)));
    default: {  // two triangles that share an edge, and one without area
      const Eigen::Vector3d a = point(), b = point(), c = point();
      return {{a, b, c, point()}, {{0, 1, 2}, {1, 0, 3}, {2, 2, 0}}};
    }
  }
}

}  // namespace graze::testing
