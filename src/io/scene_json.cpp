// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <graze/io.hpp>

#include "io/field.hpp"
#include "io/scene_shape.hpp"
#include "io/text_file.hpp"

namespace graze {
namespace {

void check_version(const Field& scene) {
  const Field version = scene.get("graze");
  if (version.number() != 1.0) version.fail("this version reads format 1");
}

Budget read_budget(const Field& field) {
  field.check_names({"iterations", "seconds"});
  Budget budget;
  if (const auto iterations = field.find("iterations")) budget.iterations = iterations->count();
  if (const auto seconds = field.find("seconds")) budget.seconds = seconds->non_negative_number();
  return budget;
}

Query read_query(const Field& scene) {
  Query query;
  if (const auto window = scene.find("window")) {
    const auto [start, end] = window->range();
    query.window = {start, end};
  }
  if (const auto tolerance = scene.find("tolerance")) query.tolerance = tolerance->non_negative_number();
  if (const auto separation = scene.find("separation")) query.separation = separation->non_negative_number();
  if (const auto budget = scene.find("budget")) query.budget = read_budget(*budget);
  if (const auto all_contacts = scene.find("all_contacts")) query.all_contacts = all_contacts->boolean();
  return query;
}

Solver read_solver(const Field& scene) {
  const auto name = scene.find("solver");
  if (!name) return Solver::automatic();
  return name->checked([&] { return Solver::named(name->text()); });
}

NamedBody read_body(const Field& field, const std::string& default_name, const std::filesystem::path& mesh_directory) {
  field.check_names({"name", "shape", "motion"});
  const auto name = field.find("name");
  const auto motion = field.find("motion");
  const Field shape_field = field.get("shape");
  Shape shape = read_shape(shape_field, mesh_directory);
  if (!motion) return {name ? name->text() : default_name, {std::move(shape), Motion()}};
  Motion moved = motion->get("type").text() == "vertex_linear"
                     ? read_deformation(*motion, shape, shape_field, mesh_directory)
                     : read_motion(*motion);
  return {name ? name->text() : default_name, {std::move(shape), std::move(moved)}};
}

std::vector<NamedBody> read_bodies(const Field& field, const std::filesystem::path& mesh_directory) {
  std::vector<NamedBody> bodies;
  for (const Field& element : field.elements()) {
    NamedBody body = read_body(element, "body " + std::to_string(bodies.size() + 1), mesh_directory);
    const auto same_name = [&](const NamedBody& other) { return other.name == body.name; };
    if (std::any_of(bodies.begin(), bodies.end(), same_name)) {
      element.fail("the name \"" + body.name + "\" is used by an earlier body");
    }
    bodies.push_back(std::move(body));
  }
  if (bodies.empty()) field.fail("expected at least one body, got none");
  return bodies;
}

}  // namespace

Scene parse_scene(const std::string& json, const std::string& file_name, const std::filesystem::path& mesh_directory) {
  const JsonValue value = parse_json(json, file_name);
  const Field scene(value, file_name, "");
  scene.check_names({"graze", "window", "tolerance", "separation", "solver", "budget", "all_contacts", "bodies"});
  check_version(scene);
  return {read_query(scene), read_solver(scene), read_bodies(scene.get("bodies"), mesh_directory)};
}

Scene read_scene(const std::filesystem::path& path) {
  return parse_scene(read_text_file(path), path.string(), path.parent_path());
}

}  // namespace graze
