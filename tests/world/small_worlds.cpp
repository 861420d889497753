// SPDX-License-Identifier: Apache-2.0
#include "world/small_worlds.hpp"

#include <algorithm>
#include <limits>

#include <graze/distance.hpp>

namespace graze {

WorldBody floor_body() {
  WorldBody body{.name = "floor", .shape = Shape::mesh(make_box({20, 20, 1}))};
  body.kind = BodyKind::Static;
  body.placement.position = {0, 0, -0.5};
  return body;
}

WorldBody box_body(const Vector3& position, double edge) {
  WorldBody body{.name = "box", .shape = Shape::mesh(make_box(Vector3::Constant(edge)))};
  body.placement.position = position;
  return body;
}

WorldScene scene_of(std::vector<WorldBody> bodies, const Vector3& gravity) {
  WorldScene scene{std::move(bodies), {}};
  scene.options.gravity = gravity;
  return scene;
}

double smallest_gap(const World& world) {
  double least = std::numeric_limits<double>::infinity();
  const auto pose = [&](std::size_t i) {
    Pose result = Pose::Identity();
    result.linear() = world.body(i).orientation.toRotationMatrix();
    result.translation() = world.body(i).position;
    return result;
  };
  for (std::size_t a = 0; a < world.size(); ++a)
    for (std::size_t b = a + 1; b < world.size(); ++b)
      if (world.can_collide(a, b))
        least = std::min(least, distance(world.shape(a), pose(a), world.shape(b), pose(b)).lower);
  return least;
}

}  // namespace graze
