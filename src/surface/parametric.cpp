// SPDX-License-Identifier: Apache-2.0
#include "surface/parametric.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "numeric/interval_vector.hpp"
#include "numeric/stable_norm.hpp"

namespace graze {
namespace {

using Point = JetPoint2;

// Sides of the box follow the two tangents unless these are closer to parallel than this sine.
constexpr double kSkew = 0.25;
// A box thicker than this part of its extent is compared with an upright one.
constexpr double kThickPatch = 0.1;
// A bend by less than so many times what rounding adds to the box is taken for none.
constexpr double kNoise = 4.0;

Vector3 middle_of(const Point& p) { return {p[0].value.mid(), p[1].value.mid(), p[2].value.mid()}; }

Vector3 slope_of(const Point& p, std::size_t k) {
  return {p[0].first[k].mid(), p[1].first[k].mid(), p[2].first[k].mid()};
}

// A patch seen from its middle: what encloses any coordinate of it.
struct Expansion {
  Point at, over;  // at the middle, and over all of it
  Vector3 origin;  // close to the point at the middle
  Interval du, dv;

  // Of n . (p - origin) over the patch: to second order, to first, and as it comes; each holds it, so all together do.
  Interval range(const Vector3& n) const {
    const auto sum = [&n](const auto& term) {
      return Interval(n[0]) * term(0) + Interval(n[1]) * term(1) + Interval(n[2]) * term(2);
    };
    const auto value = [this](const Point& p) {
      return [&p, this](std::size_t i) { return p[i].value - Interval(origin[static_cast<Eigen::Index>(i)]); };
    };
    const auto first = [](const Point& p, std::size_t k) { return [&p, k](std::size_t i) { return p[i].first[k]; }; };
    const auto second = [this](std::size_t k) { return [this, k](std::size_t i) { return over[i].second[k]; }; };
    const Interval half(0.5);
    const Interval middle = sum(value(at));
    const Interval bend = half * sum(second(0)) * sqr(du) + sum(second(1)) * du * dv + half * sum(second(2)) * sqr(dv);
    const Interval taylor = middle + sum(first(at, 0)) * du + sum(first(at, 1)) * dv + bend;
    const Interval mean = middle + sum(first(over, 0)) * du + sum(first(over, 1)) * dv;
    return common_part(common_part(sum(value(over)), mean), taylor);
  }
  double size() const {
    IntervalVector3 y;
    for (int i = 0; i < 3; ++i) y[i] = over[static_cast<std::size_t>(i)].value - Interval(origin[i]);
    return norm(y).hi();
  }
};

Expansion expansion_of(const ParametricModel& model, std::size_t chart, const Interval& u, const Interval& v) {
  const double mid_u = u.mid();
  const double mid_v = v.mid();
  Expansion result;
  result.at = model.enclose(chart, Jet2::variable(Interval(mid_u), 0), Jet2::variable(Interval(mid_v), 1));
  result.over = model.enclose(chart, Jet2::variable(u, 0), Jet2::variable(v, 1));
  result.origin = middle_of(result.at);
  result.du = u - Interval(mid_u);
  result.dv = v - Interval(mid_v);
  return result;
}

// Rows: the normal of the surface at the middle, and normals of faces that are parallel to one tangent each.
Eigen::Matrix3d face_normals(const Vector3& along_u, const Vector3& along_v) {
  const double length_u = along_u.norm();
  const double length_v = along_v.norm();
  const Vector3 across = along_u.cross(along_v);
  const Vector3 n = unit_of(across);
  if (n.isZero(0.0)) return Eigen::Matrix3d::Identity();
  Eigen::Matrix3d normals;
  normals.row(0) = n;
  if (across.norm() < kSkew * length_u * length_v) {
    const Vector3 longer = unit_of(length_u > length_v ? along_u : along_v);
    normals.row(1) = longer;
    normals.row(2) = unit_of(n.cross(longer));
  } else {
    normals.row(1) = unit_of(along_v.cross(n));
    normals.row(2) = unit_of(n.cross(along_u));
  }
  return normals;
}

double radius_of(const Interval& range) { return 0.5 * (range.hi() - range.lo()); }

// The paraboloid that bends like the surface at the middle: with n the normal and W the inverse of the tangents, its
// height above the tangent plane at d is W d . F W d / 2, F being the second derivatives along n.
PatchQuadric paraboloid(const Expansion& patch) {
  PatchQuadric quadric;
  quadric.center = patch.origin;
  Eigen::Matrix<double, 3, 2> tangents;
  for (std::size_t k = 0; k < 2; ++k) tangents.col(static_cast<Eigen::Index>(k)) = slope_of(patch.at, k);
  quadric.slope = unit_of(tangents.col(0).cross(tangents.col(1)));
  if (quadric.slope.isZero(0.0)) return quadric;
  std::array<double, 3> second{};
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < 3; ++i)
      second[k] += quadric.slope[static_cast<Eigen::Index>(i)] * patch.at[i].second[k].mid();
  Eigen::Matrix2d form;
  form << second[0], second[1], second[1], second[2];
  const Eigen::Matrix2d squares = tangents.transpose() * tangents;
  const Eigen::Matrix<double, 2, 3> inverse = squares.inverse() * tangents.transpose();
  const Eigen::Matrix3d bend = -inverse.transpose() * form * inverse;
  quadric.bend = 0.5 * (bend + bend.transpose());
  return quadric;
}

Jet2 along_quadric(const PatchQuadric& quadric, const Point& p) {
  std::array<Jet2, 3> d;
  for (std::size_t i = 0; i < 3; ++i) d[i] = p[i] - Jet2(quadric.center[static_cast<Eigen::Index>(i)]);
  Jet2 sum(quadric.value);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    Jet2 slope(quadric.slope[row]);
    for (std::size_t j = 0; j < 3; ++j) slope += Jet2(0.5 * quadric.bend(row, static_cast<Eigen::Index>(j))) * d[j];
    sum += slope * d[i];
  }
  return sum;
}

