// SPDX-License-Identifier: Apache-2.0
// A world: a crate slides down a ramp, and a ball hits that ramp at 200 units a second. Nothing tunnels or overlaps.
#include <iostream>

#include <graze/world.hpp>

int main() {
  using namespace graze;
  WorldScene scene;
  scene.options.gravity = {0, 0, -9.81};

  WorldBody ramp{.name = "ramp", .shape = Shape::box({6, 3, 0.2}), .kind = BodyKind::Static};
  ramp.placement.orientation = Eigen::AngleAxisd(0.4, Vector3::UnitY());
  WorldBody crate{.name = "crate", .shape = Shape::box({0.5, 0.5, 0.5})};
  crate.placement = {{-1, 0, 1}, ramp.placement.orientation};
  crate.friction = 0.1;
  WorldBody ball{.name = "ball", .shape = Shape::sphere(0.1), .density = 8000};
  ball.placement.position = {100, 0, 0.8};
  ball.velocity = {-200, 0, 0};
  ball.restitution = 0.5;
  scene.bodies = {ramp, crate, ball};

  World world(scene);
  int impacts = 0;
  world.on_impact = [&](const WorldImpact& impact) {
    ++impacts;
    std::cout << "t = " << impact.time << ": " << scene.bodies[impact.a].name << " and " << scene.bodies[impact.b].name
              << " at " << impact.approach_speed << " units a second\n";
  };
  for (int frame = 0; frame < 60; ++frame) world.step(1 / 60.0);
  std::cout << "the crate is at " << world.body(1).position.transpose() << "\n";
  return impacts > 0 ? 0 : 1;
}
