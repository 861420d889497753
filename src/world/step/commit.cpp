// SPDX-License-Identifier: Apache-2.0
#include "world/step/commit.hpp"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

// Bodies in contact may have more energy together than before: contacts are solved as if bodies turned at one velocity,
// and the body that pushed another may have stalled and kept its energy. The surplus is taken from the bodies that
// gained. (Bodies in flight or on joints keep their energy on average, not in every substep.)
void take_back(IslandState& state, const std::vector<double>& gains) {
  double sum = 0.0;
  double gained = 0.0;
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    const WorldBody& scene = *state.bodies[i].scene;
    const bool driven = scene.kind == BodyKind::Kinematic || !scene.force.isZero(0.0) || !scene.torque.isZero(0.0);
    if (driven) return;
    sum += gains[i];
    gained += std::max(0.0, gains[i]);
  }
  if (!(sum > 0)) return;
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    if (!(gains[i] > 0)) continue;
    const double kinetic = state.bodies[i].kinetic_energy();
    const double left = std::sqrt(std::max(0.0, 1 - sum * gains[i] / gained / kinetic));
    state.bodies[i].state.velocity *= left;
    state.bodies[i].state.angular_velocity *= left;
  }
}

}  // namespace

// A stalled body gets only the velocity change of the time it moved. But its supports act in full, unless that would
// give the body more energy. A body that is supported, corrected or stalled does not rotate freely: that must not make
// it spin faster.
void commit(IslandState& state, const Substep& substep) {
  std::vector<double> gains(state.bodies.size(), 0.0);
  const bool stalls = *std::min_element(substep.stops.begin(), substep.stops.end()) < substep.length;
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    const BodyPlan& plan = substep.plans[i];
    const double t = substep.stops[i];
    const double fraction = t == substep.planned ? 1.0 : t / substep.planned;
    RigidBody& body = state.bodies[i];
    if (!plan.moves) continue;
    const double energy_before = body.energy(state.setting.options.gravity);
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
    const double spin_before = body.spin_energy();
    change_by(plan.supported ? 1.0 : fraction);
    if (plan.supported && fraction < 1 && body.energy(state.setting.options.gravity) > energy_before)
      change_by(fraction);
    const double most = plan.supported ? plan.spin_energy : spin_before;
    if (body.scene->torque.isZero(0.0) &&
        body.spin_energy() > (fraction < 1 ? 1.0 : 1.0 + tuning::kSpinAccuracy) * most)
      body.limit_spin(most);
    if (stalls || ((plan.supported || plan.corrected) && !state.jointed[i]))
      gains[i] = body.energy(state.setting.options.gravity) - energy_before;
  }
  take_back(state, gains);
}

void remember_impulses(IslandState& state) {
  state.warm.clear();
  for (const IslandContact& contact : state.contacts) {
    const SolverContact& c = contact.solver;
    if (contact.resting && c.normal_impulse > 0)
      state.warm[{{state.ids[c.a], state.ids[c.b]}, contact.point.features}] = {
          c.normal_impulse, c.tangent_impulse.x(), c.tangent_impulse.y(), c.tangent_impulse.z()};
  }
  state.last = &state.warm;
}

// A stalled body has two flights: the second is at rest.
void log_flights(IslandState& state, const Substep& substep, double at, double end) {
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    if (state.bodies[i].scene->kind == BodyKind::Static) continue;
    const BodyPlan& plan = substep.plans[i];
    BodyState flown = state.bodies[i].state;
    flown.velocity = plan.velocity;
    flown.angular_velocity = plan.angular_velocity;
    const double stop = substep.stops[i];
    const double until = stop < substep.length ? std::min(at + stop, end) : end;
    state.log.flights[i].push_back({at, until, stop, flown});
    if (stop >= substep.length) continue;
    state.log.stalled.insert(state.ids[i]);
    flown = moved(flown, plan.velocity, plan.angular_velocity, stop);
    flown.velocity = flown.angular_velocity = Vector3::Zero();
    state.log.flights[i].push_back({until, end, substep.length - stop, flown});
  }
}

void log_speculative(IslandState& state, const PairContacts& at_start, double from) {
  IslandPair last{0, 0};
  for (const IslandContact& contact : state.contacts) {
    const IslandPair pair{contact.solver.a, contact.solver.b};
    if (!contact.speculative || pair == last || at_start.contains(pair) || !(contact.solver.normal_impulse > 0))
      continue;
    last = pair;
    WorldImpact impact = *contact.speculative;
    impact.time += from;
    impact.a = state.ids[impact.a];
    impact.b = state.ids[impact.b];
    state.log.impacts.push_back(impact);
  }
}

void log_contacts(IslandState& state) {
  for (const IslandContact& contact : state.contacts)
    state.log.contacts.push_back({state.ids[contact.solver.a], state.ids[contact.solver.b], contact.point.point_b,
                                  contact.solver.normal, contact.point.gap, contact.solver.normal_impulse});
}

}  // namespace graze
