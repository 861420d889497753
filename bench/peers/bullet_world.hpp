// SPDX-License-Identifier: Apache-2.0
// Bullet's discrete dynamics world, set up as its users do, for comparison in the same run.
#pragma once

#include <memory>
#include <vector>

#include <graze/world.hpp>

namespace graze::bench {

class BulletWorld {
 public:
  static bool available();

  // The bodies of `scene`, with the shapes that `world`, made of it, gave them: boxes as boxes, other surfaces as
  // triangle meshes. `continuous`: with Bullet's own continuous collision detection for every body that moves.
  BulletWorld(const WorldScene& scene, const World& world, bool continuous);
  ~BulletWorld();
  BulletWorld(const BulletWorld&) = delete;
  BulletWorld& operator=(const BulletWorld&) = delete;

  void step(double dt);
  std::vector<BodyState> states() const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace graze::bench
