// SPDX-License-Identifier: Apache-2.0
#include "view/world_view.hpp"

#include <cmath>

#include <fmt/format.h>

#include "view/glb.hpp"
#include "view/view_json.hpp"
#include "world/rigid_body.hpp"

namespace graze {
namespace {

constexpr double kTurnPerWaypoint = 1.5;  // radians between waypoints: the shorter way round is then the right one
constexpr std::size_t kMostEvents = 1000;

// The corners of one body's way.
struct Way {
  std::vector<double> times;
  std::vector<Placement> places;

  void add(double time, const BodyState& at) {
    if (!times.empty() && !(time > times.back())) return;
    times.push_back(time);
    places.push_back({at.position, at.orientation});
  }
};

void add_substep(const WorldBodySubstep& substep, Way& way) {
  const BodyState& from = substep.state;
  way.add(substep.start, from);
  const int parts = 1 + static_cast<int>(from.angular_velocity.norm() * substep.length / kTurnPerWaypoint);
  for (int k = 1; k <= parts; ++k) {
    const double t = substep.length * k / parts;
    way.add(substep.start + t, moved(from, from.velocity, from.angular_velocity, t));
  }
}

struct Shown {
  Scene scene;
  Toi toi;
};

Shown shown(const WorldRun& run) {
  const WorldFile file = parse_world(run.start.scene, "the scene of the run", run.start.mesh_directory);
  const World world(file.scene);
  std::vector<Way> ways(world.size());
  for (const WorldBodySubstep& substep : run.substeps) add_substep(substep, ways.at(substep.body));
  Shown result;
  const double end = static_cast<double>(run.frames) * run.start.timestep;
  result.scene.query.window = {0.0, std::max(end, run.start.timestep)};
  for (std::size_t i = 0; i < world.size(); ++i) {
    const BodyState& first = run.first.state.bodies.at(i);
    const Motion motion = ways[i].times.size() < 2 ? Motion::still(first.position, first.orientation)
                                                   : Motion::waypoints(ways[i].times, ways[i].places);
    result.scene.bodies.push_back({file.scene.bodies[i].name, {world.shape(i), motion}});
  }
  result.toi.verdict = Verdict::Free;
  result.toi.guarantee = Guarantee::Proved;
  result.toi.bracket = Interval(result.scene.query.window.hi());
  return result;
}

}  // namespace

std::string world_view_json(const std::string& title, const WorldRun& run) {
  const Shown all = shown(run);
  std::vector<ViewEvent> events;
  for (std::size_t i = 0; i < std::min(run.impacts.size(), kMostEvents); ++i) {
    const WorldImpact& impact = run.impacts[i];
    events.push_back({impact.time,
                      fmt::format("{} hits {} at {:.3g}", all.scene.bodies.at(impact.a).name,
                                  all.scene.bodies.at(impact.b).name, impact.approach_speed),
                      impact.point});
  }
  return view_json(title, all.scene, all.toi, std::nullopt, events);
}

std::string world_glb(const WorldRun& run) {
  const Shown all = shown(run);
  return to_glb(all.scene, all.toi);
}

}  // namespace graze
