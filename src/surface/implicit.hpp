// SPDX-License-Identifier: Apache-2.0
// Implicit surfaces as patches: cells of space, halved, and dropped where the formula is certain not to be zero.
//
// In a cell with middle m a point y of the surface has, with d = y - m,
//   0 = f(y) = f(m) + f'(m) d + d . H d / 2,
// so along the gradient it lies in a slab whose thickness falls with the square of the cell. Where two functions meet
// in an edge, each bounds the surface on one side: the box gets a face along each of them, and is as tight there.
#pragma once

#include "surface/implicit_node.hpp"
#include "surface/patch.hpp"
#include "surface/whole_quadric.hpp"

namespace graze {

class ImplicitPatches final : public SurfaceModel {
 public:
  ImplicitPatches(std::shared_ptr<const ImplicitNode> root, const SpaceBox& box) : root_(std::move(root)), box_(box) {}

  std::vector<SurfacePatch> roots() const override;
  bool split(const SurfacePatch& patch, std::vector<SurfacePatch>& parts) const override;
  PatchQuadric quadric(const SurfacePatch& patch) const override;
  std::optional<SurfacePoint> point_near(const SurfacePatch& patch, const Vector3& x, double error) const override;
  std::optional<Vector3> middle_of_sphere() const override { return graze::middle_of_sphere(*root_, box_); }
  void add_triangles(const SurfacePatch& patch, TriangleMesh& mesh) const override;

 private:
  // Nothing if the cell holds nothing of the surface.
  std::optional<SurfacePatch> enclose(IntervalVector3 cell) const;

  std::shared_ptr<const ImplicitNode> root_;
  SpaceBox box_;
};

}  // namespace graze
