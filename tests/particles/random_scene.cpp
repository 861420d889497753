// SPDX-License-Identifier: Apache-2.0
#include "particles/random_scene.hpp"

#include "particles/random.hpp"

namespace graze {
namespace {

using particles::Random;

Vector3 inside(Random& random, int dimension, double low, double high) {
  Vector3 x = Vector3::Zero();
  for (int d = 0; d < dimension; ++d) x[d] = random.uniform(low, high);
  return x;
}

// Anywhere, if also across periodic faces; planes along periodic axes only.
Wall random_wall(Random& random, const ParticleScene& scene) {
  const int dimension = scene.dimension;
  const Vector3 at = inside(random, dimension, 0.5, 9.5);
  const Vector3 size = inside(random, dimension, 0.3, 1.5);
  switch (random.below(4)) {
    case 0:
      if (dimension == 2) return {FixedSegment{at, at + inside(random, 2, -2.0, 2.0)}, 0};
      [[fallthrough]];
    case 1:
      return {FixedBox{at, at + size}, 0};
    case 2:
      return {FixedSphere{at, random.uniform(0.3, 1.5)}, 0};
    default: {
      Vector3 normal = inside(random, dimension, -1.0, 1.0);
      for (int d = 0; d < dimension; ++d)
        if (scene.periodic[d]) normal[d] = 0.0;
      if (normal.isZero(0.0)) return {FixedBox{at, at + size}, 0};
      return {FixedPlane{normal, normal.dot(Vector3(5, 5, dimension == 3 ? 5 : 0)) - 3.0 * normal.norm()}, 0};
    }
  }
}

}  // namespace

ParticleScene random_scene(std::uint64_t number) {
  Random random(number * 7919 + 1);
  ParticleScene scene;
  scene.dimension = random.below(2) == 0 ? 2 : 3;
  scene.lower = Vector3::Zero();
  scene.upper = inside(random, scene.dimension, 9.0, 11.0);
  for (int d = 0; d < scene.dimension; ++d) scene.periodic[d] = random.below(3) == 0;
  if (random.below(3) == 0) scene.gravity = inside(random, scene.dimension, -3.0, 3.0);
  if (random.below(4) == 0) scene.drag = random.uniform(0.01, 0.3);
  if (random.below(3) == 0) scene.restitution = {random.uniform(0.5, 1.0)};
  for (std::size_t k = random.below(4); k > 0; --k) scene.walls.push_back(random_wall(random, scene));
  const std::size_t count = 3 + random.below(25);
  for (int tries = 0; tries < 2000 && scene.particles.size() < count; ++tries) {
    Particle p;
    p.position = inside(random, scene.dimension, 0.0, 9.0);
    p.velocity = random.below(8) == 0 ? Vector3::Zero() : inside(random, scene.dimension, -3.0, 3.0);
    p.radius = random.uniform(0.1, 0.9);
    p.mass = random.uniform(0.1, 5.0);
    scene.particles.push_back(p);
    try {
      check(scene);
    } catch (const std::invalid_argument&) {
      scene.particles.pop_back();
    }
  }
  return scene;
}

std::uint64_t hash_of(const ParticleScene& scene, EventMethod method, double seconds, std::uint64_t events) {
  EventSimulator simulator(scene, {.method = method});
  simulator.run_until(seconds, events);
  return simulator.totals().hash;
}

}  // namespace graze
