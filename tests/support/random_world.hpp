// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include <graze/mesh.hpp>
#include <graze/world.hpp>

#include "support/random.hpp"

namespace graze::testing {

inline Shape random_shape(Random& random) {
  const int kind = random.below(9);
  const double size = random.uniform(0.2, 1.5);
  switch (kind) {
    case 0:
      return Shape::mesh(make_icosphere(size, 1));
    case 1:
      return Shape::mesh(make_torus(size, 0.3 * size, 12, 6));
    case 2:
      return Shape::mesh(make_gear(size, 0.7 * size, 0.3 * size, 7));
    case 3:
      return Shape::mesh(make_tetrahedron({0, 0, 0}, {size, 0, 0}, {0, size, 0}, {0.3 * size, 0, size}));
    case 4:
      return Shape::sphere(size);
    case 5:
      return Shape::capsule(0.4 * size, size);
    case 6:
      return Shape::box({size, 0.2 * size, 1.5 * size});
    case 7:
      return Shape::mesh(make_torus_knot(2, 3, 0.7 * size, 0.3 * size, 0.12 * size, 24, 4));
    default:
      return Shape::mesh(make_box({size, size, size}));
  }
}

// A few bodies, some of them fast, fall between four walls.
inline WorldScene random_world(Random& random) {
  WorldScene scene;
  scene.options.gravity = random.uniform(0, 1) < 0.8 ? Vector3(0, 0, -10) : Vector3(Vector3::Zero());
  const double restitution = random.uniform(0, 1) < 0.5 ? 0.0 : random.uniform(0, 1);
  const double friction = random.uniform(0, 1) < 0.3 ? 0.0 : random.uniform(0, 1);
  const double fast = std::pow(10.0, random.uniform(-1, 3));
  const auto add = [&](Shape shape, const Vector3& position, BodyKind kind) -> WorldBody& {
    WorldBody body{.name = "body", .shape = std::move(shape)};
    body.placement.position = position;
    body.kind = kind;
    body.restitution = restitution;
    body.friction = friction;
    scene.bodies.push_back(std::move(body));
    return scene.bodies.back();
  };
  add(Shape::mesh(make_box({8, 8, 0.5})), {0, 0, -0.25}, BodyKind::Static);
  for (const double side : {-1.0, 1.0}) {
    add(Shape::mesh(make_box({0.1, 8, 6})), {4 * side, 0, 3}, BodyKind::Static);
    add(Shape::mesh(make_box({8, 0.1, 6})), {0, 4 * side, 3}, BodyKind::Static);
  }
  const int count = 2 + random.below(7);
  for (int k = 0; k < count; ++k) {
    Shape shape = random_shape(random);
    const double x = random.uniform(-1.5, 1.5);
    const double y = random.uniform(-1.5, 1.5);
    WorldBody& body = add(std::move(shape), {x, y, 2.0 + 3.2 * k}, BodyKind::Dynamic);
    const double speed = fast * random.unit();
    body.velocity = speed * random.direction();
    const double spin = random.uniform(0, 20);
    body.angular_velocity = spin * random.direction();
  }
  return scene;
}

}  // namespace graze::testing
