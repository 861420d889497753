// SPDX-License-Identifier: Apache-2.0
// Spheres, ellipsoids, superquadrics and tori. The first three as a cube pushed onto the surface from its middle: six
// charts without poles, where a patch of longitudes and latitudes would fall into ever thinner slivers.
#include <graze/surface.hpp>

#include "numeric/interval_vector.hpp"
#include "surface/checks.hpp"
#include "surface/whole_quadric.hpp"

namespace graze {
namespace {

// Where a chart of the cube's faces is: `height` on one axis, the parameters on the two others.
struct Face {
  std::size_t axis;
  double height;
};
Face face_of(std::size_t chart) { return {chart / 2, chart % 2 == 0 ? 1.0 : -1.0}; }

class ParametricEllipsoid final : public ParametricModel {
 public:
  explicit ParametricEllipsoid(const Vector3& semi_axes) : semi_axes_(semi_axes) {
    charts_.fill({Interval(-1.0, 1.0), Interval(-1.0, 1.0)});
  }
  const Vector3& semi_axes() const { return semi_axes_; }
  std::span<const ParameterDomain> charts() const override { return charts_; }
  JetPoint2 enclose(std::size_t chart, const Jet2& u, const Jet2& v) const override {
    const auto [axis, height] = face_of(chart);
    const Jet2 shrink = reciprocal(sqrt(Jet2(1.0) + sqr(u) + sqr(v)));
    JetPoint2 point;
    point[axis] = shrink * Jet2(height);
    point[(axis + 1) % 3] = u * shrink;
    point[(axis + 2) % 3] = v * shrink;
    for (std::size_t i = 0; i < 3; ++i) point[i] *= Jet2(semi_axes_[static_cast<int>(i)]);
    return point;
  }

 private:
  Vector3 semi_axes_;
  std::array<ParameterDomain, 6> charts_;
};

// As many charts for each face as there are signs of the parameters: their absolute values have no derivative at zero.
class Superquadric final : public ParametricModel {
 public:
  Superquadric(const Vector3& semi_axes, double east_west, double north_south)
      : semi_axes_(semi_axes), east_west_(east_west), north_south_(north_south) {
    charts_.fill({Interval(0.0, 1.0), Interval(0.0, 1.0)});
  }
  std::span<const ParameterDomain> charts() const override { return charts_; }
  JetPoint2 enclose(std::size_t chart, const Jet2& u, const Jet2& v) const override {
    const auto [axis, height] = face_of(chart / 4);
    JetPoint2 size;
    size[axis] = Jet2(1.0);
    size[(axis + 1) % 3] = u;
    size[(axis + 2) % 3] = v;
    const Jet2 around = power(size[0], 2 / east_west_) + power(size[1], 2 / east_west_);
    const Jet2 whole = power(around, east_west_ / north_south_) + power(size[2], 2 / north_south_);
    const Jet2 shrink = power(whole, -north_south_ / 2);
    std::array<double, 3> sign{};
    sign[axis] = height;
    sign[(axis + 1) % 3] = chart % 2 == 0 ? 1.0 : -1.0;
    sign[(axis + 2) % 3] = chart / 2 % 2 == 0 ? 1.0 : -1.0;
    for (std::size_t i = 0; i < 3; ++i) size[i] = size[i] * shrink * Jet2(sign[i] * semi_axes_[static_cast<int>(i)]);
    return size;
  }

 private:
  Vector3 semi_axes_;
  double east_west_, north_south_;
  std::array<ParameterDomain, 24> charts_;
};

class ParametricTorus final : public ParametricModel {
 public:
  ParametricTorus(double major_radius, double minor_radius) : major_radius_(major_radius), minor_radius_(minor_radius) {
    // The double after 2 pi's: the ends overlap rather than leave a gap.
    const Interval turn(0.0, std::nextafter(2 * std::numbers::pi, 7.0));
    chart_ = {turn, turn};
  }
  std::span<const ParameterDomain> charts() const override { return {&chart_, 1}; }
  JetPoint2 enclose(std::size_t /*chart*/, const Jet2& u, const Jet2& v) const override {
    const Jet2 radius = Jet2(major_radius_) + Jet2(minor_radius_) * cos(v);
    return {radius * cos(u), radius * sin(u), Jet2(minor_radius_) * sin(v)};
  }

