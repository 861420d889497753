// SPDX-License-Identifier: Apache-2.0
// A body as a tree of convex pieces that a query opens as it goes: patches of a curved surface, boxes and triangles of
// a mesh, a solid, or a half-space.
#pragma once

#include "solver/linearization/leaf_pair.hpp"
#include "surface/surface_tree.hpp"

namespace graze {

class PatchBody {
 public:
  explicit PatchBody(const Shape& shape);

  // Of the surface; every piece's core is within SurfaceTree::kReach times that.
  double radius() const { return radius_; }
  // The way into a half-space, in its coordinates, along which alone it is apart from others; null for other bodies.
  const Vector3* only_direction() const { return plane_ ? &into_plane_ : nullptr; }

  // A piece is its core and all that is within `margin` of it; that covers the rounding of support() too.
  Vector3 support(std::uint32_t node, const Vector3& direction) const;
  double margin(std::uint32_t node) const;
  Vector3 center(std::uint32_t node) const;
  // Directions across which the piece may be thin. Returns how many.
  int normals(std::uint32_t node, std::array<Vector3, 3>& normals) const;
  // How far the piece may be from what is in it, and how large it is: what is worth splitting?
  double thickness(std::uint32_t node) const;
  double extent(std::uint32_t node) const;
  // A box of a mesh, around much that is elsewhere.
  bool is_box(std::uint32_t node) const { return leaves_ && !leaves_->boxes()[node].is_leaf(); }

  // A triangle or a solid, which is not split.
  bool is_whole(std::uint32_t node) const { return leaves_ && leaves_->boxes()[node].is_leaf(); }

  RefinedSurface::Parts open(std::uint32_t node);
  // A point of the body close to x, no further off than `error`, if one is certain.
  std::optional<SurfacePoint> point_near(std::uint32_t node, const Vector3& x, double error) const;
  // What of a mesh or polytope is closest to x.
  Feature feature_near(std::uint32_t node, const Vector3& x) const;

 private:
  GjkResult leaf_near(std::uint32_t leaf, const Vector3& x) const;

  std::optional<RefinedSurface> refined_;
  const SurfaceModel* model_ = nullptr;
  std::optional<LeafBody> leaves_;
  const HalfSpace* plane_ = nullptr;
  Vector3 into_plane_ = Vector3::Zero();
  double radius_ = 0.0;
};

}  // namespace graze
