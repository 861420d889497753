// SPDX-License-Identifier: Apache-2.0
// B-spline patches (Bezier patches are those with one span) and B-spline curves turned about an axis.
#include <graze/surface.hpp>

#include "surface/checks.hpp"
#include "surface/spline_parts.hpp"

namespace graze {
namespace {

void check(const SplineBasis& basis, std::size_t control_points, const std::string& what) {
  require_surface(basis.degree >= 1 && basis.degree <= kLargestDegree, what + ": degree must be from 1 to 15");
  const auto degree = static_cast<std::size_t>(basis.degree);
  require_surface(control_points > degree, what + ": more control points than the degree are needed");
  require_surface(basis.knots.size() == control_points + degree + 1,
                  what + ": " + std::to_string(control_points + degree + 1) + " knots are needed, got " +
                      std::to_string(basis.knots.size()));
  for (std::size_t i = 0; i < basis.knots.size(); ++i) {
    require_length(basis.knots[i], what + ": knots");
    require_surface(i == 0 || basis.knots[i - 1] <= basis.knots[i], what + ": knots must not fall");
  }
  require_surface(basis.knots[degree] < basis.knots[control_points], what + ": the knots leave nothing between them");
  for (std::size_t i = degree + 1; i + degree < control_points; ++i)
    require_surface(basis.knots[i] < basis.knots[i + degree], what + ": an inner knot is repeated too often");
}

class SplinePatch final : public ParametricModel {
 public:
  SplinePatch(SplineBasis u, SplineBasis v, ControlGrid control)
      : u_(std::move(u)), v_(std::move(v)), control_(std::move(control)) {
    for (const std::size_t i : spans_of(u_))
      for (const std::size_t j : spans_of(v_)) {
        charts_.push_back({domain_of(u_, i), domain_of(v_, j)});
        spans_.emplace_back(i, j);
      }
  }
  std::span<const ParameterDomain> charts() const override { return charts_; }
  JetPoint2 enclose(std::size_t chart, const Jet2& u, const Jet2& v) const override {
    const bool wide = is_wide(u.value, charts_[chart].u) || is_wide(v.value, charts_[chart].v);
    if (wide && !u.value.is_point() && !v.value.is_point()) return over_part(chart, u, v);
    const DeBoor along_u(u_, spans_[chart].first, Curve::variable(u.value));
    const DeBoor along_v(v_, spans_[chart].second, Curve::variable(v.value));
    JetPoint2 point;
    for (int axis = 0; axis < 3; ++axis)
      point[static_cast<std::size_t>(axis)] = substituted(coordinate(chart, axis, along_u, along_v), u, v);
    return point;
  }

 private:
  // Of small parts, differences of control values are mostly rounding; de Boor's scheme loses next to nothing there.
  static bool is_wide(const Interval& part, const Interval& all) {
    constexpr double kWide = 0x1p-8;
    return part.width() > kWide * all.width();
  }
  JetPoint2 over_part(std::size_t chart, const Jet2& u, const Jet2& v) const {
    const auto [span_u, span_v] = spans_[chart];
    const PartOfSpan part_u(u_, span_u, u.value);
    const PartOfSpan part_v(v_, span_v, v.value);
    JetPoint2 point;
    for (int axis = 0; axis < 3; ++axis) {
      const ControlValues control = cut(span_u, span_v, axis, part_u, part_v);
      Jet2 jet(control.differences(part_u, part_v, 0, 0));
      jet.first = {control.differences(part_u, part_v, 1, 0), control.differences(part_u, part_v, 0, 1)};
      jet.second = {control.differences(part_u, part_v, 2, 0), control.differences(part_u, part_v, 1, 1),
                    control.differences(part_u, part_v, 0, 2)};
      point[static_cast<std::size_t>(axis)] = substituted(jet, u, v);
    }
    return point;
  }

  ControlValues cut(std::size_t span_u, std::size_t span_v, int axis, const PartOfSpan& u, const PartOfSpan& v) const {
    ControlValues control;
    for (std::size_t i = 0; i <= u.degree(); ++i) {
      const std::size_t place = (span_u - u.degree() + i) * control_.columns + (span_v - v.degree());
      for (std::size_t j = 0; j <= v.degree(); ++j) control.values[i][j] = Interval(control_.points[place + j][axis]);
      v.cut(control.values[i]);
    }
    for (std::size_t j = 0; j <= v.degree(); ++j) {
      ControlValues::Row column;
      for (std::size_t i = 0; i <= u.degree(); ++i) column[i] = control.values[i][j];
      u.cut(column);
      for (std::size_t i = 0; i <= u.degree(); ++i) control.values[i][j] = column[i];
    }
    return control;
  }

  // Value and derivatives by the two parameters: first each row that counts along v, then across them along u.
  Jet2 coordinate(std::size_t chart, int axis, const DeBoor& along_u, const DeBoor& along_v) const {
    const auto [span_u, span_v] = spans_[chart];
    const auto degree_u = static_cast<std::size_t>(u_.degree);
    const auto degree_v = static_cast<std::size_t>(v_.degree);
    std::array<Curve, kLargestDegree + 1> rows, slopes, bends, points;
    for (std::size_t i = 0; i <= degree_u; ++i) {
      for (std::size_t j = 0; j <= degree_v; ++j) {
        const std::size_t place = (span_u - degree_u + i) * control_.columns + (span_v - degree_v + j);
        points[j] = Curve(Interval(control_.points[place][axis]));
      }
      const Curve row = along_v.of(points);
      rows[i] = Curve(row.value);
      slopes[i] = Curve(row.first);
      bends[i] = Curve(row.second);
    }
    const Curve value = along_u.of(rows);
    const Curve slope = along_u.of(slopes);
    const Curve bend = along_u.of(bends);
    Jet2 jet(value.value);
    jet.first = {value.first, slope.value};
    jet.second = {value.second, slope.first, bend.value};
    return jet;
  }

