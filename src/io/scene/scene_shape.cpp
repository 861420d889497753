// SPDX-License-Identifier: Apache-2.0
#include "io/scene/scene_shape.hpp"

#include <algorithm>

#include <graze/io.hpp>

#include "io/scene/scene_solid.hpp"
#include "io/scene/scene_surface.hpp"

namespace graze {
namespace {

constexpr std::string_view kShapes =
    "mesh, generated, sphere, capsule, box, cylinder, cone, convex_hull, rounded, minkowski_sum, half_space, compound,"
    " parametric, implicit";

TriangleMesh edited_mesh(const Field& field, const std::filesystem::path& mesh_directory) {
  TriangleMesh mesh = read_named_mesh(field.get("mesh"), mesh_directory);
  if (const auto recenter = field.find("recenter"); recenter && recenter->boolean()) mesh = recentered(std::move(mesh));
  if (const auto scale = field.find("scale")) mesh = scaled(std::move(mesh), scale->positive_number());
  return mesh;
}

MeshOptions read_mesh_options(const Field& field) {
  MeshOptions options;
  if (const auto leaf_size = field.find("leaf_size")) options.leaf_size = leaf_size->non_negative_number();
  if (const auto leaf_triangles = field.find("leaf_triangles")) {
    options.leaf_triangles = leaf_triangles->count();
    if (options.leaf_triangles == 0) leaf_triangles->fail("expected a whole number of at least 1, got 0");
  }
  return options;
}

}  // namespace

TriangleMesh read_named_mesh(const Field& name, const std::filesystem::path& mesh_directory) {
  const std::filesystem::path path = mesh_directory / name.text();
  try {
    return read_mesh(path);
  } catch (const InputError& fault) {
    name.fail(fault.what());
  }
}

Shape read_shape(const Field& field, const std::filesystem::path& mesh_directory) {
  if (field.find("mesh")) {
    field.check_names({"mesh", "scale", "recenter", "leaf_size", "leaf_triangles"});
    const MeshOptions options = read_mesh_options(field);
    return field.checked([&] { return Shape::mesh(edited_mesh(field, mesh_directory), options); });
  }
  if (const auto generated = field.find("generated")) {
    field.check_names({"generated", "leaf_size", "leaf_triangles"});
    return generated->checked([&] { return Shape::mesh(read_generated(*generated), read_mesh_options(field)); });
  }
  if (const auto solid = read_solid(field, mesh_directory)) return *solid;
  if (const auto parametric = field.find("parametric")) {
    field.check_names({"parametric"});
    return parametric->checked([&] { return Shape::parametric(read_parametric(*parametric)); });
  }
  if (const auto implicit = field.find("implicit")) {
    field.check_names({"implicit"});
    return implicit->checked([&] { return Shape::implicit(read_implicit(*implicit)); });
  }
  field.fail("expected one of " + std::string(kShapes) +
             (field.names().empty() ? "" : ", got " + field.names().front()));
}

Motion read_deformation(const Field& field, const Shape& shape, const Field& shape_field,
                        const std::filesystem::path& mesh_directory) {
  field.check_names({"type", "end"});
  const auto recenter = shape_field.find("recenter");
  if (!shape_field.find("mesh") || (recenter && recenter->boolean()))
    field.fail("vertex_linear needs a shape {\"mesh\": FILE} that is not recentered");
  const Field end = field.get("end");
  TriangleMesh mesh = read_named_mesh(end, mesh_directory);
  if (const auto scale = shape_field.find("scale")) mesh = scaled(std::move(mesh), scale->positive_number());
  const std::size_t expected = shape.triangle_mesh().vertices.size();
  if (mesh.vertices.size() != expected)
    end.fail("expected a mesh with " + std::to_string(expected) + " vertices, as the shape has, got " +
             std::to_string(mesh.vertices.size()));
  return field.checked([&] { return Motion::vertex_linear(std::move(mesh.vertices)); });
}

TriangleMesh read_generated(const Field& field) {
  const std::string& kind = field.get("kind").text();
  const auto real = [&](std::string_view name) { return field.get(name).number(); };
  const auto whole = [&](std::string_view name) { return field.get(name).integer(); };
  const auto point = [&](std::string_view name) { return field.get(name).vector(); };
  return field.checked([&]() -> TriangleMesh {
    if (kind == "box") {
      field.check_names({"kind", "full_lengths"});
      return make_box(point("full_lengths"));
    }
    if (kind == "icosphere") {
      field.check_names({"kind", "radius", "subdivisions"});
      return make_icosphere(real("radius"), whole("subdivisions"));
    }
    if (kind == "torus") {
      field.check_names({"kind", "major_radius", "minor_radius", "major_segments", "minor_segments"});
      return make_torus(real("major_radius"), real("minor_radius"), whole("major_segments"), whole("minor_segments"));
    }
    if (kind == "torus_knot") {
      field.check_names({"kind", "p", "q", "major_radius", "minor_radius", "tube_radius", "segments", "sides"});
      return make_torus_knot(whole("p"), whole("q"), real("major_radius"), real("minor_radius"), real("tube_radius"),
                             whole("segments"), whole("sides"));
    }
    if (kind == "bumpy_sphere") {
      field.check_names({"kind", "radius", "amplitude", "lobes", "subdivisions"});
      return make_bumpy_sphere(real("radius"), real("amplitude"), whole("lobes"), whole("subdivisions"));
    }
    if (kind == "gear") {
      field.check_names({"kind", "outer_radius", "inner_radius", "thickness", "teeth"});
      return make_gear(real("outer_radius"), real("inner_radius"), real("thickness"), whole("teeth"));
    }
    if (kind == "tetrahedron") {
      field.check_names({"kind", "a", "b", "c", "d"});
      return make_tetrahedron(point("a"), point("b"), point("c"), point("d"));
    }
    field.get("kind").fail("unknown kind \"" + kind +
                           "\" (expected one of box, icosphere, torus, torus_knot, bumpy_sphere, gear, tetrahedron)");
  });
}

}  // namespace graze
