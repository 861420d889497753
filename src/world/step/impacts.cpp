// SPDX-License-Identifier: Apache-2.0
#include "world/step/impacts.hpp"

#include <algorithm>
#include <cmath>

namespace graze {

bool bounces_no_more(const IslandState& state, std::size_t a, std::size_t b) {
  const auto met = state.met.find({a, b});
  return met != state.met.end() && met->second >= tuning::kMostBounces;
}

double restitution(const IslandState& state, std::size_t a, std::size_t b) {
  return bounces_no_more(state, a, b)
             ? 0.0
             : std::max(state.bodies[a].scene->restitution, state.bodies[b].scene->restitution);
}

double friction(const IslandState& state, std::size_t a, std::size_t b) {
  return std::sqrt(state.bodies[a].scene->friction * state.bodies[b].scene->friction);
}

void resolve(IslandState& state, const BlockedPair& impact, double at) {
  const BodyIds& ids = impact.ids;
  const Contact& contact = impact.contact;
  RigidBody& a = state.bodies[ids.a];
  RigidBody& b = state.bodies[ids.b];
  for (RigidBody* body : {&a, &b})
    if (body->is_asleep()) body->rest_time = 0.0;
  const std::vector<SolverBody> pair{state.solver_body(ids.a), state.solver_body(ids.b)};
  const Pose pose_a = a.pose();
  const Pose pose_b = b.pose();
  std::vector<ManifoldPoint> points =
      state.setting.manifolds.find({a.shape, pose_a}, {b.shape, pose_b}, state.setting.gap);
  if (points.empty()) points.push_back({contact.point_a, contact.point_b, contact.normal, 0.0, 0});
  const double e = restitution(state, ids.a, ids.b);
  ++state.met[{ids.a, ids.b}];
  const auto solve = [&](double bounce) {
    std::vector<SolverBody> after = pair;
    std::vector<SolverContact> contacts;
    for (const ManifoldPoint& point : points) {
      SolverContact c;
      c.b = 1;
      c.point_a = point.point_a;
      c.point_b = point.point_b;
      c.normal = point.normal;
      c.friction = friction(state, ids.a, ids.b);
      const double speed = relative_speed(pair, c);
      c.least_speed = speed < -state.setting.resting_speed() ? -bounce * speed : 0.0;
      contacts.push_back(c);
    }
    double fastest = 0.0;
    for (const SolverContact& c : contacts) fastest = std::max(fastest, std::abs(relative_speed(pair, c)));
    std::vector<SolverJointRow> joints;
    solve_contacts(after, contacts, joints, {.rounds = state.setting.options.solver_iterations},
                   tuning::kSolverAccuracy * fastest);
    return after;
  };
  const auto take = [&](const std::vector<SolverBody>& from) {
    double energy = 0.0;
    for (std::size_t k = 0; k < 2; ++k) {
      RigidBody& body = state.bodies[k == 0 ? ids.a : ids.b];
      if (!body.is_dynamic()) continue;
      body.state.velocity = from[k].velocity;
      body.state.angular_velocity = from[k].angular_velocity;
      energy += body.kinetic_energy();
    }
    return energy;
  };
  SolverContact first;
  first.b = 1;
  first.point_a = contact.point_a;
  first.point_b = contact.point_b;
  first.normal = contact.normal;
  state.log.impacts.push_back({at, state.ids[ids.a], state.ids[ids.b], 0.5 * (contact.point_a + contact.point_b),
                               contact.normal, -relative_speed(pair, first)});
  const double before = take(pair);
  const double after = take(solve(e));
  // Restitution at several places with friction may ask for more than there is.
  const bool driven = a.scene->kind == BodyKind::Kinematic || b.scene->kind == BodyKind::Kinematic;
  if (after > (1 + tuning::kEnergyRounding) * before && !driven) take(solve(0.0));
}

bool is_impact(const IslandState& state, const BlockedPair& pair) {
  if (pair.stuck) return false;
  bool supported = false;
  bool awaited = false;
  for (const IslandContact& contact : state.contacts) {
    if (contact.solver.a != pair.ids.a || contact.solver.b != pair.ids.b) continue;
    if (state.is_too_close(contact.point)) return false;
    (contact.resting ? supported : awaited) = true;
  }
  return awaited || !supported;
}

}  // namespace graze
