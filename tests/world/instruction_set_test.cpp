// SPDX-License-Identifier: Apache-2.0
// Contacts, their solver and what finds pairs of bodies: the same bits in every instruction set.
#include "numeric/vector/instruction_set.hpp"

#include <gtest/gtest.h>

#include <graze/world.hpp>

namespace graze {
namespace {

// A heap of boxes, as meshes and as solids, that falls onto the ground.
WorldScene heap() {
  WorldScene scene;
  scene.options.gravity = {0, 0, -10};
  const auto add = [&](const Shape& shape, const Vector3& position, BodyKind kind) {
    WorldBody body{.name = "body", .shape = shape};
    body.kind = kind;
    body.placement.position = position;
    body.friction = 0.5;
    scene.bodies.push_back(body);
  };
  add(Shape::box({20, 20, 1}), {0, 0, -0.5}, BodyKind::Static);
  const Shape mesh = Shape::mesh(make_box({0.5, 0.4, 0.3}));
  const Shape solid = Shape::box({0.4, 0.4, 0.4});
  for (int k = 0; k < 12; ++k)
    add(k % 2 == 0 ? mesh : solid, {0.3 * (k % 2), 0.2 * (k % 3), 0.4 + 0.6 * k}, BodyKind::Dynamic);
  return scene;
}

std::vector<Vector3> positions_after(int frames) {
  World world(heap());
  for (int k = 0; k < frames; ++k) world.step(1.0 / 64);
  std::vector<Vector3> positions;
  for (std::size_t i = 0; i < world.size(); ++i) positions.push_back(world.body(i).position);
  return positions;
}

TEST(InstructionSets, WorldsMoveAlike) {
  const InstructionSet chosen = instruction_set();
  std::vector<Vector3> first;
  for (const InstructionSet set : instruction_sets_of_cpu()) {
    use_instruction_set(set);
    const std::vector<Vector3> positions = positions_after(40);
    if (set == InstructionSet::Baseline) first = positions;
    EXPECT_EQ(positions, first) << name_of(set);
  }
  use_instruction_set(chosen);
}

}  // namespace
}  // namespace graze
