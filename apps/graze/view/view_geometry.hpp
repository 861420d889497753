// SPDX-License-Identifier: Apache-2.0
// Shapes as triangles, for drawing.
#pragma once

#include <optional>

#include <graze/shape.hpp>

namespace graze {

struct ViewGeometry {
  TriangleMesh mesh;
  bool exact = false;  // the mesh is the shape's surface, and features are numbered as in it
};

// Curved surfaces become polytopes inside them; compounds one mesh. Nothing for a half-space.
std::optional<ViewGeometry> view_geometry(const Shape& shape);

// The levels of the shape's hierarchies, root first, four numbers a sphere (center, radius) and six a box (center, half
// lengths), in body coordinates. Ends before a level gets too large to draw. Empty for shapes without a surface.
struct ViewLevels {
  std::vector<std::vector<double>> spheres, boxes;
};
ViewLevels view_levels(const Shape& shape);

}  // namespace graze
