// SPDX-License-Identifier: Apache-2.0
// A body as a tree of convex pieces that a query opens as it goes: patches of a curved surface, boxes and triangles of
// a mesh, a solid, or a half-space.
#pragma once

#include <memory>

#include "solver/linearization/leaf_pair.hpp"
#include "solver/surfaces/quadric_gap.hpp"
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
  // About how much of it is rounding: the rest is how far a rounded solid reaches around its core.
  double noise(std::uint32_t node) const;
  Vector3 center(std::uint32_t node) const;
  // Directions across which the piece may be thin. Returns how many.
  int normals(std::uint32_t node, std::array<Vector3, 3>& normals) const;
  // How far the piece may be from what is in it, and how large it is: what is worth splitting?
  double thickness(std::uint32_t node) const;
  double extent(std::uint32_t node) const;
  // A box of a mesh, around much that is elsewhere.
  bool is_box(std::uint32_t node) const { return leaves_ && !leaves_->boxes()[node].is_leaf(); }

  // Are its pieces patches?
  bool is_curved() const { return refined_.has_value(); }
  // A triangle or a solid, which is not split.
  bool is_whole(std::uint32_t node) const { return leaves_ && leaves_->boxes()[node].is_leaf(); }

  // A patch with its quadric; null for other pieces, and where the quadric says no more than the box.
  const CurvedPiece* curved(std::uint32_t node);
  // What a triangle, a solid or a half-space has on one side of it: the plane that touches it, across a direction
  // that need not be unit.
  PieceQuadric plane_across(std::uint32_t node, const Vector3& direction) const;
  // If the body is a ball: the side of a quadric.
  std::optional<PieceQuadric> ball() const;
  // From a triangle or a solid to a point outside, by the shortest way.
  Vector3 way_to(std::uint32_t node, const Vector3& x) const;

  RefinedSurface::Parts open(std::uint32_t node, bool by_size);
  // A point of the body close to x, no further off than `error`, if one is certain.
  std::optional<SurfacePoint> point_near(std::uint32_t node, const Vector3& x, double error) const;
  // What of a mesh or polytope is closest to x.
  Feature feature_near(std::uint32_t node, const Vector3& x) const;

 private:
  GjkResult leaf_near(std::uint32_t leaf, const Vector3& x) const;

  std::optional<RefinedSurface> refined_;
  std::vector<std::unique_ptr<const CurvedPiece>> curved_;  // of nodes that were asked about
  const SurfaceModel* model_ = nullptr;
  std::optional<LeafBody> leaves_;
  const ConvexShape* ball_ = nullptr;
  const HalfSpace* plane_ = nullptr;
  Vector3 into_plane_ = Vector3::Zero();
  double radius_ = 0.0;
};

}  // namespace graze
