// SPDX-License-Identifier: Apache-2.0
// Lanes of a pack have the bits of single directions; and an approach along a direction holds, at 113 bits. (That the
// directions' numbers hold is tested where they are used.)
#include "solver/linearization/axis_bound.hpp"

#include <gtest/gtest.h>

#include "support/quad.hpp"
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

// From the start, or from a time t > 0 on.
template <class Number>
Number apart_from(double t, const LinearizedPair& frame, const BoxNode& a, const BoxNode& b, const Three<Number>& u,
                  bool slabs) {
  const auto axis = AxisBound<Number>::along(frame, kUnit, kUnit, u);
  const auto extent = [slabs](const BoxNode& node, const Three<Number>& on, const Three<TimesUnit<Number>>& size_on) {
    return slabs ? slab_extent(node, kUnit, on) : box_extent(node, on, size_on);
  };
  const Number acceleration = axis.drift * 0 + frame.acceleration();
  const Approach<Number> approach =
      axis.approach(a, extent(a, axis.on_a, axis.size_on_a), b, extent(b, axis.on_b, axis.size_on_b), 1e-10, 1e-12);
  return t > 0 ? approach.apart_until(t, acceleration, 1.0) : approach.apart_for(acceleration, 1.0);
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
      const double t = random.chance(0.5) ? 0.0 : random.uniform(0.0, 1.0);
      const Pack together = apart_from(t, frame, a, b, lanes, slabs);
      for (int lane = 0; lane < kLanes; ++lane) {
        const Vector3& u = directions[static_cast<std::size_t>(lane)];
        EXPECT_EQ(together[lane], apart_from(t, frame, a, b, Three<double>{u.x(), u.y(), u.z()}, slabs))
            << "seed " << seed;
        apart += together[lane] > 0 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(apart, 10'000);
}

// How far nodes are apart at t, on one side of the direction, without the margins that are for rounding.
Quad gap_at(const Approach<double>& approach, double side, double acceleration, Quad t) {
  return side * (Quad(approach.between) + t * Quad(approach.rate)) - Quad(approach.reach) - t * Quad(approach.turning) -
         t * t * Quad(acceleration) / 2;
}

// From any time on, and to its very end: bounds without the bend, the turning, or the speed gained by then would be
// longer.
TEST(Approach, WhatIsApartUntilThenIsSo) {
  int apart = 0, ends = 0;
  for (std::uint64_t seed = 0; seed < 100'000; ++seed) {
    Random random(seed);
    const auto size = [&] { return random.chance(0.1) ? 0.0 : random.magnitude(1e-4, 1e3); };
    Approach<double> approach{random.sign() * size(), size(), random.sign() * size(), size(), 0.0, 0.0};
    approach.margin = 64 * rounding::kUlp * (std::abs(approach.between) + approach.reach) + 1e-300;
    approach.error_rate = 64 * rounding::kUlp * (std::abs(approach.rate) + approach.turning);
    const double acceleration = size();
    const double t = random.chance(0.2) ? 0.0 : random.magnitude(1e-6, 1.0);
    const double span = t + random.magnitude(1e-6, 1.0);
    const double until = random.chance(0.2) && t == 0 ? approach.apart_for(acceleration, span)
                                                      : approach.apart_until(t, acceleration, span);
    if (!(until > t)) continue;
    ++apart;
    const double side = approach.between + t * approach.rate > 0 ? 1.0 : -1.0;
    for (int k = 0; k <= 4; ++k) {
      const Quad time = Quad(t) + (Quad(std::min(until, span)) - Quad(t)) * k / 4;
      EXPECT_GE(static_cast<double>(gap_at(approach, side, acceleration, time)), 0.0)
          << "seed " << seed << " part " << k;
    }
    // It is not much too short either.
    if (until < span) {
      const Quad later = Quad(until) + (Quad(until) - Quad(t)) / 1000 + Quad(1e-9) * Quad(until);
      ends += gap_at(approach, side, acceleration, later) < 0 ? 1 : 0;
    } else {
      ++ends;
    }
  }
  EXPECT_GT(apart, 20'000);
  EXPECT_GT(ends, 0.99 * apart);
}

}  // namespace
}  // namespace graze::testing
