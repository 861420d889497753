// SPDX-License-Identifier: Apache-2.0
// Triangle meshes as plain data: what a user fills in, generates, or reads from a file.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <Eigen/Core>

namespace graze {

using Triangle = std::array<std::uint32_t, 3>;

// Any triangle soup: open, non-manifold and degenerate triangles are allowed.
struct TriangleMesh {
  std::vector<Eigen::Vector3d> vertices;
  std::vector<Triangle> triangles;
};

// What is this mesh? Edges are counted after vertices with identical coordinates are taken as one.
struct MeshReport {
  std::size_t vertices = 0, triangles = 0, edges = 0;
  std::size_t open_edges = 0;            // used by one triangle
  std::size_t non_manifold_edges = 0;    // used by three or more
  std::size_t degenerate_triangles = 0;  // exactly zero area
  std::size_t duplicate_vertices = 0;    // same coordinates as an earlier vertex
  std::size_t unused_vertices = 0;       // in no triangle
  Eigen::Vector3d lower = Eigen::Vector3d::Zero(), upper = Eigen::Vector3d::Zero();  // bounding box
  double area = 0.0;
  double volume = 0.0;                                 // signed; meaningful when closed
  Eigen::Vector3d centroid = Eigen::Vector3d::Zero();  // of the surface, area-weighted
  bool closed = false;                                 // no open and no non-manifold edge
};
MeshReport inspect(const TriangleMesh& mesh);

// Throws std::invalid_argument naming the first vertex that is not finite or triangle index out of range, or if empty.
// (How large a mesh may be is the business of Shape::mesh.)
void validate(const TriangleMesh& mesh);

// Moves the mesh so that its surface centroid is the origin. Throws std::invalid_argument on an invalid mesh.
TriangleMesh recentered(TriangleMesh mesh);
// Throws std::invalid_argument unless the factor is positive and finite.
TriangleMesh scaled(TriangleMesh mesh, double factor);
// Each triangle into four, without moving the surface. Throws std::invalid_argument on an invalid mesh.
TriangleMesh subdivided(const TriangleMesh& mesh);

// Generators. All are closed and centred at the origin. Sizes must be from 1e-40 to 1e40 (std::invalid_argument
// otherwise).
TriangleMesh make_box(const Eigen::Vector3d& full_lengths);
TriangleMesh make_icosphere(double radius, int subdivisions);
TriangleMesh make_torus(double major_radius, double minor_radius, int major_segments, int minor_segments);
// Non-convex bodies. The (p, q) torus knot of a tube around a torus of the given radii.
TriangleMesh make_torus_knot(int p, int q, double major_radius, double minor_radius, double tube_radius, int segments,
                             int sides);
// A sphere whose radius swells and shrinks as 1 + amplitude * sin(lobes * polar) * cos(lobes * azimuth): many pockets.
TriangleMesh make_bumpy_sphere(double radius, double amplitude, int lobes, int subdivisions);
// A cog: an extruded star-shaped outline of `teeth` teeth.
TriangleMesh make_gear(double outer_radius, double inner_radius, double thickness, int teeth);
// The four faces of a tetrahedron, where it is (not centred).
TriangleMesh make_tetrahedron(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
                              const Eigen::Vector3d& d);

}  // namespace graze
