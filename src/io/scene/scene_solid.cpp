// SPDX-License-Identifier: Apache-2.0
#include "io/scene/scene_solid.hpp"

#include <graze/io.hpp>

namespace graze {
namespace {

using Directory = std::filesystem::path;

// {"radius": r, "length": l}
Shape read_along_z(const Field& field, Shape (*build)(double, double)) {
  field.check_names({"radius", "length"});
  const double radius = field.get("radius").positive_number();
  return field.checked([&] { return build(radius, field.get("length").positive_number()); });
}

// The vertices of a mesh file, or a list of points.
std::vector<Vector3> read_points(const Field& field, const Directory& directory) {
  if (field.is_text()) return read_named_mesh(field, directory).vertices;
  std::vector<Vector3> points;
  for (const Field& element : field.elements()) points.push_back(element.vector());
  return points;
}

Shape read_rounded(const Field& field, const Directory& directory) {
  field.check_names({"shape", "radius"});
  const double radius = field.get("radius").positive_number();
  const Shape shape = read_shape(field.get("shape"), directory);
  return field.checked([&] { return Shape::rounded(shape, radius); });
}

Shape read_sum(const Field& field, const Directory& directory) {
  const std::vector<Field> terms = field.elements();
  if (terms.size() != 2) field.fail("expected two shapes, got " + std::to_string(terms.size()));
  const Shape first = read_shape(terms[0], directory);
  const Shape second = read_shape(terms[1], directory);
  return field.checked([&] { return Shape::minkowski_sum(first, second); });
}

Shape read_half_space(const Field& field) {
  field.check_names({"normal", "offset"});
  const auto offset = field.find("offset");
  const double at = offset ? offset->number() : 0.0;
  return field.checked([&] { return Shape::half_space(field.get("normal").vector(), at); });
}

Shape read_compound(const Field& field, const Directory& directory) {
  std::vector<Shape::Part> parts;
  for (const Field& element : field.elements()) {
    element.check_names({"shape", "position", "orientation"});
    Shape::Part part{read_shape(element.get("shape"), directory)};
    if (const auto position = element.find("position")) part.position = position->vector();
    if (const auto orientation = element.find("orientation")) part.orientation = orientation->quaternion();
    parts.push_back(std::move(part));
  }
  return field.checked([&] { return Shape::compound(parts); });
}

}  // namespace

std::optional<Shape> read_solid(const Field& field, const Directory& directory) {
  const std::vector<std::string> names = field.names();
  if (names.empty()) return {};
  const std::string& name = names.front();
  const auto value = field.find(name);
  const auto alone = [&] {
    field.check_names({name});
    return *value;
  };
  if (name == "sphere") return alone().checked([&] { return Shape::sphere(value->positive_number()); });
  if (name == "box") return alone().checked([&] { return Shape::box(value->vector()); });
  if (name == "capsule") return read_along_z(alone(), Shape::capsule);
  if (name == "cylinder") return read_along_z(alone(), Shape::cylinder);
  if (name == "cone") return read_along_z(alone(), Shape::cone);
  if (name == "convex_hull") return alone().checked([&] { return Shape::convex_hull(read_points(*value, directory)); });
  if (name == "rounded") return read_rounded(alone(), directory);
  if (name == "minkowski_sum") return read_sum(alone(), directory);
  if (name == "half_space") return read_half_space(alone());
  if (name == "compound") return read_compound(alone(), directory);
  return {};
}

}  // namespace graze
