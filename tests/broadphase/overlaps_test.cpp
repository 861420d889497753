// SPDX-License-Identifier: Apache-2.0
// Every broad phase finds the pairs that comparing all boxes finds.
#include <algorithm>

#include <gtest/gtest.h>

#include "broadphase/broad_phase.hpp"
#include "support/random.hpp"

namespace graze::testing {
namespace {

constexpr BroadPhase kBroadPhases[] = {BroadPhase::AllPairs, BroadPhase::AdaptiveBvh, BroadPhase::SweepAndPrune,
                                       BroadPhase::Grid};

// How boxes are spread: sizes, places, and how flat or clustered they lie.
struct Spread {
  double smallest, largest;  // half sizes
  Vector3 room;
  double cluster;  // the part of them in a small cluster
};

std::vector<SweptBox> random_boxes(Random& random, int count, const Spread& spread) {
  std::vector<SweptBox> boxes;
  for (int i = 0; i < count; ++i) {
    const double squeeze = random.chance(spread.cluster) ? 0.02 : 1.0;
    const Vector3 center = squeeze * spread.room.cwiseProduct(random.vector(1.0));
    const double size = random.magnitude(spread.smallest, spread.largest);
    const Vector3 half = size * (Vector3::Constant(1.1) + random.vector(1.0));
    boxes.push_back({center - half, center + half});
  }
  return boxes;
}

void expect_same_pairs(const std::vector<SweptBox>& boxes, const std::string& what) {
  std::vector<BoxPair> expected;
  for (std::uint32_t i = 0; i < boxes.size(); ++i)
    for (std::uint32_t j = i + 1; j < boxes.size(); ++j)
      if (boxes[i].overlaps(boxes[j])) expected.push_back({i, j});
  for (const BroadPhase broad_phase : kBroadPhases) {
    std::vector<BoxPair> found = overlapping_pairs(broad_phase, boxes);
    std::sort(found.begin(), found.end());
    EXPECT_TRUE(found == expected) << to_string(broad_phase) << ", " << what << ": " << found.size() << " pairs, not "
                                   << expected.size();
  }
}

TEST(Overlaps, AreTheSameByEveryBroadPhase) {
  const Spread spreads[] = {{0.05, 0.05, {1, 1, 1}, 0.0},  {0.01, 0.3, {1, 1, 1}, 0.0},
                            {0.001, 2.0, {1, 1, 1}, 0.3},  {0.05, 0.1, {5, 0, 0}, 0.0},
                            {0.05, 0.1, {0, 5, 0.1}, 0.0}, {0.05, 0.1, {1, 1e3, 1e3}, 0.8},
                            {1e-9, 1e-3, {1, 1, 1}, 0.9},  {0.02, 0.02, {1e6, 1, 1}, 0.5}};
  Random random(11);
  for (const Spread& spread : spreads)
    for (const int count : {0, 1, 2, 3, 5, 17, 64, 300, 1500})
      expect_same_pairs(random_boxes(random, count, spread), std::to_string(count) + " boxes");
}

// Whole numbers: ends that coincide, boxes without extent, copies.
TEST(Overlaps, OfBoxesThatTouchCount) {
  Random random(12);
  for (const int count : {2, 10, 200, 800}) {
    std::vector<SweptBox> boxes;
    for (int i = 0; i < count; ++i) {
      const Vector3 lower(random.below(9), random.below(9), random.below(9));
      boxes.push_back({lower, lower + Vector3(random.below(3), random.below(3), random.below(3))});
    }
    expect_same_pairs(boxes, "whole numbers");
  }
  expect_same_pairs(std::vector<SweptBox>(20, {Vector3::Zero(), Vector3::Zero()}), "twenty times the same point");
}

// Ends that differ in the last bits of doubles, which floats do not tell apart; also far from zero.
TEST(Overlaps, OfBoxesThatNearlyTouchAreDecidedByTheLastBit) {
  Random random(14);
  for (const double far : {0.0, 1e3, 1e9, -1e15}) {
    std::vector<SweptBox> boxes;
    const double step = std::max(1e-15, std::abs(far) * 0x1p-52);
    const auto end = [&](double whole) { return far + whole + (random.below(3) - 1) * step; };
    for (int i = 0; i < 600; ++i) {
      SweptBox box;
      for (int k = 0; k < 3; ++k) {
        const int lower = random.below(9);
        box.lower[k] = end(lower);
        box.upper[k] = std::max(box.lower[k], end(lower + 1 + random.below(2)));
      }
      boxes.push_back(box);
    }
    expect_same_pairs(boxes, "nearly touching at " + std::to_string(far));
  }
}

TEST(Overlaps, SurviveHugeNumbers) {
  Random random(13);
  std::vector<SweptBox> boxes;
  for (int i = 0; i < 200; ++i) {
    const Vector3 center = random.magnitude(1e-300, 1.0) * 1e308 * random.vector(1.0);
    const Vector3 half = random.magnitude(1e-300, 1.0) * 1e307 * Vector3::Ones();
    boxes.push_back({center - half, center + half});
  }
  expect_same_pairs(boxes, "huge");
}

TEST(BroadPhaseNames, AreReadBack) {
  for (const BroadPhase broad_phase : kBroadPhases) EXPECT_EQ(broad_phase_named(to_string(broad_phase)), broad_phase);
  EXPECT_THROW(broad_phase_named("magic"), std::invalid_argument);
}

}  // namespace
}  // namespace graze::testing
