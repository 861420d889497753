// SPDX-License-Identifier: Apache-2.0
// Parametric surfaces as patches: rectangles of parameters, halved.
//
// Over a rectangle with middle m, every coordinate g = n . p of the surface's points is, with d the parameters less m,
//   g(m) + g'(m) d + d . H d / 2,
// where H encloses the second derivatives over the rectangle. With n the normal at the middle g'(m) is zero, and what
// is left falls with the square of the rectangle: the box is as thin as the surface is curved, whatever the parameters
// do within the surface.
#pragma once

#include <graze/surface.hpp>

#include "surface/patch.hpp"
#include "surface/whole_quadric.hpp"

namespace graze {

class ParametricPatches final : public SurfaceModel {
 public:
  explicit ParametricPatches(std::shared_ptr<const ParametricModel> model) : model_(std::move(model)) {}

  std::vector<SurfacePatch> roots() const override;
  bool split(const SurfacePatch& patch, std::vector<SurfacePatch>& parts) const override;
  PatchQuadric quadric(const SurfacePatch& patch) const override;
  std::optional<SurfacePoint> point_near(const SurfacePatch& patch, const Vector3& x, double error) const override;
  std::optional<Vector3> middle_of_sphere() const override { return graze::middle_of_sphere(*model_); }
  void add_triangles(const SurfacePatch& patch, TriangleMesh& mesh) const override;

 private:
  SurfacePatch enclose(std::size_t chart, const Interval& u, const Interval& v) const;

  std::shared_ptr<const ParametricModel> model_;
};

}  // namespace graze
