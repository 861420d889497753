// SPDX-License-Identifier: Apache-2.0
#include "surface/implicit.hpp"

#include <algorithm>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "numeric/elementary/elementary.hpp"
#include "numeric/interval_vector.hpp"
#include "numeric/stable_norm.hpp"

namespace graze {
namespace {

// Gradients count as different directions if the volume they span is at least this.
constexpr double kSpread = 0.25;
// A box thicker than this part of its extent is compared with the cell itself.
constexpr double kThickCell = 0.1;

Vector3 gradient(const CellConstraint& form) { return {form.slope[0].mid(), form.slope[1].mid(), form.slope[2].mid()}; }

IntervalVector3 from(const Vector3& middle, const IntervalVector3& cell) {
  IntervalVector3 d;
  for (int i = 0; i < 3; ++i) d[i] = cell[i] - Interval(middle[i]);
  return d;
}

// Shrinks the cell to where the constraint can hold. False if nowhere.
bool contract(const CellConstraint& form, const Vector3& middle, IntervalVector3& cell) {
  for (int i = 0; i < 3; ++i) {
    const IntervalVector3 d = from(middle, cell);
    Interval rest = form.value - form.at - form.rest;
    for (int j = 0; j < 3; ++j)
      if (j != i) rest -= form.slope[j] * d[j];
    const Interval x = rest / form.slope[i] + Interval(middle[i]);
    const double lo = std::max(cell[i].lo(), x.lo());
    const double hi = std::min(cell[i].hi(), x.hi());
    if (lo > hi) return false;
    cell[i] = {lo, hi};
  }
  return true;
}

// The range of n . d that the constraint leaves, n being its gradient brought to length one, as rounded.
Interval slab(const CellConstraint& form, const Vector3& n, const IntervalVector3& d) {
  const Vector3 g = gradient(form);
  const Interval length(g.norm());
  Interval rest = form.value - form.at - form.rest;
  Interval difference(0.0);
  for (int i = 0; i < 3; ++i) {
    rest -= (form.slope[i] - Interval(g[i])) * d[i];
    difference += (Interval(n[i]) - Interval(g[i]) / length) * d[i];
  }
  return common_part(along(n, d), rest / length + difference);
}

// Which constraints give the box its faces, and the normals of all three of those.
struct Faces {
  std::array<const CellConstraint*, 3> forms{};
  Eigen::Matrix3d normals = Eigen::Matrix3d::Identity();
};

// First the constraints; then, where the surface is cut off, the plane that cuts it, so that the box ends there too.
Faces faces_of(const ConstraintList& list, const IntervalVector3& cell, const SpaceBox& box) {
  Faces faces;
  std::array<Vector3, 3> normals;
  std::size_t count = 0;
  const auto offer = [&](const Vector3& n, const CellConstraint* form) {
    if (count == 3 || (count == 1 && n.cross(normals[0]).norm() < kSpread)) return;
    if (count == 2 && std::abs(n.dot(normals[0].cross(normals[1]))) < kSpread) return;
    faces.forms[count] = form;
    normals[count++] = n;
  };
  for (std::size_t k = 0; k < list.size; ++k) {
    const Vector3 g = gradient(list.items[k]);
    if (const Vector3 n = unit_of(g); !n.isZero(0.0)) offer(n, &list.items[k]);
  }
  for (int i = 0; i < 3 && count > 0; ++i)
    if (cell[i].lo() <= box.lower[i] || cell[i].hi() >= box.upper[i]) offer(Vector3::Unit(i), nullptr);
  if (count == 1) faces.normals = frame_of(normals[0]);
  if (count >= 2) {
    faces.normals.row(0) = normals[0];
    faces.normals.row(1) = normals[1];
    faces.normals.row(2) = count == 3 ? normals[2] : unit_of(normals[0].cross(normals[1]));
  }
  return faces;
}

// Newton's steps along the gradient towards f = 0, and the direction of the last one.
struct Descent {
  Vector3 point, normal;
};
Descent newton(const ImplicitNode& root, const Vector3& from, int rounds) {
  Descent at{from, Vector3::Zero()};
  for (int round = 0; round < rounds; ++round) {
    const Jet3 f = formula_at(root, at.point);
    const Vector3 g(f.first[0].mid(), f.first[1].mid(), f.first[2].mid());
    const double square = g.squaredNorm();
    if (!(square > 0) || !std::isfinite(square)) break;
    at.normal = g / std::sqrt(square);
    const Vector3 step = g * (f.value.mid() / square);
    at.point -= step;
    if (!(step.norm() > 1e-15 * at.point.norm())) break;
  }
  return at;
}

std::uint8_t widest(const IntervalVector3& cell) {
  int axis = 0;
  for (int i = 1; i < 3; ++i)
    if (cell[i].hi() - cell[i].lo() > cell[axis].hi() - cell[axis].lo()) axis = i;
  return static_cast<std::uint8_t>(axis);
}

}  // namespace

std::optional<SurfacePatch> ImplicitPatches::enclose(IntervalVector3 cell) const {
  const Vector3 middle(cell[0].mid(), cell[1].mid(), cell[2].mid());
  const CellFormula formula = formula_over(*root_, cell, middle);
  if (!formula.range.contains(0.0)) return std::nullopt;
  for (std::size_t k = 0; k < formula.zero.size; ++k)
    if (!contract(formula.zero.items[k], middle, cell)) return std::nullopt;
  const Faces faces = faces_of(formula.zero, cell, box_);
  const IntervalVector3 d = from(middle, cell);
  SurfacePatch patch;
  std::array<Interval, 3> ranges;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector3 n = faces.normals.row(static_cast<Eigen::Index>(i));
    ranges[i] = faces.forms[i] != nullptr ? slab(*faces.forms[i], n, d) : along(n, d);
    if (faces.forms[i] != nullptr)
      patch.thickness = std::max(patch.thickness, faces.forms[i]->rest.width() / gradient(*faces.forms[i]).norm());
  }
  set_box(patch, middle, faces.normals, ranges, norm(d).hi());
  patch.thickness = std::min(faces.forms[0] != nullptr ? patch.thickness : patch.extent(), patch.extent());
  if (!(patch.thickness <= kThickCell * patch.extent())) {
    SurfacePatch upright = patch;
    set_box(upright, middle, Eigen::Matrix3d::Identity(), {d[0], d[1], d[2]}, norm(d).hi());
    if (!(patch.extent() < upright.extent())) patch = upright;
  }
  patch.sharp = faces.forms[1] != nullptr;
  patch.domain = {cell[0], cell[1], cell[2]};
  patch.axis = patch.longest = widest(cell);
  return patch;
}

