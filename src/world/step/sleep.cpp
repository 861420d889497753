// SPDX-License-Identifier: Apache-2.0
// Bodies at rest are left alone.
#include <algorithm>
#include <numeric>

#include "world/step/island.hpp"

namespace graze {
namespace {

constexpr double kRestSpeed = 100.0;  // gaps per unit of time; slower is at rest
constexpr double kTimeToSleep = 0.5;

}  // namespace

// Bodies that touch, directly or by others, fall asleep together.
void Island::put_to_sleep() {
  if (!setting_.options.sleeping) return;
  std::vector<std::size_t> leader(bodies_.size());
  std::iota(leader.begin(), leader.end(), std::size_t{0});
  const auto lead = [&](std::size_t i) {
    while (leader[i] != i) i = leader[i] = leader[leader[i]];
    return i;
  };
  std::vector<bool> touched(bodies_.size(), false);
  for (const Touch& touch : touches_) {
    const std::size_t a = touch.contact.a;
    const std::size_t b = touch.contact.b;
    touched[a] = touched[b] = true;
    if (bodies_[a].is_dynamic() && bodies_[b].is_dynamic()) leader[lead(a)] = lead(b);
  }
  for (const BodyJoint& joint : joints_) {
    touched[joint.a()] = touched[joint.b()] = true;
    if (bodies_[joint.a()].is_dynamic() && bodies_[joint.b()].is_dynamic()) leader[lead(joint.a())] = lead(joint.b());
  }
  const double slow = kRestSpeed * setting_.gap;
  std::vector<double> shortest(bodies_.size(), std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    RigidBody& body = bodies_[i];
    if (!body.is_dynamic() || body.is_asleep()) continue;
    const double speed = body.state.velocity.norm() + body.state.angular_velocity.norm() * body.shape.radius();
    body.rest_time = touched[i] && speed < slow ? body.rest_time + setting_.length : 0.0;
    shortest[lead(i)] = std::min(shortest[lead(i)], body.rest_time);
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    RigidBody& body = bodies_[i];
    if (!body.is_dynamic() || body.is_asleep() || shortest[lead(i)] < kTimeToSleep) continue;
    body.rest_time = std::numeric_limits<double>::infinity();
    body.state.velocity = body.state.angular_velocity = Vector3::Zero();
  }
}

}  // namespace graze
