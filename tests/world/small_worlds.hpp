// SPDX-License-Identifier: Apache-2.0
// Scenes of a few bodies, and what is asked of them.
#pragma once

#include <vector>

#include <graze/world.hpp>

namespace graze {

inline constexpr double kFrame = 1.0 / 64.0;

// A static slab whose top is the plane z = 0.
WorldBody floor_body();
// A cube, as a mesh.
WorldBody box_body(const Vector3& position, double edge = 1.0);
WorldScene scene_of(std::vector<WorldBody> bodies, const Vector3& gravity = {0, 0, -10});

// A lower bound on the distance of any two bodies that can collide.
double smallest_gap(const World& world);

}  // namespace graze
