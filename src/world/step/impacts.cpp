// SPDX-License-Identifier: Apache-2.0
// Two bodies hit each other, or have to wait because they must not.
#include <algorithm>
#include <cmath>

#include "world/step/island.hpp"

namespace graze {
namespace {

constexpr double kRounding = 1e-9;  // of energies

}  // namespace

// Bounces that follow one another in a step could go on for ever.
bool Island::keeps_meeting(std::size_t a, std::size_t b) const {
  constexpr int kMostBounces = 3;
  const auto met = met_.find({a, b});
  return met != met_.end() && met->second >= kMostBounces;
}

double Island::restitution(std::size_t a, std::size_t b) const {
  return keeps_meeting(a, b) ? 0.0 : std::max(bodies_[a].scene->restitution, bodies_[b].scene->restitution);
}

double Island::friction(std::size_t a, std::size_t b) const {
  return std::sqrt(bodies_[a].scene->friction * bodies_[b].scene->friction);
}

void Island::resolve(const BodyIds& ids, const Contact& contact, double at) {
  RigidBody& a = bodies_[ids.a];
  RigidBody& b = bodies_[ids.b];
  for (RigidBody* body : {&a, &b})
    if (body->is_asleep()) body->rest_time = 0.0;
  const std::vector<SolverBody> pair{solver_body(ids.a), solver_body(ids.b)};
  const Pose pose_a = a.pose();
  const Pose pose_b = b.pose();
  std::vector<ManifoldPoint> points = setting_.manifolds.find({a.shape, pose_a}, {b.shape, pose_b}, setting_.gap);
  if (points.empty()) points.push_back({contact.point_a, contact.point_b, contact.normal, 0.0, 0});
  const double e = restitution(ids.a, ids.b);
  ++met_[{ids.a, ids.b}];
  const auto solve = [&](double bounce) {
    std::vector<SolverBody> after = pair;
    std::vector<SolverContact> contacts;
    for (const ManifoldPoint& point : points) {
      SolverContact c;
      c.b = 1;
      c.point_a = point.point_a;
      c.point_b = point.point_b;
      c.normal = point.normal;
      c.friction = friction(ids.a, ids.b);
      const double speed = relative_speed(pair, c);
      c.least_speed = speed < -setting_.resting_speed() ? -bounce * speed : 0.0;
      contacts.push_back(c);
    }
    double fastest = 0.0;
    for (const SolverContact& c : contacts) fastest = std::max(fastest, std::abs(relative_speed(pair, c)));
    std::vector<SolverJointRow> joints;
    solve_contacts(after, contacts, joints, {.rounds = setting_.options.solver_iterations}, kAccuracy * fastest);
    return after;
  };
  const auto take = [&](const std::vector<SolverBody>& from) {
    double energy = 0.0;
    for (std::size_t k = 0; k < 2; ++k) {
      RigidBody& body = bodies_[k == 0 ? ids.a : ids.b];
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
  log_.impacts.push_back({at, ids_[ids.a], ids_[ids.b], 0.5 * (contact.point_a + contact.point_b), contact.normal,
                          -relative_speed(pair, first)});
  const double before = take(pair);
  const double after = take(solve(e));
  // Restitution at several places with friction may ask for more than there is.
  const bool driven = a.scene->kind == BodyKind::Kinematic || b.scene->kind == BodyKind::Kinematic;
  if (after > (1 + kRounding) * before && !driven) take(solve(0.0));
  project_on_joints();
}

// Not at places that are held by contacts, unless the two have others that await an impact; and bodies too close to be
// let closer, or to be told apart, wait.
bool Island::is_impact(const Meeting& meeting) const {
  if (meeting.stuck) return false;
  bool held = false;
  bool awaited = false;
  for (const Touch& touch : touches_) {
    if (touch.contact.a != meeting.ids.a || touch.contact.b != meeting.ids.b) continue;
    if (is_too_close(touch.place)) return false;
    (touch.resting ? held : awaited) = true;
  }
  return awaited || !held;
}

}  // namespace graze
