// SPDX-License-Identifier: Apache-2.0
// graze distance: how far apart are the two bodies of a query file at one instant?
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/distance.hpp>
#include <graze/io.hpp>

#include "commands/commands.hpp"
#include "options/number_options.hpp"
#include "program/output.hpp"
#include "reports/json_output.hpp"
#include "reports/vector_words.hpp"

namespace graze {
namespace {

struct DistanceOptions {
  std::string file;
  Numbers time;
  bool json = false;
};

Scene pair_from_file(const std::string& file) {
  Scene scene = read_scene(file);
  if (scene.bodies.size() != 2)
    throw InputError(fmt::format("{}: bodies: expected two for a distance, got {}", file, scene.bodies.size()));
  for (const NamedBody& named : scene.bodies)
    if (!named.body.motion.is_rigid())
      throw InputError(fmt::format("{}: bodies: {} deforms; distances are of rigid bodies", file, named.name));
  return scene;
}

std::string distance_table(double time, const DistanceBounds& bounds, const std::string& name_a,
                           const std::string& name_b) {
  const char* const words = bounds.lower > 0    ? "certified apart"
                            : bounds.upper == 0 ? "touching or overlapping"
                                                : "touching, or too close to tell";
  return fmt::format(
      "time        {}\ndistance    between {:.17g} and {:.17g}: {}\npoints      {} on {}\n            {} on {}\n", time,
      bounds.lower, bounds.upper, words, in_words(bounds.point_a), name_a, in_words(bounds.point_b), name_b);
}

void run_distance(const DistanceOptions& options) {
  const Scene scene = pair_from_file(options.file);
  const NamedBody& a = scene.bodies[0];
  const NamedBody& b = scene.bodies[1];
  const double time = options.time.empty() ? scene.query.window.lo() : options.time[0];
  const DistanceBounds bounds =
      distance(a.body.shape, a.body.motion.pose(time), b.body.shape, b.body.motion.pose(time));
  write_output(options.json ? distance_json(time, bounds) : distance_table(time, bounds, a.name, b.name));
}

}  // namespace

void add_distance_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("distance", "How far apart are two bodies at one instant?");
  command.footer(
      "\nexamples:\n  graze distance scenes/hammer.json\n  graze distance query.json --time 0.5 --json | jq .lower");
  const auto options = std::make_shared<DistanceOptions>();
  command.add_option("FILE", options->file, "a query file (JSON)")->required()->type_name("QUERY.json");
  add_numbers(command, "--time", options->time, "T", "the instant (default: the start of the window)");
  command.add_flag("--json", options->json, "print JSON");
  command.callback([options] { run_distance(*options); });
}

}  // namespace graze
