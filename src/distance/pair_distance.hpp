// SPDX-License-Identifier: Apache-2.0
// The distances of the kinds of shapes, each with certified bounds. distance.cpp chooses among them.
#pragma once

#include <graze/distance.hpp>

#include "shape/shape_data.hpp"

namespace graze {

// A shape of one kind, and where it is.
template <class Kind>
struct Placed {
  const Kind& shape;
  const Pose& pose;
};
using PlacedConvex = Placed<ConvexShape>;
using PlacedMesh = Placed<MeshShape>;
using PlacedHalfSpace = Placed<HalfSpace>;

// The same, asked for in the other order.
inline DistanceBounds swapped(DistanceBounds bounds) {
  std::swap(bounds.point_a, bounds.point_b);
  return bounds;
}

DistanceBounds mesh_mesh_distance(const PlacedMesh& a, const PlacedMesh& b);
// `accuracy`: how close to each other the bounds shall be, relative to the distance of the cores; 0: as close as
// doubles allow.
DistanceBounds convex_convex_distance(const PlacedConvex& a, const PlacedConvex& b, double accuracy = 0.0);
DistanceBounds mesh_convex_distance(const PlacedMesh& a, const PlacedConvex& b);
DistanceBounds half_space_convex_distance(const PlacedHalfSpace& a, const PlacedConvex& b);
DistanceBounds half_space_mesh_distance(const PlacedHalfSpace& a, const PlacedMesh& b);
// One of them at least is a curved surface.
DistanceBounds curved_distance(const ShapeData& a, const Pose& pose_a, const ShapeData& b, const Pose& pose_b);
DistanceBounds half_space_half_space_distance(const PlacedHalfSpace& a, const PlacedHalfSpace& b);

}  // namespace graze
