// SPDX-License-Identifier: Apache-2.0
// How bodies will move: forces, contacts, and the motions that follow from them.
#include <algorithm>
#include <cmath>

#include "world/core.hpp"

namespace graze {
namespace {

// Large heaps get fewer rounds of the solver: what is left to do, they do in the next step.
constexpr int kWork = 20000, kFewestRounds = 20;
constexpr double kCreep = 1e-3;  // gaps; what contacts may move in a stretch for want of accuracy

}  // namespace

std::vector<SolverBody> World::Core::solver_bodies() const {
  std::vector<SolverBody> result;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const RigidBody& body = bodies[i];
    SolverBody solver;
    solver.position = body.state.position;
    if (!is_still(i)) {
      solver.velocity = body.state.velocity;
      solver.angular_velocity = body.state.angular_velocity;
      solver.inverse_mass = body.inverse_mass;
      solver.inverse_inertia = body.inverse_inertia_at(body.state.orientation);
    }
    result.push_back(solver);
  }
  return result;
}

// Free bodies take the chord of their flight. Those held up by contacts take the velocity they will have at the end,
// which the contacts have been solved for.
std::vector<World::Core::Plan> World::Core::make_plans(double h) {
  std::vector<SolverBody> solved = solver_bodies();
  std::vector<Plan> plans(bodies.size());
  std::vector<Vector3> momenta(bodies.size(), Vector3::Zero());  // angular, applied from outside
  for (Touch& touch : touches_) {
    const double e = restitution(touch.contact.a, touch.contact.b);
    touch.resting = e == 0.0 || relative_speed(solved, touch.contact) > -resting_speed_;
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const RigidBody& body = bodies[i];
    plans[i].moves = !is_still(i);
    if (is_still(i)) continue;
    if (!body.is_dynamic()) {
      plans[i].velocity = body.state.velocity;
      plans[i].angular_velocity = body.state.angular_velocity;
      continue;
    }
    const WorldBody& scene = body.scene;
    Vector3 change = h * (options_.gravity + scene.force / body.mass);
    change += std::expm1(-scene.linear_damping * h) * body.state.velocity;
    for (int k = 0; k < 3; ++k)
      if (scene.fixed[static_cast<std::size_t>(k)]) change[k] = 0.0;
    const Vector3 momentum = body.inertia_at(body.state.orientation) * body.state.angular_velocity;
    momenta[i] = h * scene.torque + std::expm1(-scene.angular_damping * h) * momentum;
    plans[i].velocity = body.state.velocity + 0.5 * change;
    plans[i].angular_velocity = body.mean_angular_velocity(momentum + 0.5 * momenta[i], h);
    plans[i].velocity_change = change;
    plans[i].momentum_change = momenta[i];
    solved[i].velocity += change;
    solved[i].angular_velocity = plans[i].angular_velocity;
  }
  const std::vector<SolverBody> before = solved;
  std::vector<SolverContact> contacts;
  double speed = 0.0;
  for (Touch& touch : touches_) {
    SolverContact& c = touch.contact;
    if (!touch.resting) continue;
    touch.room = room_for(touch, h);
    c.least_speed = -std::max(0.0, touch.place.gap - touch.room) / h;
    speed = std::max(speed, std::abs(relative_speed(solved, c)));
    contacts.push_back(c);
  }
  if (contacts.empty()) return plans;
  std::vector<SolverJointRow> joints;
  const int rounds = std::clamp(kWork / static_cast<int>(contacts.size()), kFewestRounds, options_.solver_iterations);
  solve_contacts(solved, contacts, joints, rounds, std::max(kAccuracy * speed, kCreep * gap_ / h));
  std::vector<bool> supported(bodies.size(), false);
  std::size_t next = 0;
  for (Touch& touch : touches_) {
    if (!touch.resting) continue;
    touch.contact = contacts[next++];
    if (touch.contact.normal_impulse > 0) supported[touch.contact.a] = supported[touch.contact.b] = true;
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!supported[i] || !bodies[i].is_dynamic() || is_still(i)) continue;
    plans[i].supported = true;
    plans[i].velocity = solved[i].velocity;
    plans[i].angular_velocity = solved[i].angular_velocity;
    plans[i].velocity_change = solved[i].velocity - bodies[i].state.velocity;
    plans[i].momentum_change = momenta[i] + bodies[i].inertia_at(bodies[i].state.orientation) *
                                                (solved[i].angular_velocity - before[i].angular_velocity);
  }
  push_apart(h, solved, plans);
  return plans;
}

