// SPDX-License-Identifier: Apache-2.0
#include "io/scene/scene_surface.hpp"

namespace graze {
namespace {

constexpr std::string_view kParametric = "sphere, ellipsoid, torus, superquadric, revolution, bezier, bspline";
constexpr std::string_view kImplicit = "sphere, ellipsoid, torus, quadric, metaballs, union, intersection, difference";

// The one field that names the kind; "position", "orientation" and "box" may stand beside it.
Field kind_of(const Field& field, std::string_view kinds, std::string& kind) {
  for (const std::string& name : field.names()) {
    if (name == "position" || name == "orientation" || name == "box") continue;
    if (!kind.empty()) field.fail("expected one kind of surface, got " + kind + " and " + name);
    kind = name;
  }
  if (kind.empty()) field.fail("expected one of " + std::string(kinds));
  return field.get(kind);
}

std::optional<Placement> read_place(const Field& field) {
  const auto position = field.find("position");
  const auto orientation = field.find("orientation");
  if (!position && !orientation) return std::nullopt;
  Placement place;
  if (position) place.position = position->vector();
  if (orientation) place.orientation = orientation->quaternion();
  return place;
}

std::pair<double, double> read_radii(const Field& field) {
  field.check_names({"major_radius", "minor_radius"});
  return {field.get("major_radius").positive_number(), field.get("minor_radius").positive_number()};
}

std::vector<double> read_numbers(const Field& field) {
  std::vector<double> numbers;
  for (const Field& element : field.elements()) numbers.push_back(element.number());
  return numbers;
}

// [[x, y, z], ...] for each row.
ControlGrid read_grid(const Field& field) {
  ControlGrid grid;
  for (const Field& row : field.elements()) {
    const std::vector<Field> points = row.elements();
    if (grid.rows > 0 && points.size() != grid.columns) row.fail("expected as many points as in the first row");
    grid.columns = points.size();
    ++grid.rows;
    for (const Field& point : points) grid.points.push_back(point.vector());
  }
  return grid;
}

// Without knots: clamped, evenly spaced.
SplineBasis read_basis(const std::optional<Field>& knots, int degree, std::size_t control_points) {
  if (knots) return {degree, read_numbers(*knots)};
  return SplineBasis::clamped(degree, control_points);
}

ParametricSurface read_revolution(const Field& field) {
  field.check_names({"profile", "degree", "knots"});
  std::vector<Eigen::Vector2d> profile;
  for (const Field& element : field.get("profile").elements()) {
    const std::vector<double> point = read_numbers(element);
    if (point.size() != 2) element.fail("expected [radius, height]");
    profile.emplace_back(point[0], point[1]);
  }
  const auto degree = field.find("degree");
  return ParametricSurface::revolution(read_basis(field.find("knots"), degree ? degree->integer() : 3, profile.size()),
                                       profile);
}

ParametricSurface read_bspline(const Field& field) {
  field.check_names({"degree_u", "degree_v", "knots_u", "knots_v", "control"});
  const ControlGrid grid = read_grid(field.get("control"));
  const auto degree = [&](std::string_view name) {
    const auto found = field.find(name);
    return found ? found->integer() : 3;
  };
  return ParametricSurface::bspline(read_basis(field.find("knots_u"), degree("degree_u"), grid.rows),
                                    read_basis(field.find("knots_v"), degree("degree_v"), grid.columns), grid);
}

ParametricSurface read_superquadric(const Field& field) {
  field.check_names({"semi_axes", "east_west", "north_south"});
  return ParametricSurface::superquadric(field.get("semi_axes").vector(), field.get("east_west").number(),
                                         field.get("north_south").number());
}

ParametricSurface read_parametric_kind(const std::string& kind, const Field& value, const Field& field) {
  if (kind == "sphere") return ParametricSurface::sphere(value.positive_number());
  if (kind == "ellipsoid") return ParametricSurface::ellipsoid(value.vector());
  if (kind == "superquadric") return read_superquadric(value);
  if (kind == "revolution") return read_revolution(value);
  if (kind == "bezier") return ParametricSurface::bezier(read_grid(value));
  if (kind == "bspline") return read_bspline(value);
  if (kind != "torus")
    field.fail("unknown surface \"" + kind + "\" (expected one of " + std::string(kParametric) + ")");
  const auto [major_radius, minor_radius] = read_radii(value);
  return ParametricSurface::torus(major_radius, minor_radius);
}

SpaceBox read_box(const Field& field) {
  const std::vector<Field> corners = field.elements();
  if (corners.size() != 2) field.fail("expected two corners, [[x, y, z], [x, y, z]]");
  return {corners[0].vector(), corners[1].vector()};
}

// xx, yy, zz, xy, yz, zx: the coefficients of the products.
ImplicitSurface read_quadric(const Field& field, const Field& surface) {
  field.check_names({"squares", "products", "linear", "constant"});
  const Vector3 squares = field.get("squares").vector();
  const auto products = field.find("products");
  const auto linear = field.find("linear");
  const auto constant = field.find("constant");
  const Vector3 mixed = products ? products->vector() : Vector3(Vector3::Zero());
  Eigen::Matrix3d a = squares.asDiagonal();
  a(0, 1) = mixed[0];
  a(1, 2) = mixed[1];
  a(2, 0) = mixed[2];
  return ImplicitSurface::quadric(a, linear ? linear->vector() : Vector3(Vector3::Zero()),
                                  constant ? constant->number() : 0.0, read_box(surface.get("box")));
}

ImplicitSurface read_metaballs(const Field& field) {
  field.check_names({"balls", "threshold"});
  std::vector<ImplicitSurface::Ball> balls;
  for (const Field& element : field.get("balls").elements()) {
    element.check_names({"center", "radius", "strength"});
    ImplicitSurface::Ball ball;
    ball.center = element.get("center").vector();
    ball.radius = element.get("radius").positive_number();
    if (const auto strength = element.find("strength")) ball.strength = strength->number();
    balls.push_back(ball);
  }
  return ImplicitSurface::metaballs(balls, field.get("threshold").positive_number());
}

// Of two or more: from the left.
ImplicitSurface read_combined(const Field& field,
                              ImplicitSurface (*combine)(const ImplicitSurface&, const ImplicitSurface&)) {
  const std::vector<Field> operands = field.elements();
  if (operands.size() < 2) field.fail("expected two surfaces or more, got " + std::to_string(operands.size()));
  ImplicitSurface result = read_implicit(operands[0]);
  for (std::size_t i = 1; i < operands.size(); ++i) result = combine(result, read_implicit(operands[i]));
  return result;
}

ImplicitSurface read_implicit_kind(const std::string& kind, const Field& value, const Field& field) {
  if (kind == "sphere") return ImplicitSurface::sphere(value.positive_number());
  if (kind == "ellipsoid") return ImplicitSurface::ellipsoid(value.vector());
  if (kind == "quadric") return read_quadric(value, field);
  if (kind == "metaballs") return read_metaballs(value);
  if (kind == "union") return read_combined(value, ImplicitSurface::union_of);
  if (kind == "intersection") return read_combined(value, ImplicitSurface::intersection_of);
  if (kind == "difference") return read_combined(value, ImplicitSurface::difference_of);
  if (kind != "torus") field.fail("unknown surface \"" + kind + "\" (expected one of " + std::string(kImplicit) + ")");
  const auto [major_radius, minor_radius] = read_radii(value);
  return ImplicitSurface::torus(major_radius, minor_radius);
}

}  // namespace

ParametricSurface read_parametric(const Field& field) {
  std::string kind;
  const Field value = kind_of(field, kParametric, kind);
  if (const auto box = field.find("box")) box->fail("parametric surfaces have no box");
  return field.checked([&] {
    const ParametricSurface surface = read_parametric_kind(kind, value, field);
    const auto place = read_place(field);
    return place ? surface.placed(*place) : surface;
  });
}

ImplicitSurface read_implicit(const Field& field) {
  std::string kind;
  const Field value = kind_of(field, kImplicit, kind);
  return field.checked([&] {
    ImplicitSurface surface = read_implicit_kind(kind, value, field);
    if (const auto box = field.find("box")) surface = surface.within(read_box(*box));
    const auto place = read_place(field);
    return place ? surface.placed(*place) : surface;
  });
}

}  // namespace graze
