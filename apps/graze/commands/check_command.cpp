// SPDX-License-Identifier: Apache-2.0
// graze check: is a robot's path free?
#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/robot.hpp>

#include "commands/commands.hpp"
#include "options/query_options.hpp"
#include "program/exit_codes.hpp"
#include "program/output.hpp"
#include "reports/check_report.hpp"
#include "view/view_json.hpp"
#include "view/view_page.hpp"

namespace graze {
namespace {

constexpr const char* kCheckExamples = R"(
examples:
  graze check scenes/robots/arm.urdf --path scenes/robots/reach.csv --scene scenes/robots/cell.json
  graze check robot.urdf path.csv --srdf robot.srdf --package-path ~/ws/src --json | jq .verdict
  graze check robot.urdf path.csv cell.json --separation 0.01 --view path.html)";

struct CheckOptions {
  std::string robot, path, scene;
  UrdfOptions urdf;
  QueryOptions query;
  std::vector<std::string> ignore;
  std::string view;
  int threads = 0;
  bool json = false;
};

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// LINK,BODY or LINK,LINK.
void ignore_pair(const std::string& names, const Scene& scene, RobotModel& model) {
  const std::size_t comma = names.find(',');
  if (comma == std::string::npos) throw CLI::ValidationError("--ignore", "expected LINK,BODY or LINK,LINK");
  const std::string link = names.substr(0, comma);
  const std::string other = names.substr(comma + 1);
  const auto position = [&model](const std::string& name) {
    return static_cast<std::size_t>(std::find(model.link_names.begin(), model.link_names.end(), name) -
                                    model.link_names.begin());
  };
  const bool is_body =
      std::any_of(scene.bodies.begin(), scene.bodies.end(), [&](const NamedBody& body) { return body.name == other; });
  if (!contains(model.link_names, link))
    throw CLI::ValidationError("--ignore", fmt::format("the robot has no link \"{}\"", link));
  if (contains(model.link_names, other))
    model.ignored.push_back({position(link), position(other)});
  else if (!is_body)
    throw CLI::ValidationError("--ignore", fmt::format("there is no link and no body \"{}\"", other));
  if (is_body) model.ignored_bodies.emplace_back(link, other);
}

Robot read_robot(const CheckOptions& options, const Scene& scene) {
  const Robot robot = Robot::from_urdf(options.robot, options.urdf);
  if (options.ignore.empty()) return robot;
  RobotModel model = robot.model();
  for (const std::string& names : options.ignore) ignore_pair(names, scene, model);
  return Robot(std::move(model));
}

// What is wrong with the robot as a whole, such as nothing to check, is said of its file; what is wrong with where the
// joints go, of the path's.
std::vector<MotionCheck> check(const CheckOptions& options, const Robot& robot, const JointPath& path,
                               const Scene& scene) {
  try {
    return robot.check_path(path, scene, options.threads);
  } catch (const std::invalid_argument& error) {
    const bool of_robot = std::string_view(error.what()).starts_with("robot ");
    throw InputError((of_robot ? options.robot : options.path) + ": " + error.what());
  }
}

// All of the path, and the contact of the first part that has one.
void write_check_page(const CheckOptions& options, const Robot& robot, const JointPath& path, const Scene& scene,
                      const std::vector<MotionCheck>& parts) {
  const auto is_free = [](const MotionCheck& part) { return part.verdict() == Verdict::Free; };
  const auto deciding = std::find_if_not(parts.begin(), parts.end(), is_free);
  const MotionCheck& shown = deciding == parts.end() ? parts.back() : *deciding;
  const Scene moving = robot.scene_of(path, scene);
  std::optional<ViewPair> pair;
  if (shown.contact) {
    const std::size_t before = shown.contact->in_scene ? robot.model().shapes.size() : 0;
    pair = ViewPair{shown.contact->shape_a, before + shown.contact->shape_b};
  }
  // Not the name of the path's file: the viewer would take the view for a table.
  const std::string title = robot.model().name + ", " + std::filesystem::path(options.path).stem().string() + ".json";
  write_view_page(options.view, title, view_json(title, moving, shown.toi, pair));
}

void run_check(const CheckOptions& options) {
  for (const std::string& read : {options.robot, options.path, options.scene}) refuse_to_overwrite(read, options.view);
  Scene scene = options.scene.empty() ? Scene{} : read_scene(options.scene);
  override_query(options.query, scene);
  const Robot robot = read_robot(options, scene);
  const JointPath path = read_joint_path(options.path, robot);
  if (!path.times.empty() && !options.query.window.empty())
    throw CLI::ValidationError("--window", options.path + " has times of its own");
  const std::vector<MotionCheck> parts = check(options, robot, path, scene);
  std::vector<std::string> warnings(robot.warnings().begin(), robot.warnings().end());
  warnings.insert(warnings.end(), path.warnings.begin(), path.warnings.end());
  write_output(options.json ? check_json(parts, warnings) : describe_check(robot, scene, parts, warnings));
  if (!options.view.empty()) write_check_page(options, robot, path, scene, parts);
  if (verdict_of(parts) == Verdict::Undecided) throw CLI::RuntimeError(kUndecided);
}

}  // namespace

void add_check_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("check", "Is a robot's path free? If not, what touches first?");
  const auto options = std::make_shared<CheckOptions>();
  command.footer(kCheckExamples);
  command.add_option("ROBOT", options->robot, "a robot description (URDF)")->required()->type_name("ROBOT.urdf");
  command.add_option("PATH,--path", options->path, "configurations, one in each row, below a row of joint names")
      ->required()
      ->type_name("PATH.csv");
  command.add_option("ENV,--scene", options->scene, "what is around the robot: a scene file (JSON)")
      ->type_name("ENV.json");
  command.add_option("--srdf", options->urdf.srdf, "which links may touch (disable_collisions and the like)")
      ->type_name("ROBOT.srdf");
  command
      .add_option("--package-path", options->urdf.package_paths,
                  "a folder of packages, for package:// names; may be repeated")
      ->type_name("FOLDER")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      .add_option("--ignore", options->ignore,
                  "a link that may touch a body of the scene, or another link; may be repeated")
      ->type_name("LINK,NAME")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_flag("!--check-adjacent", options->urdf.ignore_adjacent, "also check links that a joint holds together");
  command.add_option("--threads", options->threads, "0: all cores (default)")->check(CLI::NonNegativeNumber);
  add_query_options(command, options->query);
  command.add_flag("--json", options->json, "print JSON");
  command.add_option("--view", options->view, "also write a page to look at in a browser")->type_name("PAGE.html");
  command.callback([options] { run_check(*options); });
}

}  // namespace graze