  // f(u, v) by the variables of u and v. Patches ask about the parameters themselves, where this changes nothing.
  static Jet2 substituted(const Jet2& f, const Jet2& u, const Jet2& v) {
    Jet2 jet(f.value);
    for (std::size_t i = 0; i < 2; ++i) {
      jet.first[i] = f.first[0] * u.first[i] + f.first[1] * v.first[i];
      for (std::size_t j = i; j < 2; ++j) {
        const std::size_t k = Jet2::pair(i, j);
        jet.second[k] = f.first[0] * u.second[k] + f.first[1] * v.second[k] + f.second[0] * (u.first[i] * u.first[j]) +
                        f.second[1] * (u.first[i] * v.first[j] + u.first[j] * v.first[i]) +
                        f.second[2] * (v.first[i] * v.first[j]);
      }
    }
    return jet;
  }

  SplineBasis u_, v_;
  ControlGrid control_;
  std::vector<ParameterDomain> charts_;
  std::vector<std::pair<std::size_t, std::size_t>> spans_;
};

// Parameters: along the curve, and the angle, in quarters of a turn.
class Revolution final : public ParametricModel {
 public:
  Revolution(SplineBasis basis, std::vector<Eigen::Vector2d> control)
      : basis_(std::move(basis)), control_(std::move(control)) {
    const double quarter = std::numbers::pi / 2;
    for (const std::size_t span : spans_of(basis_))
      for (int k = 0; k < 4; ++k) {
        // The end of the last is after 2 pi: the ends overlap rather than leave a gap.
        const double end = k == 3 ? std::nextafter(4 * quarter, 7.0) : (k + 1) * quarter;
        charts_.push_back({domain_of(basis_, span), Interval(k * quarter, end)});
        spans_.push_back(span);
      }
  }
  std::span<const ParameterDomain> charts() const override { return charts_; }
  JetPoint2 enclose(std::size_t chart, const Jet2& u, const Jet2& v) const override {
    const Jet2 radius = coordinate(chart, 0, u);
    return {radius * cos(v), radius * sin(v), coordinate(chart, 1, u)};
  }

 private:
  Jet2 coordinate(std::size_t chart, int axis, const Jet2& u) const {
    const auto degree = static_cast<std::size_t>(basis_.degree);
    std::array<Curve, kLargestDegree + 1> points;
    for (std::size_t i = 0; i <= degree; ++i) points[i] = Curve(Interval(control_[spans_[chart] - degree + i][axis]));
    const Curve f = DeBoor(basis_, spans_[chart], Curve::variable(u.value)).of(points);
    return composed(u, f.value, f.first, f.second);
  }

  SplineBasis basis_;
  std::vector<Eigen::Vector2d> control_;
  std::vector<ParameterDomain> charts_;
  std::vector<std::size_t> spans_;
};

void check(const ControlGrid& control, const std::string& what) {
  require_surface(control.rows >= 2 && control.columns >= 2, what + ": at least two rows and columns are needed");
  require_surface(control.points.size() == control.rows * control.columns,
                  what + ": rows of control points must be of the same length");
  for (const Vector3& point : control.points) require_length(point, what + ": control points");
}

}  // namespace

SplineBasis SplineBasis::clamped(int degree, std::size_t control_points) {
  require_surface(degree >= 1 && degree <= kLargestDegree, "spline: degree must be from 1 to 15");
  const auto p = static_cast<std::size_t>(degree);
  require_surface(control_points > p, "spline: more control points than the degree are needed");
  SplineBasis basis{degree, {}};
  const std::size_t spans = control_points - p;
  for (std::size_t i = 0; i < control_points + p + 1; ++i) {
    const std::size_t inner = std::clamp(i, p, control_points) - p;
    basis.knots.push_back(static_cast<double>(inner) / static_cast<double>(spans));
  }
  return basis;
}

ParametricSurface ParametricSurface::bezier(const ControlGrid& control) {
  check(control, "bezier");
  require_surface(control.rows <= kLargestDegree + 1 && control.columns <= kLargestDegree + 1,
                  "bezier: at most 16 rows and columns");
  return bspline(SplineBasis::clamped(static_cast<int>(control.rows) - 1, control.rows),
                 SplineBasis::clamped(static_cast<int>(control.columns) - 1, control.columns), control);
}

ParametricSurface ParametricSurface::bspline(const SplineBasis& u, const SplineBasis& v, const ControlGrid& control) {
  check(control, "bspline");
  check(u, control.rows, "bspline, along u");
  check(v, control.columns, "bspline, along v");
  return ParametricSurface(std::make_shared<const SplinePatch>(u, v, control));
}

ParametricSurface ParametricSurface::revolution(const SplineBasis& basis, const std::vector<Eigen::Vector2d>& control) {
  check(basis, control.size(), "revolution");
  for (const Eigen::Vector2d& point : control) {
    require_length({point[0], point[1], 0.0}, "revolution: control points");
    require_surface(point[0] >= 0, "revolution: radii must not be negative");
  }
  return ParametricSurface(std::make_shared<const Revolution>(basis, control));
}

}  // namespace graze