// S over a patch, to second order and as it comes.
Interval along_quadric(const PatchQuadric& quadric, const Expansion& patch) {
  const Interval& du = patch.du;
  const Interval& dv = patch.dv;
  const Jet2 at = along_quadric(quadric, patch.at);
  const Jet2 over = along_quadric(quadric, patch.over);
  const Interval half(0.5);
  const Interval bend = half * over.second[0] * sqr(du) + over.second[1] * du * dv + half * over.second[2] * sqr(dv);
  return common_part(over.value, at.value + at.first[0] * du + at.first[1] * dv + bend);
}

// What a parameter adds to the box: along the surface, and across it.
double share(double one, double other) {
  if (!std::isfinite(one)) return 1.0;
  return one > 0 ? one / (one + (std::isfinite(other) ? other : one)) : 0.0;
}

// Splits what matters more for size and for thickness.
void choose_axes(SurfacePatch& patch, const Expansion& patch_at, const Vector3& n, double length_u, double length_v) {
  const auto bend = [&](std::size_t k, double square) {
    double sum = 0.0;
    for (std::size_t i = 0; i < 3; ++i)
      sum += std::abs(n[static_cast<int>(i)]) * patch_at.over[i].second[k].magnitude();
    const double height = sum * square;
    // Rounding says nothing about how flat patches bend.
    return std::isfinite(patch.margin) && height <= kNoise * patch.margin ? 0.0 : height;
  };
  const double radius_u = radius_of(patch.domain[0]);
  const double radius_v = radius_of(patch.domain[1]);
  const double twist = bend(1, radius_u * radius_v);  // halved with either parameter
  const double bend_u = bend(0, radius_u * radius_u) + twist;
  const double bend_v = bend(2, radius_v * radius_v) + twist;
  const double for_u = share(length_u, length_v) + share(bend_u, bend_v);
  const double for_v = share(length_v, length_u) + share(bend_v, bend_u);
  patch.axis = for_u >= for_v ? 0 : 1;
  patch.longest = length_u >= length_v ? 0 : 1;
}

}  // namespace

std::vector<SurfacePatch> ParametricPatches::roots() const {
  std::vector<SurfacePatch> patches;
  const std::span<const ParameterDomain> charts = model_->charts();
  for (std::size_t i = 0; i < charts.size(); ++i) patches.push_back(enclose(i, charts[i].u, charts[i].v));
  return patches;
}

SurfacePatch ParametricPatches::enclose(std::size_t chart, const Interval& u, const Interval& v) const {
  SurfacePatch patch;
  patch.chart = static_cast<std::uint32_t>(chart);
  patch.domain = {u, v, Interval(0.0)};
  const Expansion patch_at = expansion_of(*model_, chart, u, v);
  const double size = patch_at.size();

  const Vector3 along_u = slope_of(patch_at.at, 0) * radius_of(u);
  const Vector3 along_v = slope_of(patch_at.at, 1) * radius_of(v);
  const Eigen::Matrix3d normals = face_normals(along_u, along_v);
  std::array<Interval, 3> ranges;
  for (int i = 0; i < 3; ++i) ranges[static_cast<std::size_t>(i)] = patch_at.range(normals.row(i));
  set_box(patch, patch_at.origin, normals, ranges, size);
  patch.thickness = radius_of(ranges[0]);
  // Of boxes that are not finite too.
  if (!(patch.thickness <= kThickPatch * patch.extent() && std::isfinite(patch.extent()))) {
    SurfacePatch upright = patch;
    for (int i = 0; i < 3; ++i) ranges[static_cast<std::size_t>(i)] = patch_at.range(Vector3::Unit(i));
    set_box(upright, patch_at.origin, Eigen::Matrix3d::Identity(), ranges, size);
    upright.thickness = std::min({upright.half[0].norm(), upright.half[1].norm(), upright.half[2].norm()});
    if (!(patch.extent() < upright.extent())) patch = upright;
  }
  choose_axes(patch, patch_at, normals.row(0), along_u.norm(), along_v.norm());
  return patch;
}

