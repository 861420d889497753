// SPDX-License-Identifier: Apache-2.0
#include "selftest/digest.hpp"
#include "selftest/golden.hpp"

namespace graze::golden {
namespace {

// All events, by the run's own hash of them, and where everything is in the end.
std::uint64_t run(const ParticleScene& scene, std::uint64_t events) {
  EventSimulator simulator(scene);
  simulator.run_until(1e9, events);
  Digest digest;
  digest.add(simulator.totals().hash).add(simulator.totals().virial).add(simulator.now()).add(simulator.energy());
  for (const Particle& particle : simulator.snapshot().particles)
    digest.add(particle.position).add(particle.velocity).add(particle.radius).add(particle.mass);
  return digest.value();
}

std::uint64_t run(const WorldScene& scene, int steps, int threads) {
  WorldScene own = scene;
  own.options.threads = threads;
  World world(own);
  Digest digest;
  world.on_impact = [&](const WorldImpact& impact) { digest.add(impact.time).add(impact.point).add(impact.normal); };
  world.on_contact = [&](const WorldContact& contact) { digest.add(contact.gap).add(contact.impulse); };
  for (int k = 0; k < steps; ++k) {
    world.step(1.0 / 64.0);
    for (std::size_t i = 0; i < world.size(); ++i) digest.add(world.body(i));
  }
  return digest.value();
}

WorldBody body(const Shape& shape, const Vector3& position, Random& random) {
  WorldBody result{.shape = shape};
  result.placement = {position, random_turn(random)};
  result.velocity = random_vector(random, 2.0);
  result.angular_velocity = random_vector(random, 5.0);
  result.restitution = 0.3;
  return result;
}

WorldScene with_floor() {
  WorldScene scene;
  scene.options.gravity = Vector3(0.0, 0.0, -9.8);
  WorldBody floor{.shape = Shape::box(Vector3(20.0, 20.0, 1.0))};
  floor.kind = BodyKind::Static;
  floor.placement.position = Vector3(0.0, 0.0, -0.5);
  scene.bodies.push_back(floor);
  return scene;
}

}  // namespace

std::uint64_t particles_plane(int /*threads*/) {
  ParticleSetup setup;
  setup.count = 400;
  return run(make_particles(setup), 20'000);
}

std::uint64_t particles_space(int /*threads*/) {
  ParticleSetup setup;
  setup.count = 400;
  setup.dimension = 3;
  setup.packing = 0.2;
  setup.periodic = true;
  setup.velocities = ParticleSetup::Velocities::Maxwell;
  return run(make_particles(setup), 20'000);
}

std::uint64_t particles_drag(int /*threads*/) {
  ParticleSetup setup;
  setup.count = 200;
  ParticleScene scene = make_particles(setup);
  scene.gravity = Vector3(0.0, -3.0, 0.0);
  scene.drag = 0.1;
  scene.restitution = {0.9};
  return run(scene, 6'000);
}

std::uint64_t world_boxes(int threads) {
  Random random(31);
  WorldScene scene = with_floor();
  for (int k = 0; k < 12; ++k)
    scene.bodies.push_back(
        body(Shape::box(Vector3(0.5, 0.4, 0.3)), Vector3(0.3 * (k % 2), 0.2 * (k % 3), 0.6 + 0.7 * k), random));
  for (int k = 0; k < 4; ++k)
    scene.bodies.push_back(body(Shape::sphere(0.2), Vector3(1.0 + 0.5 * k, 1.0, 0.5 + 0.5 * k), random));
  return run(scene, 80, threads);
}

std::uint64_t world_meshes(int threads) {
  Random random(32);
  WorldScene scene = with_floor();
  const std::vector<Shape> all = meshes();
  for (std::size_t k = 0; k < all.size(); ++k) {
    const double height = 1.0 + 1.6 * static_cast<double>(k);
    scene.bodies.push_back(body(all[k], Vector3(0.2, 0.1, height), random));
  }
  scene.bodies.push_back(body(solids()[5], Vector3(2.0, 0.0, 1.0), random));
  return run(scene, 64, threads);
}

std::uint64_t world_joints(int threads) {
  WorldScene scene = with_floor();
  for (std::size_t k = 0; k < 5; ++k) {
    WorldBody link{.shape = Shape::capsule(0.1, 0.5)};
    link.placement.position = Vector3(0.8 * static_cast<double>(k), 0.0, 4.0);
    link.placement.orientation = Quaternion(1.0, 0.0, 1.0, 0.0);
    link.angular_damping = 0.1;
    scene.bodies.push_back(link);
    WorldJoint joint;
    joint.kind = k % 2 == 0 ? JointKind::Ball : JointKind::Hinge;
    joint.a = k;
    joint.b = k + 1;
    joint.axis = Vector3::UnitY();
    joint.anchor = Vector3(0.8 * static_cast<double>(k) - 0.4, 0.0, 4.0);
    scene.joints.push_back(joint);
  }
  return run(scene, 64, threads);
}

}  // namespace graze::golden
