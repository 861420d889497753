// SPDX-License-Identifier: Apache-2.0
#include "reports/json_output.hpp"

#include <nlohmann/json.hpp>

#include <graze/solver.hpp>

#include "reports/scene_report.hpp"
#include "reports/vector_json.hpp"

namespace graze {
namespace {

using Json = nlohmann::ordered_json;

Json levels_json(const std::vector<std::vector<Sphere>>& levels) {
  Json json = Json::array();
  for (const std::vector<Sphere>& level : levels) {
    Json spheres = Json::array();
    for (const Sphere& sphere : level) {
      spheres.push_back({{"center", vector_json(sphere.center)}, {"radius", sphere.radius}});
    }
    json.push_back(std::move(spheres));
  }
  return json;
}

Json names_json(const BodyIds& ids, const Scene& scene) { return {scene.bodies[ids.a].name, scene.bodies[ids.b].name}; }

Json pair_json(Json bodies, const Toi& toi) {
  Json json{{"bodies", std::move(bodies)}};
  json.update(Json::parse(to_json(toi)));
  return json;
}

}  // namespace

std::string scene_json(const SceneToi& answer, const Scene& scene, bool list) {
  Json json = pair_json(answer.pair ? names_json(*answer.pair, scene) : Json(nullptr), with_effort_of_all(answer));
  if (!answer.unsupported.empty()) {
    json["unsupported"] = Json::array();
    for (const BodyIds& ids : answer.unsupported) json["unsupported"].push_back(names_json(ids, scene));
  }
  if (list) {
    json["impacts"] = Json::array();
    for (const PairToi& impact : answer.impacts)
      json["impacts"].push_back(pair_json(names_json(impact.ids, scene), impact.toi));
  }
  json["searched_until"] = answer.searched_until;
  json["scene"] = {{"bodies", scene.bodies.size()},
                   {"slices", answer.statistics.slices},
                   {"broad_phases", answer.statistics.broad_phases},
                   {"pairs", answer.statistics.pairs}};
  return json.dump() + "\n";
}

std::string quoted_json(const std::string& text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string solvers_json() {
  Json json = Json::array();
  for (const SolverInfo& solver : solvers()) {
    json.push_back({{"name", solver.name},
                    {"guarantee", solver.guarantee},
                    {"shapes", solver.shapes},
                    {"motions", solver.motions},
                    {"summary", solver.summary}});
  }
  return json.dump(2) + "\n";
}

std::string distance_json(double time, const DistanceBounds& bounds) {
  const Json json{{"time", time},
                  {"lower", bounds.lower},
                  {"upper", bounds.upper},
                  {"point_a", vector_json(bounds.point_a)},
                  {"point_b", vector_json(bounds.point_b)}};
  return json.dump() + "\n";
}

std::string mesh_json(const std::string& file, const MeshReport& report,
                      const std::vector<std::vector<Sphere>>& levels) {
  Json json{{"file", file},
            {"vertices", report.vertices},
            {"triangles", report.triangles},
            {"edges", report.edges},
            {"closed", report.closed},
            {"open_edges", report.open_edges},
            {"non_manifold_edges", report.non_manifold_edges},
            {"degenerate_triangles", report.degenerate_triangles},
            {"duplicate_vertices", report.duplicate_vertices},
            {"unused_vertices", report.unused_vertices},
            {"lower", vector_json(report.lower)},
            {"upper", vector_json(report.upper)},
            {"centroid", vector_json(report.centroid)},
            {"area", report.area},
            {"volume", report.volume}};
  if (!levels.empty()) json["levels"] = levels_json(levels);
  // File names need not be text in any encoding.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string features_json(const std::vector<FeatureFileReport>& reports) {
  Json files = Json::array();
  for (const FeatureFileReport& r : reports) {
    files.push_back({{"file", r.file},
                     {"type", r.type},
                     {"queries", r.queries},
                     {"positives", r.positives},
                     {"false_negatives", r.false_negatives},
                     {"false_positives", r.false_positives},
                     {"mean_us", r.mean_us},
                     {"p50_us", r.p50_us},
                     {"p99_us", r.p99_us},
                     {"max_us", r.max_us},
                     {"exact", r.exact}});
  }
  return Json{{"files", std::move(files)}}.dump(2) + "\n";
}

}  // namespace graze
