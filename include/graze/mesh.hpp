// SPDX-License-Identifier: Apache-2.0
/// @file
/// Triangle meshes as plain data that a user fills in, generates, or reads from a file.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <Eigen/Core>

namespace graze {

/// Three vertex numbers. Counterclockwise order, seen from outside, makes MeshReport::volume positive.
using Triangle = std::array<std::uint32_t, 3>;

/// Any set of triangles: open and non-manifold surfaces and degenerate triangles are allowed.
struct TriangleMesh {
  std::vector<Eigen::Vector3d> vertices;  ///< In body coordinates.
  std::vector<Triangle> triangles;        ///< Numbers of vertices, from 0.
};

/// Counts and measures of a mesh. Edges are counted after vertices with equal coordinates are merged.
struct MeshReport {
  std::size_t vertices = 0,                            ///< As in the mesh, without merging.
      triangles = 0,                                   ///< As in the mesh.
      edges = 0;                                       ///< After merging.
  std::size_t open_edges = 0;                          ///< Used by one triangle.
  std::size_t non_manifold_edges = 0;                  ///< Used by three or more triangles.
  std::size_t degenerate_triangles = 0;                ///< With an area of exactly zero.
  std::size_t duplicate_vertices = 0;                  ///< With the coordinates of an earlier vertex.
  std::size_t unused_vertices = 0;                     ///< In no triangle.
  Eigen::Vector3d lower = Eigen::Vector3d::Zero(),     ///< Smallest coordinates of the vertices.
      upper = Eigen::Vector3d::Zero();                 ///< Largest coordinates of the vertices.
  double area = 0.0;                                   ///< Of all triangles together.
  double volume = 0.0;                                 ///< Signed; meaningful if the mesh is closed.
  Eigen::Vector3d centroid = Eigen::Vector3d::Zero();  ///< Of the surface, weighted by area.
  bool closed = false;                                 ///< No open and no non-manifold edge.
};
/// Counts and measures a mesh. All indices must be in range; see validate().
MeshReport inspect(const TriangleMesh& mesh);

/// Throws std::invalid_argument if the mesh has no triangles. Also throws, naming it, at the first vertex that is not
/// finite or triangle with an index out of range. Shape::mesh checks the size of a mesh.
void validate(const TriangleMesh& mesh);

/// Moves the mesh so that the centroid of its surface is the origin. Throws std::invalid_argument if the mesh is
/// invalid.
TriangleMesh recentered(TriangleMesh mesh);
/// Multiplies all coordinates by a factor. Throws std::invalid_argument unless the factor is positive and finite.
TriangleMesh scaled(TriangleMesh mesh, double factor);
/// Splits each triangle into four, without moving the surface. Throws std::invalid_argument if the mesh is invalid.
TriangleMesh subdivided(const TriangleMesh& mesh);

// Generators. All meshes are closed and, except for the tetrahedron, centered at the origin. All throw
// std::invalid_argument if a size is not from 1e-40 to 1e40 or a count is out of range.

/// A box with the given full edge lengths: 12 triangles.
TriangleMesh make_box(const Eigen::Vector3d& full_lengths);
/// A sphere: an icosahedron whose triangles are split into four `subdivisions` times. Vertices lie on the sphere.
TriangleMesh make_icosphere(double radius, int subdivisions);
/// A torus around z. The minor radius must be below the major radius; at least 3 segments each.
TriangleMesh make_torus(double major_radius, double minor_radius, int major_segments, int minor_segments);
/// A tube along the (p, q) torus knot on a torus of the given radii. p and q must have no common divisor.
TriangleMesh make_torus_knot(int p, int q, double major_radius, double minor_radius, double tube_radius, int segments,
                             int sides);
/// A sphere whose radius is multiplied by 1 + amplitude * sin(lobes * polar) * cos(lobes * azimuth). It has many
/// pockets. The amplitude is from 0 to below 1.
TriangleMesh make_bumpy_sphere(double radius, double amplitude, int lobes, int subdivisions);
/// A cog: an extruded star-shaped outline with `teeth` teeth, at least 3. The inner radius is below the outer one.
TriangleMesh make_gear(double outer_radius, double inner_radius, double thickness, int teeth);
/// The four faces of a tetrahedron. The corners keep their coordinates: the mesh is not centered.
TriangleMesh make_tetrahedron(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
                              const Eigen::Vector3d& d);

}  // namespace graze