 private:
  double major_radius_, minor_radius_;
  ParameterDomain chart_;
};

class PlacedParametric final : public ParametricModel {
 public:
  PlacedParametric(std::shared_ptr<const ParametricModel> model, const Eigen::Matrix3d& rotation,
                   const Vector3& position)
      : model_(std::move(model)), rotation_(rotation), position_(position) {}
  const ParametricModel& model() const { return *model_; }
  const Eigen::Matrix3d& rotation() const { return rotation_; }
  const Vector3& position() const { return position_; }
  std::span<const ParameterDomain> charts() const override { return model_->charts(); }
  JetPoint2 enclose(std::size_t chart, const Jet2& u, const Jet2& v) const override {
    const JetPoint2 p = model_->enclose(chart, u, v);
    JetPoint2 placed;
    for (int i = 0; i < 3; ++i)
      placed[static_cast<std::size_t>(i)] = Jet2(rotation_(i, 0)) * p[0] + Jet2(rotation_(i, 1)) * p[1] +
                                            Jet2(rotation_(i, 2)) * p[2] + Jet2(position_[i]);
    return placed;
  }

 private:
  std::shared_ptr<const ParametricModel> model_;
  Eigen::Matrix3d rotation_;
  Vector3 position_;
};

// An ellipsoid, and how it was placed.
struct PlacedEllipsoid {
  Vector3 semi_axes;
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
  Vector3 position = Vector3::Zero();
};
std::optional<PlacedEllipsoid> as_ellipsoid(const ParametricModel& model) {
  PlacedEllipsoid result;
  const ParametricModel* inner = &model;
  if (const auto* placed = dynamic_cast<const PlacedParametric*>(&model)) {
    result.rotation = placed->rotation();
    result.position = placed->position();
    inner = &placed->model();
  }
  const auto* ellipsoid = dynamic_cast<const ParametricEllipsoid*>(inner);
  if (ellipsoid == nullptr) return std::nullopt;
  result.semi_axes = ellipsoid->semi_axes();
  return result;
}

// The range of S on the ellipsoid. Its points are R A u + p with |u| = 1, so that S is c + b . u + u . M u; the
// eigenvalues of M are in the discs of Gershgorin.
Interval range_on(const PlacedEllipsoid& ellipsoid, const PatchQuadric& quadric) {
  IntervalMatrix3 axes = ellipsoid.rotation.cast<Interval>();
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 3; ++i) axes(i, k) *= Interval(ellipsoid.semi_axes[k]);
  const IntervalVector3 offset = ellipsoid.position.cast<Interval>() - quadric.center.cast<Interval>();
  const IntervalMatrix3 bend = quadric.bend.cast<Interval>();
  const IntervalVector3 bent = bend * offset;
  const IntervalVector3 slope = quadric.slope.cast<Interval>();
  const IntervalVector3 linear = axes.transpose() * (slope + bent);
  const IntervalMatrix3 form = axes.transpose() * (bend * axes);
  const Interval half(0.5);
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -lowest;
  for (int i = 0; i < 3; ++i) {
    Interval disc = half * form(i, i);
    for (int j = 0; j < 3; ++j) {
      if (j == i) continue;
      const double radius = (half * (half * (form(i, j) + form(j, i)))).magnitude();
      disc += Interval(-radius, radius);
    }
    lowest = std::min(lowest, disc.lo());
    highest = std::max(highest, disc.hi());
  }
  const double along = norm(linear).hi();
  return Interval(quadric.value) + slope.dot(offset) + half * offset.dot(bent) + Interval(-along, along) +
         Interval(lowest, highest);
}

void require_exponent(double value, const std::string& what) {
  require_surface(value >= 0.1 && value <= 2.0, what + " must be from 0.1 to 2");
}

}  // namespace

