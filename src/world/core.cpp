// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "world/core.hpp"

namespace graze {
namespace {

constexpr double kGap = 1e-4;  // of the smallest dynamic body's radius

}  // namespace

World::Core::Core(const WorldScene& scene) : options_(scene.options) {
  double smallest = std::numeric_limits<double>::infinity();
  SharedShapes shared;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    try {
      bodies.emplace_back(scene.bodies[i], shared);
    } catch (const std::invalid_argument& fault) {
      throw std::invalid_argument("body " + std::to_string(i) + " (" + scene.bodies[i].name + "): " + fault.what());
    }
    if (bodies.back().is_dynamic()) smallest = std::min(smallest, bodies.back().shape.radius());
  }
  gap_ = options_.gap > 0 ? options_.gap : std::isfinite(smallest) ? kGap * smallest : kGap;
  for (const BodyIds& ids : scene.ignored) ignored_.insert({std::min(ids.a, ids.b), std::max(ids.a, ids.b)});
  add_joints(scene);
  separate_overlaps();
}

void World::Core::add_joints(const WorldScene& scene) {
  jointed_.assign(bodies.size(), false);
  for (std::size_t k = 0; k < scene.joints.size(); ++k) {
    const WorldJoint& joint = scene.joints[k];
    try {
      joints_.emplace_back(joint, bodies);
    } catch (const std::invalid_argument& fault) {
      throw std::invalid_argument("joint " + std::to_string(k) + " (" + joint.name + "): " + fault.what());
    }
    jointed_[joint.a] = jointed_[joint.b] = true;
    if (!joint.collide) ignored_.insert({std::min(joint.a, joint.b), std::max(joint.a, joint.b)});
  }
}

bool World::Core::collide(std::size_t a, std::size_t b) const {
  const WorldBody& x = bodies[a].scene;
  const WorldBody& y = bodies[b].scene;
  if (a == b || (x.kind != BodyKind::Dynamic && y.kind != BodyKind::Dynamic)) return false;
  if (ignored_.contains({std::min(a, b), std::max(a, b)})) return false;
  return x.group < 0 || x.group != y.group;
}

// A path gives where to be after each step; the last place is kept.
void World::Core::steer_kinematic(double dt) {
  for (RigidBody& body : bodies) {
    if (body.scene.kind != BodyKind::Kinematic) continue;
    BodyState& state = body.state;
    if (!body.scene.path.empty()) {
      const Placement& next = body.scene.path[std::min<std::size_t>(steps_, body.scene.path.size() - 1)];
      const Quaternion turn = next.orientation.normalized() * state.orientation.conjugate();
      const Eigen::AngleAxisd shorter(turn.w() < 0 ? Quaternion(-turn.coeffs()) : turn);
      state.velocity = (next.position - state.position) / dt;
      state.angular_velocity = shorter.angle() / dt * shorter.axis();
    }
    if (time >= body.scene.moves_until) state.velocity = state.angular_velocity = Vector3::Zero();
  }
}

StepReport World::Core::step(double dt, const World& callbacks) {
  if (!(dt > 0) || !std::isfinite(dt)) throw std::invalid_argument("a step must be positive and finite");
  StepReport report;
  const double start = time;
  resting_speed_ = 2 * options_.gravity.norm() * dt;
  met_.clear();
  steer_kinematic(dt);
  std::set<std::size_t> held;
  int impacts = 0;
  for (double left = dt; left > 0;) {
    const Stretch stretch = plan_stretch(left, impacts < options_.events_per_step);
    const double at = start + (dt - left);
    if (left == dt) tell_contacts(report, callbacks);
    report_foreseen(at, report, callbacks);
    tell_pieces(stretch, at, callbacks);
    commit(stretch);
    for (std::size_t i = 0; i < bodies.size(); ++i)
      if (stretch.stops[i] < stretch.length) held.insert(i);
    left -= stretch.length;
    if (stretch.length < stretch.planned) ++impacts;
    if (!stretch.impact) continue;
    ++report.impacts;
    resolve(stretch.impact->ids, stretch.impact->contact, start + (dt - left), callbacks);
  }
  report.held.assign(held.begin(), held.end());
  time = start + dt;
  ++steps_;
  put_to_sleep(dt);
  return report;
}

}  // namespace graze
