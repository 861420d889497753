// SPDX-License-Identifier: Apache-2.0
// Bodies that overlap at the start, or touch, are moved apart before anything else: by the shortest way found, at rest,
// so that no kinetic energy comes of it.
#include <array>

#include <graze/distance.hpp>

#include "world/core.hpp"

namespace graze {

double World::Core::clearance(std::size_t a, const Vector3& shift, std::size_t b) const {
  Pose pose_a = bodies[a].pose();
  pose_a.translation() += shift;
  return distance(bodies[a].shape, pose_a, bodies[b].shape, bodies[b].pose()).lower;
}

// How far along the best of some directions the mover has to go.
double World::Core::escape(std::size_t mover, std::size_t other, Vector3& direction) const {
  const Vector3 up = options_.gravity.isZero(0.0) ? Vector3(Vector3::UnitZ()) : Vector3(-options_.gravity.normalized());
  Vector3 away = bodies[mover].state.position - bodies[other].state.position;
  if (away.isZero(0.0)) away = up;
  const std::array<Vector3, 8> directions{up,
                                          away.normalized(),
                                          Vector3::UnitX(),
                                          -Vector3::UnitX(),
                                          Vector3::UnitY(),
                                          -Vector3::UnitY(),
                                          Vector3::UnitZ(),
                                          -Vector3::UnitZ()};
  constexpr double kDoublings = 64;
  double best = std::numeric_limits<double>::infinity();
  for (const Vector3& d : directions) {
    double far = 2 * gap_;
    for (int k = 0; k < kDoublings && far < best && clearance(mover, far * d, other) < gap_; ++k) far *= 2;
    if (!(far < best)) continue;
    double near = 0.5 * far;
    while (far - near > 0.25 * gap_) {
      const double middle = 0.5 * (near + far);
      (clearance(mover, middle * d, other) < gap_ ? near : far) = middle;
    }
    best = far;
    direction = d;
  }
  return best;
}

void World::Core::separate_overlaps() {
  constexpr int kRounds = 32;
  for (int round = 0; round < kRounds; ++round) {
    bool clean = true;
    std::vector<Traveller> at_rest;
    for (const RigidBody& body : bodies) at_rest.emplace_back(body, body.state, !body.is_still());
    for (const BodyIds& ids : close_pairs(at_rest, 0.0, gap_, [&](auto a, auto b) { return collide(a, b); })) {
      if (clearance(ids.a, Vector3::Zero(), ids.b) > 1e-3 * gap_) continue;
      const bool a_moves =
          bodies[ids.a].is_dynamic() && (!bodies[ids.b].is_dynamic() || bodies[ids.a].mass < bodies[ids.b].mass);
      const std::size_t mover = a_moves ? ids.a : ids.b;
      Vector3 direction = Vector3::Zero();
      const double far = escape(mover, a_moves ? ids.b : ids.a, direction);
      if (!std::isfinite(far)) continue;
      bodies[mover].state.position += far * direction;
      separated.push_back({ids.a, ids.b, far});
      clean = false;
    }
    if (clean) return;
  }
}

}  // namespace graze
