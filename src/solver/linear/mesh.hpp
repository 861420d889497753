// SPDX-License-Identifier: Apache-2.0
// Meshes whose vertices move on straight paths (cloth, soft bodies): the sphere tree over both ends of the motion, and
// exact feature queries in the leaves.
#pragma once

#include <graze/time_of_impact.hpp>

namespace graze {

// The query is valid, its window inside [0, 1], and both motions give one end for each vertex.
Toi solve_linear_meshes(const Body& a, const Body& b, const Query& query);
Toi solve_linear_self(const Body& body, const Query& query);

}  // namespace graze
