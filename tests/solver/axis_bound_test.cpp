// SPDX-License-Identifier: Apache-2.0
// Lanes of a pack have the bits of single directions. (That the bounds hold is tested where they are used.)
#include "solver/linearization/axis_bound.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace graze::testing {
namespace {

const TreeUnit kUnit(2.0);

Motion random_motion(Random& random) {
  const Vector3 position = random.vector(2.0);
  const Quaternion orientation = random.quaternion();
  const Vector3 velocity = random.chance(0.2) ? Vector3(Vector3::Zero()) : random.vector(5.0);
  const Vector3 spin = random.chance(0.3) ? Vector3(Vector3::Zero()) : random.vector(random.magnitude(1e-3, 1e2));
  return Motion::constant_velocity(position, orientation, velocity, spin);
}

BoxNode random_node(Random& random) {
  BoxNode node;
  node.center = random.vector(1.0);
  for (TreeLength& half : node.half) half = TreeLength::units(static_cast<float>(random.uniform(0.0, 0.2)));
  node.normal = (0.99 * random.direction()).cast<float>();
  node.middle = TreeLength::units(static_cast<float>(random.uniform(-0.1, 0.1)));
  node.thickness = TreeLength::units(static_cast<float>(random.uniform(0.0, 0.1)));
  node.left = 0;
  node.leaf = 0;
  return node;
}

template <class Number>
Number apart_for(const LinearizedPair& frame, const BoxNode& a, const BoxNode& b, const Three<Number>& u, bool slabs) {
  const auto axis = AxisBound<Number>::along(frame, kUnit, kUnit, u);
  const auto extent = [slabs](const BoxNode& node, const Three<Number>& on, const Three<TimesUnit<Number>>& size_on) {
    return slabs ? slab_extent(node, kUnit, on) : box_extent(node, on, size_on);
  };
  const Number acceleration = axis.drift * 0 + frame.acceleration();
  return axis.apart_for(a, extent(a, axis.on_a, axis.size_on_a), b, extent(b, axis.on_b, axis.size_on_b), 1e-10, 1e-12,
                        acceleration, 1.0);
}

TEST(AxisBound, LanesHaveTheBitsOfSingleDirections) {
  int apart = 0;
  for (std::uint64_t seed = 0; seed < 10'000; ++seed) {
    Random random(seed);
    const Motion motion_a = random_motion(random);
    const Motion motion_b = random_motion(random);
    const LinearizedPair frame(motion_a, 1.0, motion_b, 1.0, 0.0, 1.0, Vector3::Zero());
    const BoxNode a = random_node(random);
    const BoxNode b = random_node(random);
    std::array<Vector3, kLanes> directions;
    Three<Pack> lanes;
    for (int lane = 0; lane < kLanes; ++lane) {
      directions[static_cast<std::size_t>(lane)] = random.direction();
      for (std::size_t k = 0; k < 3; ++k)
        lanes[k].set(lane, directions[static_cast<std::size_t>(lane)][static_cast<int>(k)]);
    }
    for (const bool slabs : {false, true}) {
      const Pack together = apart_for(frame, a, b, lanes, slabs);
      for (int lane = 0; lane < kLanes; ++lane) {
        const Vector3& u = directions[static_cast<std::size_t>(lane)];
        EXPECT_EQ(together[lane], apart_for(frame, a, b, Three<double>{u.x(), u.y(), u.z()}, slabs)) << "seed " << seed;
        apart += together[lane] > 0 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(apart, 10'000);
}

}  // namespace
}  // namespace graze::testing
