// SPDX-License-Identifier: Apache-2.0
// A world in a game loop: frames of any length, steps of a fixed length, a jump, and a sight line. Nothing tunnels.
#include <algorithm>
#include <iostream>

#include <graze/world.hpp>

int main() {
  using namespace graze;
  WorldScene scene;
  scene.options.gravity = {0, 0, -9.81};
  WorldBody floor{.name = "floor", .shape = Shape::half_space({0, 0, 1}, 0.0), .kind = BodyKind::Static};
  WorldBody wall{.name = "wall", .shape = Shape::box({0.01, 4, 4}), .kind = BodyKind::Static};
  wall.placement.position = {3, 0, 2.1};
  wall.friction = 0.0;
  WorldBody player{.name = "player", .shape = Shape::capsule(0.3, 1.0)};
  player.placement.position = {0, 0, 0.81};
  player.fixed = {false, false, false, true, true, true};  // does not turn
  scene.bodies = {floor, player, wall};
  World world(scene);
  int impacts = 0;
  world.on_impact = [&](const WorldImpact&) { ++impacts; };

  const double step = 1 / 60.0;
  double unspent = 0.0;  // frame time that no step has used yet
  double highest = 0.0;
  for (int frame = 0; frame < 144; ++frame) {
    const double frame_time = frame % 10 == 9 ? 0.03 : 1 / 144.0;    // a display that stutters
    if (frame == 20) world.set_velocity(1, {200, 0, 4}, {0, 0, 0});  // a jump, at 200 units a second towards the wall
    unspent += std::min(frame_time, 0.1);
    while (unspent >= step) {
      world.step(step);
      unspent -= step;
      highest = std::max(highest, world.body(1).position.z());
    }
    // Draw world.body(i) here.
  }
  const Vector3 eye = world.body(1).position + Vector3(0, 0, 0.5);
  const auto seen = world.cast_ray(eye, {10, 0, 0}, [](std::size_t body) { return body != 1; });

  std::cout << "after " << world.time() << " s the player is at x = " << world.body(1).position.x()
            << ", after a jump to z = " << highest << " and " << impacts << " impacts\n";
  if (seen) std::cout << "and sees the " << scene.bodies[seen->body].name << " at x = " << seen->point.x() << "\n";
  return world.body(1).position.x() < 3.0 && seen ? 0 : 1;
}
