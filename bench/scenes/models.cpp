// SPDX-License-Identifier: Apache-2.0
#include "scenes/models.hpp"

#include <cstdlib>

#include <fmt/format.h>

#include <graze/io.hpp>

namespace graze::bench {

namespace {

double radius_of(const TriangleMesh& mesh) {
  double radius = 0.0;
  for (const Vector3& vertex : mesh.vertices) radius = std::max(radius, vertex.norm());
  return radius;
}

// Flat faces and sharp edges, like a machined part.
TriangleMesh fine_gear(std::size_t least_triangles) {
  TriangleMesh mesh = make_gear(1.0, 0.8, 0.4, 12);
  while (mesh.triangles.size() < least_triangles) mesh = subdivided(mesh);
  return mesh;
}

struct Recipe {
  std::string name, file, substitute;
  std::function<TriangleMesh()> generate;
};

std::vector<Recipe> recipes() {
  return {
      {"cube", "", "box", [] { return make_box(Vector3::Ones()); }},
      {"cow", "cow.obj", "torus knot", [] { return make_torus_knot(2, 3, 1.0, 0.4, 0.15, 240, 12); }},
      {"fandisk", "fandisk.obj", "gear", [] { return fine_gear(6000); }},
      {"bunny", "stanford-bunny.obj", "bumpy sphere", [] { return make_bumpy_sphere(1.0, 0.25, 6, 6); }},
      {"spot", "spot.obj", "torus knot", [] { return make_torus_knot(3, 2, 1.0, 0.4, 0.2, 240, 12); }},
      {"rocker-arm", "rocker-arm.obj", "gear", [] { return fine_gear(20000); }},
  };
}

Model build_model(const Recipe& recipe, const std::filesystem::path& directory) {
  const std::filesystem::path file = directory / recipe.file;
  if (!recipe.file.empty() && !directory.empty() && std::filesystem::exists(file)) {
    return {recipe.name, recipe.file, at_unit_size(read_obj(file))};
  }
  return {recipe.name, fmt::format("generated {}", recipe.substitute), at_unit_size(recipe.generate())};
}

}  // namespace

Model::Model(std::string model_name, std::string model_source, TriangleMesh surface)
    : name(std::move(model_name)),
      source(std::move(model_source)),
      mesh(std::move(surface)),
      radius(radius_of(mesh)),
      tree(mesh),
      peer(mesh) {}

TriangleMesh at_unit_size(TriangleMesh mesh) {
  const MeshReport report = inspect(mesh);
  return recentered(scaled(std::move(mesh), 1.0 / (report.upper - report.lower).maxCoeff()));
}

std::filesystem::path model_directory(const std::filesystem::path& directory) {
  if (!directory.empty()) {
    if (!std::filesystem::is_directory(directory))
      throw InputError(fmt::format("{}: no such directory", directory.string()));
    return directory;
  }
  const char* data = std::getenv("GRAZE_DATA");  // NOLINT(concurrency-mt-unsafe): nothing here sets the environment
  const std::filesystem::path usual =
      data != nullptr ? std::filesystem::path(data) / "meshes" : "../shared/data/meshes";
  return std::filesystem::is_directory(usual) ? usual : std::filesystem::path();
}

std::vector<std::string> model_names() {
  std::vector<std::string> names;
  for (const Recipe& recipe : recipes()) names.push_back(recipe.name);
  return names;
}

std::vector<Model> benchmark_models(const std::filesystem::path& directory,
                                    const std::function<bool(const std::string&)>& wanted) {
  std::vector<Model> models;
  for (const Recipe& recipe : recipes()) {
    if (wanted(recipe.name)) models.push_back(build_model(recipe, directory));
  }
  return models;
}

}  // namespace graze::bench
