// SPDX-License-Identifier: Apache-2.0
// Meshes of rigid-ipc fixtures: besides faces they may have edges and points. These become triangles without area,
// which the solvers take as what they are.
#pragma once

#include <graze/io.hpp>

#include "io/json/field.hpp"

namespace graze {

// The file by its ending, with the lines of an OBJ file; or its vertices, if it has neither faces nor lines.
TriangleMesh read_fixture_mesh(const std::filesystem::path& path);
// The "vertices", "edges" and "faces" of a body.
TriangleMesh read_fixture_mesh(const Field& body);

// The parts that hang together by triangles with a common vertex, in the order of their first triangles.
std::vector<TriangleMesh> connected_parts(const TriangleMesh& mesh);

}  // namespace graze
