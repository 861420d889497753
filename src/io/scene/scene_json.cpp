// SPDX-License-Identifier: Apache-2.0
#include <unordered_map>

#include <graze/io.hpp>

#include "io/json/field.hpp"
#include "io/json/text_file.hpp"
#include "io/scene/scene_bodies.hpp"
#include "io/scene/scene_shape.hpp"
#include "io/scene/shape_cache.hpp"
#include "query/query_checks.hpp"

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
  scene.checked([&] { validate(query); });
  return query;
}

Solver read_solver(const Field& scene) {
  const auto name = scene.find("solver");
  if (!name) return Solver::automatic();
  return name->checked([&] { return Solver::named(name->text()); });
}

NamedBody read_body(const Field& field, const std::string& default_name, const std::filesystem::path& mesh_directory,
                    ShapeCache& shapes) {
  field.check_names({"name", "shape", "motion"});
  const auto name = field.find("name");
  const auto motion = field.find("motion");
  const Field shape_field = field.get("shape");
  Shape shape = shapes.get(shape_field, mesh_directory);
  if (!motion) return {name ? name->text() : default_name, {std::move(shape), Motion()}};
  Motion moved = motion->get("type").text() == "vertex_linear"
                     ? read_deformation(*motion, shape, shape_field, mesh_directory)
                     : read_motion(*motion);
  return {name ? name->text() : default_name, {std::move(shape), std::move(moved)}};
}

std::vector<NamedBody> read_bodies(const Field& field, const std::filesystem::path& mesh_directory, ShapeCache& shapes,
                                   BodyNames& names) {
  std::vector<NamedBody> bodies;
  for (const Field& element : field.elements()) {
    NamedBody body = read_body(element, "body " + std::to_string(bodies.size() + 1), mesh_directory, shapes);
    if (!names.try_emplace(body.name, bodies.size()).second) {
      element.fail("the name \"" + body.name + "\" is used by an earlier body");
    }
    bodies.push_back(std::move(body));
  }
  if (bodies.empty()) field.fail("expected at least one body, got none");
  return bodies;
}

}  // namespace

std::vector<BodyIds> read_ignored(const Field& field, const BodyNames& names) {
  std::vector<BodyIds> pairs;
  for (const Field& group : field.elements()) {
    std::vector<std::size_t> members;
    for (const Field& name : group.elements()) {
      const auto found = names.find(name.text());
      if (found == names.end()) name.fail("there is no body \"" + name.text() + "\"");
      members.push_back(found->second);
    }
    if (members.size() < 2) group.fail("expected the names of two bodies or more");
    for (std::size_t i = 0; i < members.size(); ++i)
      for (std::size_t j = i + 1; j < members.size(); ++j) pairs.push_back({members[i], members[j]});
  }
  return pairs;
}

SceneReader::SceneReader(std::string file_name, std::filesystem::path mesh_directory)
    : file_name_(std::move(file_name)),
      mesh_directory_(std::move(mesh_directory)),
      shapes_(std::make_unique<ShapeCache>()) {}

SceneReader::~SceneReader() = default;

Scene SceneReader::parse(const std::string& json, std::size_t first_line) {
  const JsonValue value = parse_json(json, file_name_, first_line);
  const Field field(value, file_name_, "");
  field.check_names(
      {"graze", "window", "tolerance", "separation", "solver", "budget", "all_contacts", "bodies", "ignore"});
  check_version(field);
  Scene scene{read_query(field), read_solver(field), {}, {}};
  BodyNames names;
  scene.bodies = read_bodies(field.get("bodies"), mesh_directory_, *shapes_, names);
  if (const auto ignore = field.find("ignore")) scene.ignored = read_ignored(*ignore, names);
  return scene;
}

Scene parse_scene(const std::string& json, const std::string& file_name, const std::filesystem::path& mesh_directory) {
  return SceneReader(file_name, mesh_directory).parse(json);
}

Scene read_scene(const std::filesystem::path& path) {
  return parse_scene(read_text_file(path), path.string(), path.parent_path());
}

}  // namespace graze
