// SPDX-License-Identifier: Apache-2.0
// How bodies will move: forces, contacts, and the motions that follow from them.
#include <algorithm>
#include <cmath>

#include "world/core.hpp"

namespace graze {

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
    c.least_speed = -std::max(0.0, touch.place.gap - gap_) / h;
    speed = std::max(speed, std::abs(relative_speed(solved, c)));
    contacts.push_back(c);
  }
  if (contacts.empty()) return plans;
  solve_contacts(solved, contacts, options_.solver_iterations, kAccuracy * speed);
  std::vector<bool> supported(bodies.size(), false);
  std::size_t next = 0;
  for (Touch& touch : touches_) {
    if (!touch.resting) continue;
    touch.contact = contacts[next++];
    if (touch.contact.normal_impulse > 0) supported[touch.contact.a] = supported[touch.contact.b] = true;
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!supported[i] || !bodies[i].is_dynamic() || is_still(i)) continue;
    plans[i].velocity = solved[i].velocity;
    plans[i].angular_velocity = solved[i].angular_velocity;
    plans[i].velocity_change = solved[i].velocity - bodies[i].state.velocity;
    plans[i].momentum_change = momenta[i] + bodies[i].inertia_at(bodies[i].state.orientation) *
                                                (solved[i].angular_velocity - before[i].angular_velocity);
  }
  push_apart(h, solved, plans);
  return plans;
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
  constexpr int kRounds = 50, kCorrections = 4;
  std::vector<SolverBody> pushed = solved;
  for (int k = 0; k < kCorrections; ++k) {
    std::vector<SolverContact> contacts;
    bool needed = false;
    for (const Touch& touch : touches_) {
      if (!touch.resting) continue;
      SolverContact c = touch.contact;
      const double wanted = gap_ - kPart * std::max(0.0, gap_ - touch.place.gap);
      const double missing = wanted - gap_at_end(touch, plans, h);
      needed = needed || missing > kTolerance * gap_;
      c.least_speed = missing / h;
      c.friction = 0.0;
      c.normal_impulse = 0.0;
      c.tangent_impulse = Vector3::Zero();
      contacts.push_back(c);
    }
    if (!needed) return;
    for (SolverBody& body : pushed) body.velocity = body.angular_velocity = Vector3::Zero();
    solve_contacts(pushed, contacts, kRounds, 1e-3 * gap_ / h);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (!bodies[i].is_dynamic() || is_still(i)) continue;
      plans[i].velocity += pushed[i].velocity;
      plans[i].angular_velocity += pushed[i].angular_velocity;
    }
  }
}

void World::Core::commit(const std::vector<Plan>& plans, double h, double t) {
  const double part = t == h ? 1.0 : t / h;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Plan& plan = plans[i];
    RigidBody& body = bodies[i];
    if (!plan.moves) continue;
    const Vector3 momentum = body.inertia_at(body.state.orientation) * body.state.angular_velocity;
    body.state = moved(body.state, plan.velocity, plan.angular_velocity, t);
    if (!body.is_dynamic()) continue;
    body.state.velocity += part * plan.velocity_change;
    body.state.angular_velocity =
        body.inverse_inertia_at(body.state.orientation) * (momentum + part * plan.momentum_change);
  }
}

}  // namespace graze
