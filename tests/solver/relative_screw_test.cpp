// SPDX-License-Identifier: Apache-2.0
// Turns of one body about an axis of the other.
#include "solver/directional/relative_screw.hpp"

#include <string>

#include <gtest/gtest.h>

#include "solver/turning_pairs.hpp"
#include "support/trials.hpp"

namespace graze::testing {
namespace {

// Where a point is, seen from the axis: how far from it once it has drifted, and along it.
Eigen::Vector2d seen_from(const RelativeScrew& screw, const Vector3& drift, const Vector3& point) {
  const Vector3 from = point - screw.point - drift;
  return {screw.direction.cross(from).norm(), screw.direction.dot(from)};
}

// Points of a turning body keep their distance from the axis, somewhere on its drift.
void expect_turn(const RelativeScrew& screw, const Turning& motions, double t, double allowed, Random& random) {
  const Vector3 point = random.direction();
  const Vector3 there = motions.b.pose(t).inverse(Eigen::Isometry) * (motions.a.pose(t) * point);
  const Eigen::Vector2d then = seen_from(screw, Vector3::Zero(), screw.start * point);
  double off = std::numeric_limits<double>::infinity();
  for (int k = 0; k <= 1000; ++k)
    off = std::min(off, std::abs(seen_from(screw, k * 1e-3 * screw.drift, there).x() - then.x()));
  EXPECT_LE(off, allowed + 1e-3 * screw.drift.norm());
  const double along = seen_from(screw, Vector3::Zero(), there).y() - then.y();
  EXPECT_GE(along, screw.advance.lo() - allowed);
  EXPECT_LE(along, screw.advance.hi() + allowed);
}

// On a thread a point is where a turn and the advance that belongs to it take it.
void expect_thread(const RelativeScrew& screw, const Turning& motions, double t, double allowed, Random& random) {
  const Vector3 point = random.direction();
  const Vector3 there = motions.b.pose(t).inverse(Eigen::Isometry) * (motions.a.pose(t) * point);
  const Vector3 then = screw.start * point;
  const auto distance = [&](double angle) {
    const Vector3 turned = Eigen::AngleAxisd(angle, screw.direction) * (then - screw.point);
    return (there - screw.point - turned - angle * screw.pitch * screw.direction).norm();
  };
  double best = 0.0;
  for (int k = -1000; k <= 1000; ++k)
    if (distance(k * 3.2e-3) < distance(best)) best = k * 3.2e-3;
  for (double step = 3.2e-3; step > 1e-12; step /= 2)
    for (const double angle : {best - step, best + step})
      if (distance(angle) < distance(best)) best = angle;
  EXPECT_LE(distance(best), allowed + 1e-9);
}

TEST(RelativeScrew, PointsAreWhereItHasThem) {
  int turns = 0, threads = 0;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(testing::trials(300)); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Turning motions = random_turning(random);
    const double start = random.chance(0.3) ? 1e5 : random.uniform(-1.0, 1.0);
    const Interval window(start, start + random.magnitude(0.01, 1.0));
    const double late = 1e-9 * (std::abs(start) > 1e3 ? 1e3 : 1.0);
    const auto turn = relative_turn(motions.a, 1.0, motions.b, window);
    const auto thread = relative_thread(motions.a, 1.0, motions.b, window);
    turns += turn ? 1 : 0;
    threads += thread ? 1 : 0;
    for (int k = 0; k < 20; ++k) {
      const double t = window.lo() + (window.hi() - window.lo()) * random.unit();
      if (turn) expect_turn(*turn, motions, t, turn->deviation + turn->start_error + late, random);
      if (thread) expect_thread(*thread, motions, t, thread->deviation + thread->start_error + late, random);
    }
  }
  EXPECT_GT(turns, testing::trials(100));
  EXPECT_GT(threads, testing::trials(20));
}

// A body that turns about its own axis and drifts across it is known to do so, not only to be near a fixed axis.
TEST(RelativeScrew, KnowsADrift) {
  const Motion drifting = Motion::constant_velocity({1, 2, 3}, Quaternion::Identity(), {0.03, 0, 0.5}, {0, 0, 2});
  const Motion still = Motion::still(Vector3::Zero());
  const auto turn = relative_turn(drifting, 1.0, still, {0.0, 1.0});
  ASSERT_TRUE(turn);
  EXPECT_LT(turn->deviation, 1e-5);
  EXPECT_NEAR(turn->drift.norm(), 0.03, 1e-6);
  // Seen from a body that turns, a straight line is none; but the other way round it is.
  const auto back = relative_turn(still, 1.0, drifting, {0.0, 1.0});
  EXPECT_TRUE(!back || back->deviation > 1e-4);
}

}  // namespace
}  // namespace graze::testing
