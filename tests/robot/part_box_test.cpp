// SPDX-License-Identifier: Apache-2.0
// Boxes around bodies for a short time hold every point of them, by the path at 200 bits.
#include "robot/part_box.hpp"

#include <gtest/gtest.h>

#include "motion/exact_articulated.hpp"

namespace graze::testing {
namespace {

ShapeBound random_bound(Random& random) {
  ShapeBound bound;
  bound.center = random.vector(random.uniform(0.0, 1.0));
  for (double& half : bound.half) half = random.chance(0.2) ? 0.0 : random.magnitude(1e-3, 0.5);
  return bound;
}

// A corner, or somewhere in between.
Vector3 random_point(const ShapeBound& bound, Random& random) {
  Vector3 point = bound.center;
  for (int i = 0; i < 3; ++i) point[i] += bound.half[i] * (random.chance(0.7) ? random.sign() : random.uniform(-1, 1));
  return point;
}

struct MovingBody {
  ExactMotion exact;
  ShapeBound bound;
  double middle, half_time;

  explicit MovingBody(Random& random)
      : exact(make_articulated_linear(random, Range::Moderate)),
        bound(random_bound(random)),
        middle(random.uniform(-2, 2)),
        half_time(random.magnitude(1e-4, 0.3)) {}

  PartBox box() const {
    const Interval time(rounding::down(middle - half_time), rounding::up(middle + half_time));
    return {exact.motion.instant(middle, Vector3::Zero()), exact.motion.acceleration_bound(time), bound, half_time};
  }
  // Somewhere on it, at some time. Points of a corner's rounding error beyond the bound are within what is tested.
  Vec<Real> somewhere(Random& random) const {
    const double share = random.chance(0.5) ? random.sign() : random.uniform(-1, 1);
    return exact.path(Vec<Real>(random_point(bound, random)), Real(middle) + Real(share) * Real(half_time)).position;
  }
};

TEST(PartBox, HoldsEveryPointOfTheBody) {
  Random random(71);
  for (int i = 0; i < 1'000; ++i) {
    const MovingBody body(random);
    const SweptBox swept = body.box().swept;
    for (int k = 0; k < 8; ++k) {
      const Vec<Real> at = body.somewhere(random);
      for (int j = 0; j < 3; ++j) {
        ASSERT_TRUE(at[j] >= Real(swept.lower[j])) << "case " << i;
        ASSERT_TRUE(at[j] <= Real(swept.upper[j])) << "case " << i;
      }
    }
  }
}

// Points of the two, at the same time or not: only what is at the same time has to be apart, but a box at rest is where
// it is at all times.
TEST(PartBox, IsApartFromBoxesAndPlanesOnlyWhereEveryPointIs) {
  Random random(72);
  int apart_from_boxes = 0, apart_from_planes = 0;
  for (int i = 0; i < 1'000; ++i) {
    const MovingBody body(random);
    const PartBox box = body.box();
    const double distance = random.magnitude(1e-6, 0.1);
    const Vector3 place = box.center + random.vector(random.uniform(0.0, 2.0));
    const Motion still = Motion::still(place, random.quaternion());
    const MotionInstant at = still.instant(0.0, Vector3::Zero());
    const ShapeBound bound = random_bound(random);
    const bool apart = surely_apart(box, PartBox(at, {}, bound, 0.0), distance);
    ASSERT_EQ(apart, surely_apart(PartBox(at, {}, bound, 0.0), box, distance));
    const HalfSpace half_space{Vector3::UnitZ(), random.uniform(-1, 1)};
    const bool above = surely_apart(box, StillPlane(at, half_space), distance);
    apart_from_boxes += apart ? 1 : 0;
    apart_from_planes += above ? 1 : 0;
    for (int k = 0; k < 8; ++k) {
      const Vec<Real> x = body.somewhere(random);
      const Vector3 in_box = still.pose(0) * random_point(bound, random);
      if (apart) {
        ASSERT_TRUE(norm(x - Vec<Real>(in_box)) > Real(distance - 1e-12)) << "case " << i;
      }
      const Vector3 normal = still.pose(0).linear().col(2);
      if (above) {
        ASSERT_TRUE(dot(x - Vec<Real>(place), Vec<Real>(normal)) > Real(half_space.offset + distance - 1e-12));
      }
    }
  }
  EXPECT_GT(apart_from_boxes, 100);
  EXPECT_GT(apart_from_planes, 100);
}

// Along the diagonal between two boxes that pass each other, no axis-aligned box would tell.
TEST(PartBox, IsTightForBodiesAtRest) {
  ShapeBound rod;
  rod.half = {1.0, 0.01, 0.01};
  const auto at = [](const Vector3& place) {
    const Quaternion turned(Eigen::AngleAxisd(0.7, Vector3(0.3, -0.2, 1).normalized()));
    return Motion::still(place, turned).instant(0.0, Vector3::Zero());
  };
  const PartBox first(at(Vector3::Zero()), {}, rod, 0.0);
  const Vector3 across = first.axes.col(1);
  EXPECT_TRUE(surely_apart(first, PartBox(at(0.03 * across), {}, rod, 0.0), 0.0099));
  EXPECT_FALSE(surely_apart(first, PartBox(at(0.03 * across), {}, rod, 0.0), 0.0101));
}

}  // namespace
}  // namespace graze::testing