// S over the whole patch, by parts: over each, S and its slope at the middle are all but exact, and only its bend is
// as wide as what interval arithmetic loses.
PatchQuadric ParametricPatches::quadric(const SurfacePatch& patch) const {
  constexpr int kParts = 2;
  constexpr double kRough = 3.0;  // of a patch that is still too large for a quadric, compared with its thickness
  const Expansion whole = expansion_of(*model_, patch.chart, patch.domain[0], patch.domain[1]);
  if (const auto exact = whole_quadric(*model_, whole.origin)) return *exact;
  PatchQuadric quadric = paraboloid(whole);
  if (quadric.slope.isZero(0.0) || !quadric.bend.allFinite()) return quadric;
  const auto part = [](const Interval& side, int k) {
    const auto end = [&](int n) {
      return n == kParts ? side.hi() : side.lo() + n * ((side.hi() - side.lo()) / kParts);
    };
    return Interval(std::min(end(k), end(k + 1)), std::max(end(k), end(k + 1)));
  };
  const double rough = along_quadric(quadric, whole).magnitude();
  if (!(rough <= kRough * patch.thickness + patch.margin)) return quadric;
  std::optional<Interval> range;
  for (int i = 0; i < kParts; ++i)
    for (int j = 0; j < kParts; ++j) {
      const Interval over = along_quadric(
          quadric, expansion_of(*model_, patch.chart, part(patch.domain[0], i), part(patch.domain[1], j)));
      range = range ? hull(*range, over) : over;
    }
  if (!std::isfinite(range->width())) return quadric;
  quadric.value = -range->mid();  // it was zero
  quadric.error = (*range + Interval(quadric.value)).magnitude();
  return quadric;
}

bool ParametricPatches::split(const SurfacePatch& patch, std::vector<SurfacePatch>& parts) const {
  const auto halves = [](const Interval& x) { return x.lo() < x.mid() && x.mid() < x.hi(); };
  std::uint8_t axis = patch.axis;
  if (!halves(patch.domain[axis])) axis = 1 - axis;
  if (!halves(patch.domain[axis]) || patch.extent() < 4 * patch.margin) return false;
  const double middle = patch.domain[axis].mid();
  for (const Interval& half : {Interval(patch.domain[axis].lo(), middle), Interval(middle, patch.domain[axis].hi())})
    parts.push_back(enclose(patch.chart, axis == 0 ? half : patch.domain[0], axis == 1 ? half : patch.domain[1]));
  return true;
}

std::optional<SurfacePoint> ParametricPatches::point_near(const SurfacePatch& patch, const Vector3& x,
                                                          double error) const {
  // Gauss-Newton from the middle of the patch, within its chart: any parameters will do, the point counts. Steps that
  // lead away are shortened: far from the surface they go too far.
  constexpr int kRounds = 16;
  const ParameterDomain& domain = model_->charts()[patch.chart];
  const auto point_at = [&](const Eigen::Vector2d& place) {
    return model_->enclose(patch.chart, Jet2::variable(Interval(place[0]), 0), Jet2::variable(Interval(place[1]), 1));
  };
  Eigen::Vector2d place(patch.domain[0].mid(), patch.domain[1].mid());
  Point at = point_at(place);
  double shorter = 1.0;
  for (int round = 0; round < kRounds; ++round) {
    Eigen::Matrix<double, 3, 2> slopes;
    slopes.col(0) = slope_of(at, 0);
    slopes.col(1) = slope_of(at, 1);
    const Eigen::Matrix2d normal = slopes.transpose() * slopes;
    if (!(normal.determinant() > 1e-30 * normal.squaredNorm())) break;
    const Vector3 left = x - middle_of(at);
    const Eigen::Vector2d step = normal.inverse() * (slopes.transpose() * left);
    if (!step.allFinite()) break;
    Eigen::Vector2d next = place + shorter * step;
    next[0] = std::clamp(next[0], domain.u.lo(), domain.u.hi());
    next[1] = std::clamp(next[1], domain.v.lo(), domain.v.hi());
    if ((next - place).norm() <= 4 * rounding::kUlp * place.norm()) break;
    const Point there = point_at(next);
    if ((x - middle_of(there)).norm() < left.norm()) {
      place = next;
      at = there;
    } else {
      shorter *= 0.3;
    }
  }
  SurfacePoint found{middle_of(at), 0.0};
  for (std::size_t i = 0; i < 3; ++i) found.error += at[i].value.width();
  if (!(found.error <= error)) return std::nullopt;
  return found;
}

void ParametricPatches::add_triangles(const SurfacePatch& patch, TriangleMesh& mesh) const {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (const double u : {patch.domain[0].lo(), patch.domain[0].hi()})
    for (const double v : {patch.domain[1].lo(), patch.domain[1].hi()})
      mesh.vertices.push_back(middle_of(model_->enclose(patch.chart, Jet2(u), Jet2(v))));
  mesh.triangles.push_back({first, first + 2, first + 3});
  mesh.triangles.push_back({first, first + 3, first + 1});
}

}  // namespace graze
