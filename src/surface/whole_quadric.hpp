// SPDX-License-Identifier: Apache-2.0
// Surfaces of the library that are quadrics as a whole: one formula holds for all of their patches.
#pragma once

#include <graze/surface.hpp>

#include "surface/patch.hpp"

namespace graze {

// Of an ellipsoid, about a place close to it; nothing if the surface is none. The error is that of its coefficients'
// rounding.
std::optional<PatchQuadric> whole_quadric(const ParametricModel& model, const Vector3& center);

// The middle of a sphere, about which it may turn without changing; nothing if the surface is no sphere, or if it was
// turned by a matrix, which is rounded.
std::optional<Vector3> middle_of_sphere(const ParametricModel& model);
std::optional<Vector3> middle_of_sphere(const ImplicitNode& root, const SpaceBox& box);

}  // namespace graze
