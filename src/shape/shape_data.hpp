// SPDX-License-Identifier: Apache-2.0
// What a shape is made of. Which members are there says what it is: a solid by its support mapping, a mesh's surface, a
// half-space, a curved surface, or parts.
#pragma once

#include <memory>
#include <optional>

#include <graze/shape.hpp>

#include "shape/convex_shape.hpp"
#include "shape/mesh_shape.hpp"

namespace graze {

// normal . x <= offset, with the doubles at face value; the normal is a unit vector to within rounding.
struct HalfSpace {
  Vector3 normal;
  double offset;
};

struct CurvedSurface;  // shape/curved_surface.hpp

struct ShapeData {
  explicit ShapeData(ShapeKind k) : kind(k) {}

  ShapeKind kind;
  double radius = 0.0;
  std::optional<ConvexShape> convex;
  std::optional<MeshShape> surface;  // of a mesh, and of a convex polytope with volume
  std::optional<HalfSpace> half_space;
  std::shared_ptr<const CurvedSurface> curved;
  std::vector<Shape> parts;  // of a compound, none of them a compound, in its frame
};

}  // namespace graze
