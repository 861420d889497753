// SPDX-License-Identifier: Apache-2.0
#include "view/view_json.hpp"

#include <bit>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "build_info.hpp"
#include "shape/shape_data.hpp"
#include "view/base64.hpp"
#include "view/view_geometry.hpp"
#include "view/view_motion.hpp"

namespace graze {
namespace {

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "packed numbers are little-endian");

Json geometry_json(const ViewGeometry& geometry) {
  std::vector<double> vertices;
  for (const Vector3& v : geometry.mesh.vertices) vertices.insert(vertices.end(), v.begin(), v.end());
  const auto* const triangles = reinterpret_cast<const char*>(geometry.mesh.triangles.data());
  return {{"exact", geometry.exact},
          {"vertices", packed(vertices)},
          {"triangles", {{"uint32", to_base64({triangles, geometry.mesh.triangles.size() * sizeof(Triangle)})}}}};
}

Json half_space_json(const HalfSpace& half) {
  return {{"normal", {half.normal.x(), half.normal.y(), half.normal.z()}}, {"offset", half.offset}};
}

Json levels_json(const std::vector<std::vector<double>>& levels) {
  Json json = Json::array();
  for (const std::vector<double>& level : levels) json.push_back(packed(level));
  return json;
}

// What a body is made of; nothing but a reference if an earlier one has the same.
void add_shape(Json& json, const std::vector<NamedBody>& bodies, std::size_t index) {
  const Shape& shape = bodies[index].body.shape;
  json["shape"] = to_string(shape.kind());
  for (std::size_t earlier = 0; earlier < index; ++earlier) {
    if (&bodies[earlier].body.shape.data() == &shape.data()) {
      json["like"] = earlier;
      return;
    }
  }
  if (const auto geometry = view_geometry(shape)) json["geometry"] = geometry_json(*geometry);
  if (shape.data().half_space) json["half_space"] = half_space_json(*shape.data().half_space);
  const ViewLevels levels = view_levels(shape);
  json["levels"] = {{"spheres", levels_json(levels.spheres)}, {"boxes", levels_json(levels.boxes)}};
}

// Without a pair there may be several solvers at work: then the one asked for.
std::string_view solver_name(const Scene& scene, const std::optional<ViewPair>& pair) {
  if (!pair) return scene.solver.name();
  const auto [a, b] = *pair;
  return scene.solver.chosen_for(scene.bodies[a].body, scene.bodies[b].body).name();
}

}  // namespace

std::string view_json(const std::string& title, const Scene& scene, const Toi& toi, const std::optional<ViewPair>& pair,
                      const std::vector<ViewEvent>& events) {
  const Query& query = scene.query;
  Json bodies = Json::array();
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const auto& [name, body] = scene.bodies[i];
    Json json{{"name", name}};
    add_shape(json, scene.bodies, i);
    json["motion"] = view_motion(body.motion, query.window, toi.bracket.lo());
    bodies.push_back(std::move(json));
  }
  Json marks = Json::array();
  for (const ViewEvent& event : events)
    marks.push_back(
        {{"time", event.time}, {"label", event.label}, {"point", {event.point.x(), event.point.y(), event.point.z()}}});
  const Json json{{"graze_view", 1},
                  {"title", title},
                  {"made_by", fmt::format("graze {} ({})", build::kVersion, build::kCommit)},
                  {"query",
                   {{"window", {query.window.lo(), query.window.hi()}},
                    {"separation", query.separation},
                    {"tolerance", query.tolerance},
                    {"solver", solver_name(scene, pair)}}},
                  {"pair", pair ? Json(*pair) : Json(nullptr)},
                  {"answer", Json::parse(to_json(toi))},
                  {"bodies", std::move(bodies)},
                  {"events", std::move(marks)}};
  // Names need not be text in any encoding.
  return json.dump(-1, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace graze
