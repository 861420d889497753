// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "numeric/axis_angle.hpp"
#include "numeric/range_checks.hpp"
#include "numeric/stable_norm.hpp"
#include "world/core.hpp"
#include "world/initial_overlaps.hpp"
#include "world/step/replay.hpp"
#include "world/step/schedule.hpp"
#include "world/tuning.hpp"

namespace graze {

World::Core::Core(const WorldScene& scene)
    : options_(scene.options), caches_(scene.bodies.size()), threads_(scene.options.threads) {
  require_at_most(options_.gravity, kLargestInWorld, "gravity");
  require_at_most(options_.gap, kLargestInWorld, "gap");
  double smallest = std::numeric_limits<double>::infinity();
  SharedShapes shared;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    try {
      bodies.emplace_back(scene.bodies[i], shared);
    } catch (const std::invalid_argument& fault) {
      throw std::invalid_argument("body " + std::to_string(i) + " (" + scene.bodies[i].name + "): " + fault.what());
    }
    manifolds_.learn(bodies.back().shape);
    if (bodies.back().is_dynamic()) smallest = std::min(smallest, bodies.back().shape.radius());
  }
  gap_ = options_.gap > 0          ? options_.gap
         : std::isfinite(smallest) ? tuning::kDefaultGap * smallest
                                   : tuning::kDefaultGap;
  for (const BodyIds& ids : scene.ignored) ignored_.insert({std::min(ids.a, ids.b), std::max(ids.a, ids.b)});
  add_joints(scene);
  initial_overlaps =
      OverlapSeparation(bodies, gap_, up(), [this](std::size_t a, std::size_t b) { return can_collide(a, b); }).run();
}

Vector3 World::Core::up() const {
  return options_.gravity.isZero(0.0) ? Vector3(Vector3::UnitZ()) : Vector3(-unit_of(options_.gravity));
}

void World::Core::add_joints(const WorldScene& scene) {
  for (std::size_t k = 0; k < scene.joints.size(); ++k) {
    const WorldJoint& joint = scene.joints[k];
    try {
      joints_.emplace_back(joint, bodies);
    } catch (const std::invalid_argument& fault) {
      throw std::invalid_argument("joint " + std::to_string(k) + " (" + joint.name + "): " + fault.what());
    }
    if (!joint.collide) ignored_.insert({std::min(joint.a, joint.b), std::max(joint.a, joint.b)});
  }
}

bool World::Core::can_collide(std::size_t a, std::size_t b) const {
  const WorldBody& x = *bodies[a].scene;
  const WorldBody& y = *bodies[b].scene;
  if (a == b || (x.kind != BodyKind::Dynamic && y.kind != BodyKind::Dynamic)) return false;
  if (ignored_.contains({std::min(a, b), std::max(a, b)})) return false;
  return x.group < 0 || x.group != y.group;
}

// A path gives where to be after each step; the last place is kept.
void World::Core::steer_kinematic(double dt) {
  for (RigidBody& body : bodies) {
    if (body.scene->kind != BodyKind::Kinematic) continue;
    BodyState& state = body.state;
    if (!body.scene->path.empty()) {
      const Placement& next = body.scene->path[std::min<std::size_t>(steps_, body.scene->path.size() - 1)];
      const Quaternion turn = next.orientation.normalized() * state.orientation.conjugate();
      const AxisAngle shorter = axis_angle_of(turn);
      state.velocity = (next.position - state.position) / dt;
      state.angular_velocity = shorter.angle / dt * shorter.axis;
    }
    if (time >= body.scene->moves_until) state.velocity = state.angular_velocity = Vector3::Zero();
  }
}

// What the islands leave behind.
StepReport World::Core::take_over(const std::vector<const Island*>& islands) {
  StepReport report;
  std::set<std::size_t> stalled;
  warm_.clear();
  for (const Island* island : islands) {
    for (std::size_t k = 0; k < island->ids().size(); ++k) {
      bodies[island->ids()[k]].state = island->members()[k].state;
      bodies[island->ids()[k]].rest_time = island->members()[k].rest_time;
    }
    island->give_back_joints(joints_);
    warm_.insert(island->warm().begin(), island->warm().end());
    report.impacts += island->log().impacts.size();
    report.contacts += island->log().contacts.size();
    stalled.insert(island->log().stalled.begin(), island->log().stalled.end());
  }
  report.islands = islands.size();
  report.stalled.assign(stalled.begin(), stalled.end());
  return report;
}

StepReport World::Core::step(double dt, const World& callbacks) {
  if (!(dt > 0 && dt <= kLargestInWorld))
    throw std::invalid_argument("a step must be positive and finite, and at most 1e20");
  steer_kinematic(dt);
  const StepSetting setting{
      options_,   gap_,  time,   dt, [this](std::size_t a, std::size_t b) { return can_collide(a, b); },
      manifolds_, warm_, caches_};
  Schedule schedule(setting, bodies, joints_);
  threads_.run([&] { schedule.run(); });
  const std::vector<const Island*> islands = schedule.islands();
  replay(islands, time, time + dt, bodies, callbacks);
  StepReport report = take_over(islands);
  report.rollbacks = schedule.rollbacks();
  caches_.age();
  time += dt;
  ++steps_;
  return report;
}

}  // namespace graze