std::optional<PatchQuadric> whole_quadric(const ParametricModel& model, const Vector3& center) {
  const auto ellipsoid = as_ellipsoid(model);
  if (!ellipsoid) return std::nullopt;
  const Vector3 weights = ellipsoid->semi_axes.cwiseProduct(ellipsoid->semi_axes).cwiseInverse();
  const Vector3 place = ellipsoid->rotation.transpose() * (center - ellipsoid->position);
  const Vector3 gradient = ellipsoid->rotation * weights.cwiseProduct(place);
  const double scale = 1 / gradient.norm();
  PatchQuadric quadric;
  quadric.center = center;
  quadric.slope = scale * gradient;
  const Eigen::Matrix3d bend = scale * (ellipsoid->rotation * weights.asDiagonal() * ellipsoid->rotation.transpose());
  quadric.bend = 0.5 * (bend + bend.transpose());
  const Interval range = range_on(*ellipsoid, quadric);
  if (!std::isfinite(range.width())) return std::nullopt;
  quadric.value = -range.mid();  // it was zero
  quadric.error = (range + Interval(quadric.value)).magnitude();
  return quadric;
}

std::optional<Vector3> middle_of_sphere(const ParametricModel& model) {
  const auto ellipsoid = as_ellipsoid(model);
  if (!ellipsoid || !ellipsoid->rotation.isIdentity(0.0)) return std::nullopt;
  const Vector3& axes = ellipsoid->semi_axes;
  if (axes[0] != axes[1] || axes[0] != axes[2]) return std::nullopt;
  return ellipsoid->position;
}

ParametricSurface::ParametricSurface(std::shared_ptr<const ParametricModel> model) : model_(std::move(model)) {
  require_surface(model_ != nullptr && !model_->charts().empty(), "parametric: a model with charts is needed");
  for (const ParameterDomain& chart : model_->charts())
    for (const Interval& side : {chart.u, chart.v}) {
      require_length(side.lo(), "parametric: the parameters' domain");
      require_length(side.hi(), "parametric: the parameters' domain");
      require_surface(side.lo() < side.hi(), "parametric: the parameters' domain must not be empty");
    }
}

ParametricSurface ParametricSurface::sphere(double radius) {
  require_size(radius, "sphere: radius");
  return ellipsoid(Vector3::Constant(radius));
}

ParametricSurface ParametricSurface::ellipsoid(const Vector3& semi_axes) {
  require_size(semi_axes, "ellipsoid: semi_axes");
  return ParametricSurface(std::make_shared<const ParametricEllipsoid>(semi_axes));
}

ParametricSurface ParametricSurface::torus(double major_radius, double minor_radius) {
  require_size(major_radius, "torus: major_radius");
  require_size(minor_radius, "torus: minor_radius");
  return ParametricSurface(std::make_shared<const ParametricTorus>(major_radius, minor_radius));
}

ParametricSurface ParametricSurface::superquadric(const Vector3& semi_axes, double east_west, double north_south) {
  require_size(semi_axes, "superquadric: semi_axes");
  require_exponent(east_west, "superquadric: the east-west exponent");
  require_exponent(north_south, "superquadric: the north-south exponent");
  return ParametricSurface(std::make_shared<const Superquadric>(semi_axes, east_west, north_south));
}

ParametricSurface ParametricSurface::placed(const Placement& placement) const {
  const Eigen::Matrix3d rotation = rotation_of(placement, "parametric");
  return ParametricSurface(std::make_shared<const PlacedParametric>(model_, rotation, placement.position));
}

}  // namespace graze
