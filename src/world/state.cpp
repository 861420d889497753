// SPDX-License-Identifier: Apache-2.0
// What a world is at an instant: summed up, taken down, and restored.
#include <stdexcept>

#include "world/core.hpp"

namespace graze {

double World::Core::energy() const {
  double sum = 0.0;
  for (const RigidBody& body : bodies)
    if (body.is_dynamic()) sum += body.energy(options_.gravity);
  return sum;
}

WorldState World::Core::state() const {
  WorldState result;
  result.time = time;
  result.steps = steps_;
  for (const RigidBody& body : bodies) {
    result.bodies.push_back(body.state);
    result.rest_time.push_back(body.rest_time);
  }
  for (const BodyJoint& joint : joints_) result.joint_impulses.push_back(joint.impulses);
  for (const auto& [key, impulse] : warm_)
    result.warm.push_back({static_cast<std::uint32_t>(key.first.first), static_cast<std::uint32_t>(key.first.second),
                           key.second, impulse});
  return result;
}

void World::Core::restore(const WorldState& state) {
  if (state.bodies.size() != bodies.size() || state.rest_time.size() != bodies.size())
    throw std::invalid_argument("the state is of a world with " + std::to_string(state.bodies.size()) +
                                " bodies, this one has " + std::to_string(bodies.size()));
  if (state.joint_impulses.size() != joints_.size())
    throw std::invalid_argument("the state is of a world with " + std::to_string(state.joint_impulses.size()) +
                                " joints, this one has " + std::to_string(joints_.size()));
  time = state.time;
  steps_ = state.steps;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i].state = state.bodies[i];
    bodies[i].rest_time = state.rest_time[i];
  }
  for (std::size_t k = 0; k < joints_.size(); ++k) joints_[k].impulses = state.joint_impulses[k];
  warm_.clear();
  for (const WorldState::Warm& warm : state.warm) warm_[{{warm.a, warm.b}, warm.features}] = warm.impulse;
  initial_overlaps.clear();
}

}  // namespace graze