// The formula f to second order at the middle of the cell, over the length of its gradient there. As f is zero on the
// patch, S is what it differs from f by.
PatchQuadric ImplicitPatches::quadric(const SurfacePatch& patch) const {
  const IntervalVector3 cell(patch.domain[0], patch.domain[1], patch.domain[2]);
  PatchQuadric quadric;
  quadric.center = {cell[0].mid(), cell[1].mid(), cell[2].mid()};
  const std::optional<CellJets> f = only_function(*root_, cell, quadric.center);
  if (!f) return quadric;
  const Vector3 gradient(f->at.first[0].mid(), f->at.first[1].mid(), f->at.first[2].mid());
  const double scale = 1 / gradient.norm();
  if (!(scale > 0 && std::isfinite(scale))) return quadric;
  const IntervalVector3 d = from(quadric.center, cell);
  quadric.value = scale * f->at.value.mid();
  Interval rest = Interval(scale) * f->at.value - Interval(quadric.value);
  for (int i = 0; i < 3; ++i) {
    const auto k = static_cast<std::size_t>(i);
    quadric.slope[i] = scale * gradient[i];
    rest += (Interval(scale) * f->at.first[k] - Interval(quadric.slope[i])) * d[i];
    for (int j = i; j < 3; ++j) {
      const Interval& second = f->over.second[Jet3::pair(k, static_cast<std::size_t>(j))];
      quadric.bend(i, j) = quadric.bend(j, i) = scale * second.mid();
      const Interval square = i == j ? Interval(0.5) * sqr(d[i]) : d[i] * d[j];
      rest += (Interval(scale) * second - Interval(quadric.bend(i, j))) * square;
    }
  }
  quadric.error = std::isfinite(rest.magnitude()) ? rest.magnitude() : quadric.error;
  return quadric;
}

std::vector<SurfacePatch> ImplicitPatches::roots() const {
  IntervalVector3 cell;
  for (int i = 0; i < 3; ++i) cell[i] = {box_.lower[i], box_.upper[i]};
  const std::optional<SurfacePatch> patch = enclose(cell);
  return patch ? std::vector<SurfacePatch>{*patch} : std::vector<SurfacePatch>{};
}

