// SPDX-License-Identifier: Apache-2.0
// The world's inside: what stays from step to step. What happens in a step is the matter of its islands.
#pragma once

#include <optional>
#include <set>

#include "numeric/parallel.hpp"
#include "world/step/island.hpp"

namespace graze {

class World::Core {
 public:
  explicit Core(const WorldScene& scene);

  StepReport step(double dt, const World& callbacks);

  bool can_collide(std::size_t a, std::size_t b) const;
  WorldState state() const;
  void restore(const WorldState& state);
  double energy() const;
  std::optional<CastHit> cast(const Shape& shape, const Placement& from, const Vector3& displacement,
                              const BodyFilter& filter) const;

  std::vector<RigidBody> bodies;
  double time = 0.0;
  std::vector<InitialOverlap> initial_overlaps;

 private:
  void add_joints(const WorldScene& scene);
  Vector3 up() const;

  void steer_kinematic(double dt);
  StepReport take_over(const std::vector<const Island*>& islands);

  WorldOptions options_;
  double gap_ = 0.0;  // kept at rest
  std::uint64_t steps_ = 0;
  std::set<std::pair<std::size_t, std::size_t>> ignored_;
  std::vector<BodyJoint> joints_;
  WarmImpulses warm_;
  ManifoldFinder manifolds_;
  PairCaches caches_;
  ReadyThreads threads_;
};

}  // namespace graze
