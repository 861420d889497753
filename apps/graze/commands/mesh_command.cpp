// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/io.hpp>

#include "commands/commands.hpp"
#include "options/number_options.hpp"
#include "program/output.hpp"
#include "reports/json_output.hpp"
#include "reports/mesh_report.hpp"

namespace graze {
namespace {

constexpr const char* kMeshExamples = R"(
examples:
  graze mesh bunny.obj
  graze mesh *.obj --json | jq -r '[.file, .triangles, .closed] | @tsv'
  graze mesh --generate gear,outer_radius=1,inner_radius=0.8,thickness=0.2,teeth=24 -o gear.obj
  graze mesh bunny.obj --recenter --subdivide 2 -o fine.obj

generators (docs/formats.md lists their parameters):
  box icosphere torus torus_knot bumpy_sphere gear tetrahedron)";

constexpr int kMostSubdivisions = 8;

struct MeshCommandOptions {
  std::vector<std::string> files;
  std::string generate, output;
  std::optional<double> scale, leaf_size;
  int subdivide = 0;
  int levels = -1;
  bool recenter = false;
  bool json = false;
};

// "gear,teeth=9,..." as the JSON a scene file would hold. Commas inside brackets belong to a value.
std::string generated_shape_json(const std::string& specification) {
  std::string json = "{\"kind\":\"";
  int depth = 0;
  bool in_name = true;
  for (const char c : specification) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (c == ',' && depth == 0) {
      json += in_name ? "\",\"" : ",\"";
      in_name = true;
    } else if (c == '=' && in_name) {
      json += "\":";
      in_name = false;
    } else {
      json += c;
    }
  }
  return json + (in_name ? "\"}" : "}");
}

// A scene file's message, without the way to the only shape in it.
std::string shortened(const std::string& message) {
  const std::string_view path = "bodies[0].shape.generated";
  const std::size_t at = message.find(path);
  if (at == std::string::npos) return "--generate: expected KIND,parameter=value,...";
  const std::string rest = message.substr(at + path.size());
  return "--generate" + (rest.starts_with(".") ? ": " + rest.substr(1) : rest);
}

TriangleMesh generate(const std::string& specification) {
  const std::string scene =
      "{\"graze\":1,\"bodies\":[{\"shape\":{\"generated\":" + generated_shape_json(specification) + "}}]}";
  try {
    return parse_scene(scene, "", {}).bodies.front().body.shape.triangle_mesh();
  } catch (const InputError& error) {
    throw InputError(shortened(error.what()));
  }
}

TriangleMesh edited(TriangleMesh mesh, const MeshCommandOptions& options) {
  if (options.recenter) mesh = recentered(std::move(mesh));
  if (options.scale) mesh = scaled(std::move(mesh), *options.scale);
  for (int i = 0; i < options.subdivide; ++i) mesh = subdivided(mesh);
  return mesh;
}

std::vector<std::vector<Sphere>> hierarchy_levels(const TriangleMesh& mesh, const MeshCommandOptions& options) {
  std::vector<std::vector<Sphere>> levels;
  if (options.levels < 0) return levels;
  MeshOptions mesh_options;
  if (options.leaf_size) mesh_options.leaf_size = *options.leaf_size;
  const Shape shape = Shape::mesh(mesh, mesh_options);
  for (int level = 0; level <= options.levels; ++level) {
    levels.push_back(shape.bounding_spheres(level));
    if (levels.back().empty()) {
      levels.pop_back();
      break;
    }
  }
  return levels;
}

std::string report_on(const std::string& name, const TriangleMesh& mesh, const MeshCommandOptions& options) {
  const MeshReport report = inspect(mesh);
  const auto levels = hierarchy_levels(mesh, options);
  return options.json ? mesh_json(name, report, levels) : describe(name, report, levels);
}

void run_mesh(const MeshCommandOptions& options) {
  const bool generated = !options.generate.empty();
  if (generated == !options.files.empty()) throw InputError("mesh: give either mesh files or --generate");
  if (!options.output.empty() && options.files.size() > 1) {
    throw InputError("mesh: --output takes one mesh, got " + std::to_string(options.files.size()));
  }
  // All files are read before anything is printed: a bad one leaves standard output empty.
  std::string text;
  if (generated) {
    const TriangleMesh mesh = edited(generate(options.generate), options);
    if (!options.output.empty()) write_obj(mesh, options.output);
    text = report_on(options.generate, mesh, options);
  }
  for (const std::string& file : options.files) {
    const TriangleMesh mesh = edited(read_mesh(file), options);
    if (!options.output.empty()) write_obj(mesh, options.output);
    text += report_on(file, mesh, options);
  }
  write_output(text);
}

}  // namespace

void add_mesh_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("mesh", "What is this mesh? Also generates and edits meshes");
  command.footer(kMeshExamples);
  const auto options = std::make_shared<MeshCommandOptions>();
  command.add_option("FILES", options->files, "meshes (OBJ)")->type_name("FILE.obj");
  command.add_option("--generate", options->generate, "make a mesh instead: KIND,parameter=value,...")
      ->type_name("SPEC");
  command.add_option("-o,--output", options->output, "write the mesh here")->type_name("FILE.obj");
  command.add_flag("--recenter", options->recenter, "move its centroid to the origin");
  add_number(command, "--scale", options->scale, Sign::Positive, "FACTOR", "multiply its coordinates");
  command.add_option("--subdivide", options->subdivide, "split each triangle into four, N times")
      ->type_name("N")
      ->check(CLI::Range(0, kMostSubdivisions));
  command.add_option("--levels", options->levels, "show levels 0 to K of its bounding-sphere hierarchy")
      ->type_name("K")
      ->check(CLI::Range(0, 64));
  add_number(command, "--leaf-size", options->leaf_size, Sign::NotNegative, "LENGTH",
             "do not split boxes of the hierarchy below this size");
  command.add_flag("--json", options->json, "print one JSON object per mesh and line");
  command.callback([options] { run_mesh(*options); });
}

}  // namespace graze
