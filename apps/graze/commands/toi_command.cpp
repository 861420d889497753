// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/io.hpp>

#include "commands/commands.hpp"
#include "io/json/text_file.hpp"
#include "options/number_options.hpp"
#include "options/query_options.hpp"
#include "program/exit_codes.hpp"
#include "program/output.hpp"
#include "reports/cost_report.hpp"
#include "reports/toi_report.hpp"
#include "view/glb.hpp"
#include "view/view_json.hpp"
#include "view/view_page.hpp"

namespace graze {
namespace {

constexpr const char* kToiExamples = R"(
examples:
  graze toi scenes/hammer.json
  graze toi hammer.obj anvil.obj --position-a 0,0,3 --velocity-a 0,0,-2 --angular-velocity-a 0,6.28,0
  graze toi scenes/hammer.json --view hammer.html
  graze toi query.json --window 0,10 --tolerance 1e-8 --json | jq .time)";

struct BodyOptions {
  Numbers position, orientation, velocity, angular_velocity;
  std::optional<double> scale;
};

struct ToiOptions {
  std::string file;    // a query, or mesh a
  std::string second;  // mesh b
  BodyOptions a, b;
  QueryOptions query;
  std::optional<double> leaf_size;
  std::string view, glb;  // files to write
  bool recenter = false;
  bool explain = false;
  bool json = false;
};

Vector3 vector_or_zero(const Numbers& numbers) {
  return numbers.empty() ? Vector3(Vector3::Zero()) : Vector3(numbers[0], numbers[1], numbers[2]);
}

NamedBody body_from_options(const std::string& file, const BodyOptions& body, const ToiOptions& options) {
  TriangleMesh mesh = read_mesh(file);
  if (options.recenter) mesh = recentered(std::move(mesh));
  if (body.scale) mesh = scaled(std::move(mesh), *body.scale);
  MeshOptions mesh_options;
  if (options.leaf_size) mesh_options.leaf_size = *options.leaf_size;
  const Numbers& q = body.orientation;
  const Quaternion orientation = q.empty() ? Quaternion::Identity() : Quaternion(q[3], q[0], q[1], q[2]);
  return {std::filesystem::path(file).filename().string(),
          {Shape::mesh(std::move(mesh), mesh_options),
           Motion::constant_velocity(vector_or_zero(body.position), orientation, vector_or_zero(body.velocity),
                                     vector_or_zero(body.angular_velocity))}};
}

Scene scene_from_options(const ToiOptions& options) {
  Scene scene;
  scene.bodies.push_back(body_from_options(options.file, options.a, options));
  scene.bodies.push_back(body_from_options(options.second, options.b, options));
  if (scene.bodies[0].name == scene.bodies[1].name) {
    scene.bodies[0].name = "a";
    scene.bodies[1].name = "b";
  }
  return scene;
}

Scene scene_from_file(const std::string& file) {
  const std::filesystem::path ending = std::filesystem::path(file).extension();
  if (ending == ".obj" || ending == ".stl") throw InputError(file + ": a second mesh is needed");
  Scene scene = read_scene(file);
  if (scene.bodies.size() != 2) {
    throw InputError(fmt::format("{}: bodies: expected two for a time of impact, got {}", file, scene.bodies.size()));
  }
  return scene;
}

// What there is to look at, beside what is printed.
void write_files(const ToiOptions& options, const Scene& scene, const Toi& toi) {
  if (!options.view.empty()) {
    const std::string title = std::filesystem::path(options.file).filename().string();
    write_view_page(options.view, title, view_json(title, scene, toi));
  }
  if (!options.glb.empty()) write_text_file(options.glb, to_glb(scene, toi));
}

void run_toi(const ToiOptions& options) {
  for (const std::string& read : {options.file, options.second})
    for (const std::string& written : {options.view, options.glb}) refuse_to_overwrite(read, written);
  Scene scene = options.second.empty() ? scene_from_file(options.file) : scene_from_options(options);
  override_query(options.query, scene);
  const NamedBody& a = scene.bodies[0];
  const NamedBody& b = scene.bodies[1];
  const Toi toi = naming_file(options.file, [&] { return time_of_impact(a.body, b.body, scene.query, scene.solver); });
  if (options.explain) {
    fmt::print(stderr, "solver      {}\n", scene.solver.explain(a.body, b.body));
    fmt::print(stderr, "cost        {}\n", cost_in_words(toi.statistics));
  }
  write_files(options, scene, toi);
  write_output(options.json ? to_json(toi) + "\n" : describe(toi, scene.query, a.name, b.name));
  if (toi.verdict == Verdict::Undecided) throw CLI::RuntimeError(kUndecided);
}

// Options that say what the two meshes do; a query file says that itself.
void add_body_options(CLI::App& command, const std::string& suffix, BodyOptions& body,
                      std::vector<CLI::Option*>& for_meshes) {
  const auto name = [&](const char* option) { return std::string("--") + option + "-" + suffix; };
  for_meshes.insert(
      for_meshes.end(),
      {add_numbers(command, name("position"), body.position, "X,Y,Z", "where its origin is at t = 0"),
       add_numbers(command, name("orientation"), body.orientation, "X,Y,Z,W", "quaternion at t = 0, of any length"),
       add_numbers(command, name("velocity"), body.velocity, "X,Y,Z", "of its origin, per time unit"),
       add_numbers(command, name("angular-velocity"), body.angular_velocity, "X,Y,Z",
                   "about its origin, in the world frame, radians per time unit"),
       add_number(command, name("scale"), body.scale, Sign::Positive, "FACTOR", "of its coordinates")});
  for (auto option = for_meshes.end() - 5; option != for_meshes.end(); ++option) (*option)->group("Mesh " + suffix);
}

void check_use(const ToiOptions& options, const std::vector<CLI::Option*>& for_meshes) {
  if (!options.second.empty()) return;
  for (const CLI::Option* option : for_meshes) {
    if (option->count() > 0) {
      throw CLI::ValidationError(option->get_name(), "is for two meshes; the query file says this itself");
    }
  }
}

}  // namespace

void add_toi_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("toi", "When do two moving bodies first touch?");
  const auto options = std::make_shared<ToiOptions>();
  command.footer(kToiExamples);
  command.add_option("FILE", options->file, "a query file (JSON), or the first of two meshes (OBJ)")
      ->required()
      ->type_name("QUERY.json | A.obj");
  command.add_option("B", options->second, "the second mesh")->type_name("B.obj");
  add_query_options(command, options->query);
  command.add_flag("--explain", options->explain,
                   "say on stderr which solver answers and why, and what the answer cost");
  command.add_flag("--json", options->json, "print JSON");
  command.add_option("--view", options->view, "also write a page to look at in a browser")->type_name("PAGE.html");
  command.add_option("--glb", options->glb, "also write the motion as animated glTF, for Blender and others")
      ->type_name("FILE.glb");

  std::vector<CLI::Option*> for_meshes;
  add_body_options(command, "a", options->a, for_meshes);
  add_body_options(command, "b", options->b, for_meshes);
  for_meshes.push_back(command.add_flag("--recenter", options->recenter, "move each mesh's centroid to its origin"));
  for_meshes.push_back(add_number(command, "--leaf-size", options->leaf_size, Sign::NotNegative, "LENGTH",
                                  "do not split boxes of the hierarchy below this size"));
  for (auto option = for_meshes.end() - 2; option != for_meshes.end(); ++option) (*option)->group("Both meshes");
  command.callback([options, for_meshes] {
    check_use(*options, for_meshes);
    run_toi(*options);
  });
}

}  // namespace graze
