// SPDX-License-Identifier: Apache-2.0
// Meshes of parts that fit into each other.
#pragma once

#include <functional>
#include <vector>

#include <graze/mesh.hpp>

#include "harness/random.hpp"

namespace graze::bench {

// Squares in rows and columns, each of two triangles; those without area are left out. point(i, j) is a corner. The
// last column meets the first if `round` is set.
TriangleMesh grid_mesh(int rows, int columns, bool round, const std::function<Vector3(int, int)>& point);

// A profile of (radius, height), turned about z.
TriangleMesh lathe(const std::vector<Eigen::Vector2d>& profile, int segments);

// A solid cylinder along z, and a tube whose inner radius is 1.
TriangleMesh peg_mesh(double radius, double length, int segments, int rings);
TriangleMesh tube_mesh(double length, int segments, int rings);
// A thread along z with a wavy profile around the radius, of pitch 1. A nut is the same with a larger radius.
TriangleMesh thread_mesh(double radius, double depth, double length, int segments, int rings_per_turn);
// A box, and one without its face at the end of z; each face of 2 * 4^levels triangles.
TriangleMesh drawer_mesh(const Vector3& lengths, int levels);
TriangleMesh frame_mesh(const Vector3& lengths, int levels);
// A key along z: an outline of random radii. A lock is the same, wider.
std::vector<double> key_outline(Random& random, int corners);
TriangleMesh key_mesh(const std::vector<double>& outline, double scale, double length, int rings);
// A plate at z = 0, as wide as 2, of 2 * side^2 triangles.
TriangleMesh plate_mesh(int side);
// A wheel whose rim is a wave: radius + depth * cos(teeth * angle).
TriangleMesh wave_gear_mesh(double radius, double depth, int teeth, double thickness);

TriangleMesh turned(TriangleMesh mesh, const Quaternion& by);

}  // namespace graze::bench