// The gap to be kept. Where bodies slide or turn on each other, what is solved for is less exact, and paths bend: there
// they keep some more off, as long as they do.
double World::Core::room_for(const Touch& touch, double h) const {
  constexpr double kMost = 8.0;    // gaps
  constexpr double kSlide = 0.01;  // of the way they go along each other
  const BodyState& a = bodies[touch.contact.a].state;
  const BodyState& b = bodies[touch.contact.b].state;
  const Vector3 arm_a = touch.contact.point_a - a.position;
  const Vector3 arm_b = touch.contact.point_b - b.position;
  const double slide =
      h * (b.velocity + b.angular_velocity.cross(arm_b) - a.velocity - a.angular_velocity.cross(arm_a)).norm();
  const double bend =
      0.5 * h * h * (a.angular_velocity.squaredNorm() * arm_a.norm() + b.angular_velocity.squaredNorm() * arm_b.norm());
  return gap_ + std::min(kMost * gap_, kSlide * slide + bend);
}

// Of the contact's points, along its normal, when the motion starts.
double World::Core::planned_speed(const Touch& touch, const std::vector<Plan>& plans) const {
  const auto speed = [&](std::size_t i, const Vector3& point) {
    return touch.contact.normal.dot(plans[i].velocity +
                                    plans[i].angular_velocity.cross(point - bodies[i].state.position));
  };
  return speed(touch.contact.b, touch.contact.point_b) - speed(touch.contact.a, touch.contact.point_a);
}

double World::Core::gap_at_end(const Touch& touch, const std::vector<Plan>& plans, double h) const {
  const BodyState& a = bodies[touch.contact.a].state;
  const BodyState& b = bodies[touch.contact.b].state;
  const Plan& plan_a = plans[touch.contact.a];
  const Plan& plan_b = plans[touch.contact.b];
  return gap_after(touch.place, a, moved(a, plan_a.velocity, plan_a.angular_velocity, h), b,
                   moved(b, plan_b.velocity, plan_b.angular_velocity, h));
}

// Where bodies would end closer than the gap, because they are so already or because paths bend as bodies turn, their
// motion, but not their velocity, gets what keeps them off.
void World::Core::push_apart(double h, const std::vector<SolverBody>& solved, std::vector<Plan>& plans) const {
  constexpr double kPart = 0.5;        // of what is missing at the start
  constexpr double kTolerance = 0.05;  // of the gap
  constexpr int kRounds = 50, kCorrections = 3;
  std::vector<SolverBody> pushed = solved;
  for (int k = 0; k < kCorrections; ++k) {
    std::vector<SolverContact> contacts;
    bool needed = false;
    for (const Touch& touch : touches_) {
      if (!touch.resting) continue;
      SolverContact c = touch.contact;
      const double wanted = touch.room - kPart * std::max(0.0, touch.room - touch.place.gap);
      const double missing = wanted - gap_at_end(touch, plans, h);
      needed = needed || missing > kTolerance * gap_;
      // Paths that bend away leave room at the end, but none to come closer before.
      c.least_speed = std::max(missing / h, touch.contact.least_speed - planned_speed(touch, plans));
      c.friction = 0.0;
      c.normal_impulse = 0.0;
      c.tangent_impulse = Vector3::Zero();
      contacts.push_back(c);
    }
    if (!needed) return;
    for (SolverBody& body : pushed) body.velocity = body.angular_velocity = Vector3::Zero();
    std::vector<SolverJointRow> joints;
    const int rounds = std::clamp(kWork / static_cast<int>(contacts.size()), kFewestRounds, kRounds);
    solve_contacts(pushed, contacts, joints, rounds, 2e-2 * gap_ / h);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (!bodies[i].is_dynamic() || is_still(i)) continue;
      plans[i].velocity += pushed[i].velocity;
      plans[i].angular_velocity += pushed[i].angular_velocity;
    }
  }
}

// A body that waits lives less: its velocity changes as much as the part of the time that it moves. But what holds it
// up acts in full, unless the body would have more energy for that.
void World::Core::commit(const Stretch& stretch) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Plan& plan = stretch.plans[i];
    const double t = stretch.stops[i];
    const double part = t == stretch.planned ? 1.0 : t / stretch.planned;
    RigidBody& body = bodies[i];
    if (!plan.moves) continue;
    const double energy_before = energy_of(body);
    const Vector3 momentum = body.inertia_at(body.state.orientation) * body.state.angular_velocity;
    const BodyState end = moved(body.state, plan.velocity, plan.angular_velocity, t);
    if (!body.is_dynamic()) {
      body.state = end;
      continue;
    }
    const auto change_by = [&](double amount) {
      body.state = end;
      body.state.velocity += amount * plan.velocity_change;
      body.state.angular_velocity =
          body.inverse_inertia_at(body.state.orientation) * (momentum + amount * plan.momentum_change);
    };
    change_by(plan.supported ? 1.0 : part);
    if (plan.supported && part < 1 && energy_of(body) > energy_before) change_by(part);
  }
}

}  // namespace graze
