// SPDX-License-Identifier: Apache-2.0
// A patch of a surface, and the skew box that certainly holds it.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <graze/mesh.hpp>
#include <graze/motion.hpp>

namespace graze {

// Every point of the patch is within `margin` of a point center + s0 half[0] + s1 half[1] + s2 half[2], |s_i| <= 1.
struct SurfacePatch {
  Vector3 center;
  std::array<Vector3, 3> half;
  // Of the box's faces, unit to within rounding. Across the first the box is thin.
  std::array<Vector3, 3> normal;
  double margin = 0.0;  // what rounding may have left outside the box
  // How far the box reaches beyond a flat piece: falls with the square of the patch's size where the surface is smooth.
  // It says what is worth splitting; nothing is proved from it.
  double thickness = 0.0;
  // An edge of the surface may run through it: the box is as tight, but the patch is not flat.
  bool sharp = false;

  std::array<Interval, 3> domain{};  // the two parameters, or a cell of space
  std::uint32_t chart = 0;
  std::uint8_t axis = 0;     // of the domain, to split along
  std::uint8_t longest = 0;  // the same for patches that are thin enough: only their size counts

  double extent() const { return half[0].norm() + half[1].norm() + half[2].norm(); }
  // No point of the patch is further from the body origin; rounded up.
  double reach() const { return (center.norm() + extent() + margin) * (1 + 1e-12); }
};

// A point of the surface, up to an error.
struct SurfacePoint {
  Vector3 point;
  double error;
};

// A quadratic function of space that is almost zero on a patch,
//   S(y) = value + slope . (y - center) + (y - center) . bend (y - center) / 2.
// A patch's box is as thin as the square of the patch's size; |S| is as small as the cube.
struct PatchQuadric {
  Vector3 center = Vector3::Zero(), slope = Vector3::Zero();
  Eigen::Matrix3d bend = Eigen::Matrix3d::Zero();  // symmetric
  double value = 0.0;
  // No |S| on the patch is above it. Infinity: the patch has none.
  double error = std::numeric_limits<double>::infinity();
};

// A kind of surface: how it falls into patches. Immutable; calls do not throw.
class SurfaceModel {
 public:
  virtual ~SurfaceModel() = default;

  // Together they hold all of the surface.
  virtual std::vector<SurfacePatch> roots() const = 0;
  // Appends two patches, or fewer if parts turn out to be empty, that hold all of the surface that this one does.
  // False if it is too small to be split.
  virtual bool split(const SurfacePatch& patch, std::vector<SurfacePatch>& parts) const = 0;
  virtual PatchQuadric quadric(const SurfacePatch& patch) const = 0;
  // A point of the surface close to x, no further off than `error`; nothing if none is certain.
  virtual std::optional<SurfacePoint> point_near(const SurfacePatch& patch, const Vector3& x, double error) const = 0;
  // If all of the surface is a sphere: its middle.
  virtual std::optional<Vector3> middle_of_sphere() const = 0;
  // For drawing: the patch as triangles.
  virtual void add_triangles(const SurfacePatch& patch, TriangleMesh& mesh) const = 0;
};

// The part that both hold. Both enclose the same, so there is one; should rounding not leave any, x.
Interval common_part(const Interval& x, const Interval& y);

// n . y for an enclosure of y.
Interval along(const Vector3& n, const IntervalVector3& y);

// The box of all y around `origin` with normal_i . (y - origin) in range_i. The points it is for are no further than
// `size` from the origin. `normals` are the rows of a matrix that is far from singular.
void set_box(SurfacePatch& patch, const Vector3& origin, const Eigen::Matrix3d& normals,
             const std::array<Interval, 3>& ranges, double size);

// Two unit vectors at right angles to n and each other, as rows under it.
Eigen::Matrix3d frame_of(const Vector3& n);

// Axis-aligned bounds of a patch's box, margin included.
std::array<Interval, 3> bounds_of(const SurfacePatch& patch);

}  // namespace graze
