// SPDX-License-Identifier: Apache-2.0
#include "world/step/sleep.hpp"

#include <algorithm>
#include <numeric>

namespace graze {

void put_to_sleep(IslandState& state) {
  if (!state.setting.options.sleeping) return;
  std::vector<std::size_t> leader(state.bodies.size());
  std::iota(leader.begin(), leader.end(), std::size_t{0});
  const auto lead = [&](std::size_t i) {
    while (leader[i] != i) i = leader[i] = leader[leader[i]];
    return i;
  };
  std::vector<bool> touched(state.bodies.size(), false);
  for (const IslandContact& contact : state.contacts) {
    const std::size_t a = contact.solver.a;
    const std::size_t b = contact.solver.b;
    touched[a] = touched[b] = true;
    if (state.bodies[a].is_dynamic() && state.bodies[b].is_dynamic()) leader[lead(a)] = lead(b);
  }
  for (const BodyJoint& joint : state.joints) {
    touched[joint.a()] = touched[joint.b()] = true;
    if (state.bodies[joint.a()].is_dynamic() && state.bodies[joint.b()].is_dynamic())
      leader[lead(joint.a())] = lead(joint.b());
  }
  const double slow = tuning::kRestSpeed * state.setting.gap;
  std::vector<double> shortest(state.bodies.size(), std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    RigidBody& body = state.bodies[i];
    if (!body.is_dynamic() || body.is_asleep()) continue;
    const double speed = body.state.velocity.norm() + body.state.angular_velocity.norm() * body.shape.radius();
    body.rest_time = touched[i] && speed < slow ? body.rest_time + state.setting.length : 0.0;
    shortest[lead(i)] = std::min(shortest[lead(i)], body.rest_time);
  }
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    RigidBody& body = state.bodies[i];
    if (!body.is_dynamic() || body.is_asleep() || shortest[lead(i)] < tuning::kTimeToSleep) continue;
    body.rest_time = std::numeric_limits<double>::infinity();
    body.state.velocity = body.state.angular_velocity = Vector3::Zero();
  }
}

}  // namespace graze
