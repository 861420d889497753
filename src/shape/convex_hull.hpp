// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <graze/mesh.hpp>

namespace graze {

struct ConvexHull {
  TriangleMesh surface;  // triangulated, outward; no triangles if the points have no volume
  // The surface's vertices, in their order: no other point is outside, exactly. All points if there is no surface.
  std::vector<Eigen::Vector3d> points;
};
// The same on every machine.
ConvexHull convex_hull(const std::vector<Eigen::Vector3d>& points);

}  // namespace graze
