// SPDX-License-Identifier: Apache-2.0
// Bodies at rest are left alone.
#include <algorithm>
#include <numeric>

#include "world/core.hpp"

namespace graze {
namespace {

constexpr double kRestSpeed = 100.0;  // gaps per unit of time; slower is at rest
constexpr double kTimeToSleep = 0.5;

}  // namespace

bool World::Core::is_still(std::size_t i) const {
  const RigidBody& body = bodies[i];
  return body.scene.kind == BodyKind::Static || body.is_asleep();
}

// Bodies that touch, directly or by others, fall asleep together.
void World::Core::put_to_sleep(double dt) {
  if (!options_.sleeping) return;
  std::vector<std::size_t> leader(bodies.size());
  std::iota(leader.begin(), leader.end(), std::size_t{0});
  const auto lead = [&](std::size_t i) {
    while (leader[i] != i) i = leader[i] = leader[leader[i]];
    return i;
  };
  std::vector<bool> touched(bodies.size(), false);
  for (const Touch& touch : touches_) {
    const std::size_t a = touch.contact.a;
    const std::size_t b = touch.contact.b;
    touched[a] = touched[b] = true;
    if (bodies[a].is_dynamic() && bodies[b].is_dynamic()) leader[lead(a)] = lead(b);
  }
  for (const Joint& joint : joints_) {
    touched[joint.a()] = touched[joint.b()] = true;
    if (bodies[joint.a()].is_dynamic() && bodies[joint.b()].is_dynamic()) leader[lead(joint.a())] = lead(joint.b());
  }
  const double slow = kRestSpeed * gap_;
  std::vector<double> shortest(bodies.size(), std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    RigidBody& body = bodies[i];
    if (!body.is_dynamic() || body.is_asleep()) continue;
    const double speed = body.state.velocity.norm() + body.state.angular_velocity.norm() * body.shape.radius();
    body.rest_time = touched[i] && speed < slow ? body.rest_time + dt : 0.0;
    shortest[lead(i)] = std::min(shortest[lead(i)], body.rest_time);
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    RigidBody& body = bodies[i];
    if (!body.is_dynamic() || body.is_asleep() || shortest[lead(i)] < kTimeToSleep) continue;
    body.rest_time = std::numeric_limits<double>::infinity();
    body.state.velocity = body.state.angular_velocity = Vector3::Zero();
  }
}

}  // namespace graze
