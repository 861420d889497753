// SPDX-License-Identifier: Apache-2.0
#include <graze/distance.hpp>

#include "distance/pair_distance.hpp"
#include "numeric/range_checks.hpp"

namespace graze {
namespace {

// The nearest pair of parts is the nearest of the union.
DistanceBounds nearest(const DistanceBounds& x, const DistanceBounds& y) {
  DistanceBounds result = y.upper < x.upper ? y : x;
  result.lower = std::min(x.lower, y.lower);
  return result;
}

DistanceBounds to_half_space(const PlacedHalfSpace& a, const ShapeData& b, const Pose& pose_b) {
  if (b.convex) return half_space_convex_distance(a, {*b.convex, pose_b});
  if (b.surface) return half_space_mesh_distance(a, {*b.surface, pose_b});
  return half_space_half_space_distance(a, {*b.half_space, pose_b});
}

// Neither is a compound. A polytope is a solid, though it has a surface too.
DistanceBounds of_parts(const ShapeData& a, const Pose& pose_a, const ShapeData& b, const Pose& pose_b) {
  if (a.curved || b.curved) return curved_distance(a, pose_a, b, pose_b);
  if (a.half_space) return to_half_space({*a.half_space, pose_a}, b, pose_b);
  if (b.half_space) return swapped(to_half_space({*b.half_space, pose_b}, a, pose_a));
  if (a.convex && b.convex) return convex_convex_distance({*a.convex, pose_a}, {*b.convex, pose_b});
  if (a.convex) return swapped(mesh_convex_distance({*b.surface, pose_b}, {*a.convex, pose_a}));
  if (b.convex) return mesh_convex_distance({*a.surface, pose_a}, {*b.convex, pose_b});
  return mesh_mesh_distance({*a.surface, pose_a}, {*b.surface, pose_b});
}

DistanceBounds of_shapes(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const bool split_a = a.kind() == ShapeKind::Compound;
  if (!split_a && b.kind() != ShapeKind::Compound) return of_parts(a.data(), pose_a, b.data(), pose_b);
  DistanceBounds result;
  result.lower = result.upper = std::numeric_limits<double>::infinity();
  for (const Shape& part : (split_a ? a : b).data().parts)
    result = nearest(result, split_a ? of_shapes(part, pose_a, b, pose_b) : of_shapes(a, pose_a, part, pose_b));
  return result;
}

void check(const Pose& pose) {
  constexpr double kLargestEntry = 2.0;  // rotations have 1, and roundings
  require_at_most(pose.translation(), limits::kLargestReach, "distance: the position");
  for (const double entry : pose.linear().reshaped()) require_at_most(entry, kLargestEntry, "distance: the rotation");
}

}  // namespace

DistanceBounds distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  check(pose_a);
  check(pose_b);
  return of_shapes(a, pose_a, b, pose_b);
}

}  // namespace graze
