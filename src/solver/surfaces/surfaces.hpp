// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <graze/time_of_impact.hpp>

namespace graze {

// One body is a curved surface, the other one too, a mesh, a convex solid or a half-space; both move rigidly.
Toi solve_surfaces(const Body& a, const Body& b, const Query& query, const SurfacesOptions& options);

}  // namespace graze
