// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <graze/mesh.hpp>

namespace graze {

struct ConvexHull {
  TriangleMesh surface;  // triangulated, outward; no triangles if the points have no volume
  // What the hull is the hull of: the surface's vertices in their order, then every other point that is not well
  // inside. qhull may leave out corners that stick out by rounding only; with these the hull is the given one.
  std::vector<Eigen::Vector3d> points;
};
ConvexHull convex_hull(const std::vector<Eigen::Vector3d>& points);

}  // namespace graze
