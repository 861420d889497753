// SPDX-License-Identifier: Apache-2.0
// The shapes of a scene file that are curved surfaces: {"parametric": {...}} and {"implicit": {...}}.
#pragma once

#include <graze/surface.hpp>

#include "io/json/field.hpp"

namespace graze {

ParametricSurface read_parametric(const Field& field);
ImplicitSurface read_implicit(const Field& field);

}  // namespace graze
