// SPDX-License-Identifier: Apache-2.0
// The fields of a particle scene in JSON, shared by scene files and by the states inside runs.
#pragma once

#include <string>

#include <graze/particles.hpp>

#include "io/json/field.hpp"

namespace graze {

// All but the particles. What else may be beside the fields is the caller's to check.
void read_scene_fields(const Field& object, ParticleScene& scene);

// "\"dimension\": 2, ..." without braces.
std::string scene_fields_text(const ParticleScene& scene);

// Reads back to the same double.
std::string number_text(double x);
// [x, y] or [x, y, z].
std::string vector_text(const Vector3& x, int dimension);

}  // namespace graze
