// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include <graze/shape.hpp>

#include "io/json/field.hpp"

namespace graze {

// The "shape" and the "motion" of a body in a scene file. Mesh files are relative to the folder.
Shape read_shape(const Field& field, const std::filesystem::path& mesh_directory);
Motion read_motion(const Field& field);
// {"type": "vertex_linear", "end": FILE}: a second mesh with the same vertices, elsewhere, scaled like the first.
Motion read_deformation(const Field& field, const Shape& shape, const Field& shape_field,
                        const std::filesystem::path& mesh_directory);

// The mesh in the file that a field names.
TriangleMesh read_named_mesh(const Field& name, const std::filesystem::path& mesh_directory);

// What {"generated": {"kind": ...}} describes: a generator's name and its arguments by name.
TriangleMesh read_generated(const Field& field);

}  // namespace graze
