// SPDX-License-Identifier: Apache-2.0
// graze scene: the first impact among many bodies, or all of them.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/io.hpp>

#include "commands/commands.hpp"
#include "options/query_options.hpp"
#include "program/exit_codes.hpp"
#include "program/output.hpp"
#include "reports/json_output.hpp"
#include "reports/scene_report.hpp"
#include "view/view_json.hpp"
#include "view/view_page.hpp"

namespace graze {
namespace {

constexpr const char* kSceneExamples = R"(
examples:
  graze scene scenes/falling_rocks.json
  graze scene scenes/falling_rocks.json --all --json | jq '.impacts[] | [.time, .bodies]'
  graze scene room.json --ignore floor,wall --broad-phase grid --threads 2)";

struct SceneOptions {
  std::string file;
  QueryOptions query;
  std::vector<std::string> ignore;
  std::string broad_phase;
  std::string view;  // page to write
  int threads = 0;
  bool all = false;
  bool json = false;
};

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ',')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

std::size_t position_of(const std::string& name, const Scene& scene) {
  const auto found =
      std::find_if(scene.bodies.begin(), scene.bodies.end(), [&](const NamedBody& body) { return body.name == name; });
  if (found == scene.bodies.end()) throw CLI::ValidationError("--ignore", fmt::format("there is no body \"{}\"", name));
  return static_cast<std::size_t>(found - scene.bodies.begin());
}

// All pairs of the bodies named.
void ignore_group(const std::string& names, Scene& scene) {
  std::vector<std::size_t> members;
  for (const std::string& name : split_at_commas(names)) members.push_back(position_of(name, scene));
  if (members.size() < 2) throw CLI::ValidationError("--ignore", "expected the names of two bodies or more, as in a,b");
  for (std::size_t i = 0; i < members.size(); ++i)
    for (std::size_t j = i + 1; j < members.size(); ++j) scene.ignored.push_back({members[i], members[j]});
}

// A scene without pairs would be free, and that would prove nothing.
void require_a_pair(const SceneOptions& options, const Scene& scene) {
  std::set<std::pair<std::size_t, std::size_t>> ignored;
  for (const BodyIds& ids : scene.ignored) ignored.insert(std::minmax(ids.a, ids.b));
  const std::size_t bodies = scene.bodies.size();
  if (ignored.size() < bodies * (bodies - 1) / 2) return;
  throw InputError(
      fmt::format("{}: there is nothing to check: expected two bodies or more that are not ignored", options.file));
}

void write_scene_page(const SceneOptions& options, const Scene& scene, const SceneToi& answer) {
  const std::string title = std::filesystem::path(options.file).filename().string();
  std::optional<ViewPair> pair;
  if (answer.pair) pair = ViewPair{answer.pair->a, answer.pair->b};
  write_view_page(options.view, title, view_json(title, scene, answer.toi, pair));
}

void run_scene(const SceneOptions& options) {
  refuse_to_overwrite(options.file, options.view);
  Scene scene = read_scene(options.file);
  override_query(options.query, scene);
  for (const std::string& names : options.ignore) ignore_group(names, scene);
  require_a_pair(options, scene);
  Pipeline pipeline;
  if (!options.broad_phase.empty()) pipeline.broad_phase = broad_phase_named(options.broad_phase);
  pipeline.solver = scene.solver;
  pipeline.ignored = scene.ignored;
  pipeline.threads = options.threads;
  std::vector<Body> bodies;
  for (const NamedBody& named : scene.bodies) bodies.push_back(named.body);
  const SceneToi answer = naming_file(options.file, [&] {
    return options.all ? all_impacts(bodies, scene.query, pipeline) : first_impact(bodies, scene.query, pipeline);
  });
  write_output(options.json ? scene_json(answer, scene, options.all) : describe(answer, scene, options.all));
  if (!options.view.empty()) write_scene_page(options, scene, answer);
  const auto undecided = [](const PairToi& impact) { return impact.toi.verdict == Verdict::Undecided; };
  const bool incomplete = options.all && (answer.searched_until < scene.query.window.hi() ||
                                          std::any_of(answer.impacts.begin(), answer.impacts.end(), undecided));
  const bool unsupported = answer.toi.verdict == Verdict::Unsupported;
  if (answer.toi.verdict == Verdict::Undecided || (incomplete && !unsupported)) throw CLI::RuntimeError(kUndecided);
}

}  // namespace

void add_scene_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("scene", "Of many moving bodies, which two touch first, and when?");
  const auto options = std::make_shared<SceneOptions>();
  command.footer(kSceneExamples);
  command.add_option("FILE", options->file, "a scene file (JSON)")->required()->type_name("SCENE.json");
  command.add_flag("--all", options->all, "list the first impact of every pair, in order");
  command
      .add_option("--ignore", options->ignore, "bodies that may touch each other: names, with commas; may be repeated")
      ->type_name("A,B...")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      .add_option("--broad-phase", options->broad_phase,
                  "all_pairs, adaptive_bvh (default), sweep_and_prune or grid: the answer is the same")
      ->type_name("NAME");
  command.add_option("--threads", options->threads, "0: all cores (default)")->check(CLI::NonNegativeNumber);
  add_query_options(command, options->query);
  command.add_flag("--json", options->json, "print JSON");
  command.add_option("--view", options->view, "also write a page to look at in a browser")->type_name("PAGE.html");
  command.callback([options] { run_scene(*options); });
}

}  // namespace graze