bool ImplicitPatches::split(const SurfacePatch& patch, std::vector<SurfacePatch>& parts) const {
  const Interval& side = patch.domain[patch.axis];
  const double middle = side.mid();
  if (!(side.lo() < middle && middle < side.hi()) || patch.extent() < 4 * patch.margin) return false;
  for (const Interval& half : {Interval(side.lo(), middle), Interval(middle, side.hi())}) {
    IntervalVector3 cell(patch.domain[0], patch.domain[1], patch.domain[2]);
    cell[patch.axis] = half;
    if (const auto part = enclose(cell)) parts.push_back(*part);
  }
  return true;
}

std::optional<SurfacePoint> ImplicitPatches::point_near(const SurfacePatch& patch, const Vector3& x,
                                                        double error) const {
  constexpr int kRounds = 40;  // from afar; close by three do
  const auto inside = [this](const Vector3& p) {
    return (p.array() >= box_.lower.array()).all() && (p.array() <= box_.upper.array()).all();
  };
  // From the place in the cell that is closest: elsewhere the formula may be flat, or another part of it nearer.
  Vector3 at;
  for (int i = 0; i < 3; ++i) {
    const Interval& side = patch.domain[static_cast<std::size_t>(i)];
    at[i] = std::clamp(x[i], side.lo(), side.hi());
  }
  const Descent descent = newton(*root_, at, kRounds);
  at = descent.point;
  const Vector3& n = descent.normal;
  if (n.isZero(0.0) || !at.allFinite()) return std::nullopt;
  // Of opposite signs on the two sides of the point, both in the box: zero in between. On an edge the way across is
  // between the gradients of the two functions that make it.
  const Vector3 between = unit_of(patch.normal[0] + patch.normal[1]);
  const auto changes_along = [&](const Vector3& direction, double reach) {
    const Vector3 ahead = at + 0.5 * reach * direction;
    const Vector3 behind = at - 0.5 * reach * direction;
    if (!inside(ahead) || !inside(behind)) return false;
    const Interval first = formula_at(*root_, ahead).value;
    const Interval second = formula_at(*root_, behind).value;
    return (first.lo() > 0 && second.hi() < 0) || (first.hi() < 0 && second.lo() > 0);
  };
  for (double reach = std::min(error, 8e-16 * (at.cwiseAbs().sum() + 1e-300)); reach <= error; reach *= 8)
    if (changes_along(n, reach) || changes_along(between, reach)) return SurfacePoint{at, reach};
  return std::nullopt;
}

void ImplicitPatches::add_triangles(const SurfacePatch& patch, TriangleMesh& mesh) const {
  // Where the middle plane of the slab cuts the edges of the cell, in order around its normal.
  const Vector3& n = patch.normal[0];
  const double height = n.dot(patch.center);
  std::vector<Vector3> corners;
  for (int axis = 0; axis < 3; ++axis)
    for (int k = 0; k < 4; ++k) {
      Vector3 start;
      for (int i = 0; i < 3; ++i) start[i] = patch.domain[static_cast<std::size_t>(i)].lo();
      const int second = (axis + 1) % 3;
      const int third = (axis + 2) % 3;
      if ((k & 1) != 0) start[second] = patch.domain[static_cast<std::size_t>(second)].hi();
      if ((k & 2) != 0) start[third] = patch.domain[static_cast<std::size_t>(third)].hi();
      const double length = patch.domain[static_cast<std::size_t>(axis)].hi() - start[axis];
      const double part = (height - n.dot(start)) / (n[axis] * length);
      if (!(part >= 0 && part <= 1)) continue;
      start[axis] += part * length;
      corners.push_back(start);
    }
  if (corners.size() < 3) return;
  Vector3 middle = Vector3::Zero();
  for (const Vector3& corner : corners) middle += corner / static_cast<double>(corners.size());
  const Eigen::Matrix3d frame = frame_of(n);
  const auto angle = [&](const Vector3& corner) {
    const Vector3 around = frame * (corner - middle);
    return portable::atan2(around[2], around[1]);
  };
  std::sort(corners.begin(), corners.end(), [&](const Vector3& x, const Vector3& y) { return angle(x) < angle(y); });
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (const Vector3& corner : corners) {
    const Vector3 on = newton(*root_, corner, 3).point;
    mesh.vertices.push_back((on - corner).norm() <= 4 * patch.thickness ? on : corner);
  }
  for (std::uint32_t i = 1; i + 1 < corners.size(); ++i) mesh.triangles.push_back({first, first + i, first + i + 1});
}

}  // namespace graze
