// SPDX-License-Identifier: Apache-2.0
// Lanes of a pack have the bits of single directions. (That the bound holds is shown with the solver that uses it.)
#include "solver/axis_bound.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace graze::testing {
namespace {

AxisBound<double> random_axis(Random& random) {
  AxisBound<double> axis;
  const auto fill = [&](std::array<double, 3>& row, std::array<double, 3>& size, double scale) {
    for (std::size_t k = 0; k < 3; ++k) {
      row[k] = random.uniform(-scale, scale);
      size[k] = std::abs(row[k]);
    }
  };
  const double rate = random.chance(0.3) ? 0.0 : random.magnitude(1e-3, 1e3);
  fill(axis.on_a, axis.size_on_a, 1.0);
  fill(axis.on_b, axis.size_on_b, 1.0);
  fill(axis.turn_a, axis.size_turn_a, rate);
  fill(axis.turn_b, axis.size_turn_b, rate);
  axis.offset = random.uniform(-3.0, 3.0);
  axis.drift = random.chance(0.2) ? 0.0 : random.uniform(-5.0, 5.0);
  axis.acceleration = rate * rate;
  return axis;
}

BoxNode random_box(Random& random) {
  const Eigen::Vector3d half = random.vector(0.5).cwiseAbs();
  return {random.vector(1.0), half, 0, 0};
}

void put(AxisBound<Pack>& lanes, const AxisBound<double>& axis, int lane) {
  const auto put_row = [lane](std::array<Pack, 3>& rows, const std::array<double, 3>& row) {
    for (std::size_t k = 0; k < 3; ++k) rows[k][lane] = row[k];
  };
  put_row(lanes.on_a, axis.on_a);
  put_row(lanes.on_b, axis.on_b);
  put_row(lanes.turn_a, axis.turn_a);
  put_row(lanes.turn_b, axis.turn_b);
  put_row(lanes.size_on_a, axis.size_on_a);
  put_row(lanes.size_on_b, axis.size_on_b);
  put_row(lanes.size_turn_a, axis.size_turn_a);
  put_row(lanes.size_turn_b, axis.size_turn_b);
  lanes.offset[lane] = axis.offset;
  lanes.drift[lane] = axis.drift;
  lanes.acceleration[lane] = axis.acceleration;
}

TEST(AxisBound, LanesHaveTheBitsOfSingleDirections) {
  int apart = 0;
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    Random random(seed);
    const BoxNode a = random_box(random);
    const BoxNode b = random_box(random);
    AxisBound<Pack> lanes;
    std::array<double, kLanes> single{};
    for (int lane = 0; lane < kLanes; ++lane) {
      const AxisBound<double> axis = random_axis(random);
      put(lanes, axis, lane);
      single[static_cast<std::size_t>(lane)] = axis.apart_for(a, b, 1e-10, 1e-12, 1.0);
    }
    const Pack together = lanes.apart_for(a, b, 1e-10, 1e-12, 1.0);
    for (int lane = 0; lane < kLanes; ++lane) {
      EXPECT_EQ(together[lane], single[static_cast<std::size_t>(lane)]) << "seed " << seed;
      apart += together[lane] > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(apart, 10'000);
}

}  // namespace
}  // namespace graze::testing
