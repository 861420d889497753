// SPDX-License-Identifier: Apache-2.0
// The next piece of a step in which every body keeps its velocity.
#include <algorithm>

#include "world/core.hpp"

namespace graze {
namespace {

constexpr double kSeparation = 0.05;  // gaps; certified at all times
constexpr int kForesights = 8;        // rounds of them in a stretch
constexpr double kMostParts = 64;     // of a step, because bodies spin

}  // namespace

// Along their plans, or where they are.
std::vector<Traveller> World::Core::travellers(const std::vector<Plan>* plans) const {
  std::vector<Traveller> result;
  result.reserve(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    BodyState state = bodies[i].state;
    state.velocity = plans != nullptr ? (*plans)[i].velocity : Vector3::Zero();
    state.angular_velocity = plans != nullptr ? (*plans)[i].angular_velocity : Vector3::Zero();
    result.emplace_back(bodies[i], state, plans != nullptr ? (*plans)[i].moves : !is_still(i));
  }
  return result;
}

// Velocities are solved for, and what follows from them certified, until no slow meeting is left that was not foreseen.
World::Core::Stretch World::Core::plan_stretch(double left, double dt) {
  Stretch stretch;
  stretch.length = left;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (!is_still(i)) stretch.length = std::min(stretch.length, std::max(bodies[i].longest_step(), dt / kMostParts));
  find_touches();
  stretch.plans = make_plans(stretch.length);
  const auto allowed = [&](std::size_t a, std::size_t b) { return collide(a, b); };
  for (int round = 0;; ++round) {
    stretch.meetings = certifier_.certify(travellers(&stretch.plans), stretch.length, kSeparation * gap_, touching_,
                                          allowed, options_.threads);
    if (round == kForesights || !foresee(stretch.meetings, stretch.plans, stretch.length)) break;
    stretch.plans = make_plans(stretch.length);
  }
  remember_impulses();
  return stretch;
}

void World::Core::remember_impulses() {
  warm_.clear();
  for (const Touch& touch : touches_) {
    const SolverContact& c = touch.contact;
    if (touch.resting && c.normal_impulse > 0)
      warm_[{{c.a, c.b}, touch.place.features}] = {c.normal_impulse, c.tangent_impulse.x(), c.tangent_impulse.y(),
                                                   c.tangent_impulse.z()};
  }
}

void World::Core::tell_piece(const Stretch& stretch, double at, double length, const World& callbacks) const {
  if (!callbacks.on_piece || !(length > 0)) return;
  WorldPiece piece{at, length, {}};
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    piece.bodies.push_back(bodies[i].state);
    piece.bodies.back().velocity = stretch.plans[i].velocity;
    piece.bodies.back().angular_velocity = stretch.plans[i].angular_velocity;
  }
  callbacks.on_piece(piece);
}

}  // namespace graze
