// SPDX-License-Identifier: Apache-2.0
// Gaps of convex solids, and of a half-space and a convex solid, as the bounds have them, against where the motions
// take the bodies: as they turn, without the spin of solids of revolution, and turning all round.
#include "solver/convex/turning_pair.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "support/trials.hpp"

namespace graze::testing {
namespace {

constexpr double kRounding = 1e-12;  // of poses and products here

ConvexShape random_shape(Random& random) {
  std::vector<Vector3> points;
  for (int i = random.below(8); i >= 0; --i) points.push_back(random.vector(1.0));
  const ConvexShape cylinder = ConvexShape::cylinder(random.uniform(0.1, 1.0), random.uniform(0.1, 1.0));
  switch (random.below(6)) {
    case 0:
      return ConvexShape::polytope(points);
    case 1:
      return ConvexShape::polytope({{0, 0, 0.5}, {0, 0, -0.5}}).rounded(0.2);
    case 2:
      return ConvexShape::cone(random.uniform(0.1, 1.0), random.uniform(0.1, 1.0));
    case 3:
      return ConvexShape::sum(cylinder, ConvexShape::polytope(points));
    default:
      return cylinder;
  }
}

// Often about the body's own axis, or close to it.
Vector3 random_spin(Random& random, const Quaternion& orientation) {
  const double rate = random.magnitude(1e-2, 30.0);
  if (random.chance(0.3)) return Vector3::Zero();
  if (random.chance(0.5)) return rate * random.direction();
  const Vector3 own = orientation.normalized() * Vector3::UnitZ();
  return rate * (own + random.magnitude(1e-12, 1.0) * random.direction());
}

Motion random_motion(Random& random, const Vector3& position) {
  const Quaternion orientation = random.quaternion();
  const Vector3 spin = random_spin(random, orientation);
  const Vector3 velocity = random.vector(2.0);
  switch (random.below(4)) {
    case 0:
      return Motion::constant_velocity(position, orientation, velocity, spin);
    case 1:
      return Motion::screw({position, orientation}, {position + random.vector(0.5), random.direction()}, spin.norm(),
                           0.7);
    case 2:
      return Motion::ballistic({position, orientation}, velocity, random.vector(5.0), spin);
    default:
      return Motion::spline({-1.0, 3.0}, {{position, orientation}, {position + velocity, random.quaternion()}})
          .pieces()[1]
          .motion;
  }
}

// How far a solid reaches along n at a time. Poses are right to a few roundings.
double reach_at(const ConvexShape& shape, const Motion& motion, const Vector3& n, double time) {
  const Pose pose = motion.pose(time);
  return n.dot(pose * shape.support(pose.linear().transpose() * n).point) + shape.rounding_radius();
}

struct Moment {
  double s, span;
};
Moment random_moment(Random& random) { return {random.uniform(0.0, 1.0), random.magnitude(1e-6, 1.0)}; }

// The bound along n against the true gap at offsets of the span.
template <class TrueGap>
void check(ConvexPair& pair, const Moment& at, const Vector3& n, const TrueGap& true_gap, Random& random) {
  pair.set_time(at.s, random.vector(1.0));
  pair.set_span(at.span);
  const ConvexPair::GapAlong gap(pair, n);
  for (const double t : {0.0, random.uniform(0.0, at.span), at.span})
    ASSERT_LE(gap.at(t).value, true_gap(at.s + t) + kRounding) << "s " << at.s << " t " << t;
}

// The least gap from the walls that stand for a half-space which turns all round.
double gap_from_walls(ConvexPair& pair, double t) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < pair.walls(); ++k) {
    pair.choose_wall(k);
    least = std::min(least, ConvexPair::GapAlong(pair, Vector3::Zero()).at(t).value);
  }
  return least;
}

// Only a solid that is apart from the walls is apart from the half-space.
template <class TrueGap>
int check_walls(ConvexPair& pair, const Moment& at, const TrueGap& true_gap, Random& random) {
  pair.set_time(at.s, random.vector(1.0));
  pair.set_span(at.span);
  int apart = 0;
  for (const double t : {0.0, random.uniform(0.0, at.span), at.span}) {
    const double gap = gap_from_walls(pair, t);
    if (!(gap > 0)) continue;
    ++apart;
    EXPECT_LE(gap, true_gap(at.s + t) + kRounding) << "s " << at.s << " t " << t;
  }
  return apart;
}

TEST(ConvexGap, OfTwoSolidsIsNeverMoreThanItIs) {
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(testing::trials(4'000)); ++seed) {
    Random random(seed);
    const ConvexShape a = random_shape(random);
    const ConvexShape b = random_shape(random);
    const Motion motion_a = random_motion(random, Vector3::Zero());
    const Motion motion_b = random_motion(random, random.vector(4.0));
    TurningPair pair({a, motion_a}, {b, motion_b}, {0.0, 2.0});
    const Vector3 n = random.direction();
    const auto true_gap = [&](double time) {
      return -reach_at(b, motion_b, -n, time) - reach_at(a, motion_a, n, time);
    };
    check(pair.as_it_turns(), random_moment(random), n, true_gap, random);
    for (std::optional<TurnedPair>& turned : pair.turned())
      if (turned) check(turned->pair, random_moment(random), n, true_gap, random);
    ASSERT_FALSE(HasFatalFailure()) << "seed " << seed;
  }
}

TEST(ConvexGap, OfAHalfSpaceIsNeverMoreThanItIs) {
  int apart_from_walls = 0;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(testing::trials(4'000)); ++seed) {
    Random random(seed);
    const HalfSpace wall{random.chance(0.3) ? Vector3(Vector3::UnitZ()) : random.direction(),
                         random.uniform(random.chance(0.5) ? -12.0 : -1.0, 1.0)};
    const ConvexShape b = random_shape(random);
    const Motion motion_a = random.chance(0.2) ? Motion::still(random.vector(3.0), random.quaternion())
                                               : random_motion(random, random.vector(3.0));
    const Motion motion_b = random_motion(random, random.vector(4.0));
    const Interval window(0.0, 2.0);
    TurningPair pair(MovingPlane(wall, motion_a, window), {b, motion_b}, window);
    const auto true_gap = [&](double time) {
      const Pose pose = motion_a.pose(time);
      const Vector3 n = pose.linear() * wall.normal;
      return -reach_at(b, motion_b, -n, time) - n.dot(pose.translation()) - wall.offset;
    };
    check(pair.as_it_turns(), random_moment(random), Vector3::UnitX(), true_gap, random);
    for (std::optional<TurnedPair>& turned : pair.turned()) {
      if (!turned) continue;
      if (turned->pair.walls() > 0)
        apart_from_walls += check_walls(turned->pair, random_moment(random), true_gap, random);
      else
        check(turned->pair, random_moment(random), Vector3::UnitX(), true_gap, random);
    }
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
  EXPECT_GT(apart_from_walls, 100);
}

// The walls are 0.5 % further out than what the half-space sweeps.
TEST(ConvexGap, WallsAreCloseToWhatAHalfSpaceSweeps) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const HalfSpace wall{random.direction(), random.uniform(-3.0, 1.0)};
    const ConvexShape b = ConvexShape::polytope({random.vector(0.1)});
    const Motion motion_a =
        Motion::screw({random.vector(1.0), random.quaternion()}, {random.vector(1.0), random.direction()}, 30.0, 0.0);
    const Motion motion_b = Motion::still(random.vector(4.0), Quaternion::Identity());
    TurningPair pair(MovingPlane(wall, motion_a, {0.0, 2.0}), {b, motion_b}, {0.0, 2.0});
    ASSERT_TRUE(pair.turned()[1]) << "seed " << seed;
    ConvexPair& walls = pair.turned()[1]->pair;
    walls.set_time(0.5, Vector3::Zero());
    walls.set_span(1e-3);
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k < 400; ++k) {
      const Pose pose = motion_a.pose(0.5 + k * (6.2832 / 30 / 400));
      const Vector3 n = pose.linear() * wall.normal;
      least = std::min(least, -reach_at(b, motion_b, -n, 0.0) - n.dot(pose.translation()) - wall.offset);
    }
    const double gap = gap_from_walls(walls, 0.0);
    // The positions sampled may miss the closest by a little.
    if (gap > 0) {
      EXPECT_LE(gap, least + 1e-3) << "seed " << seed;
    }
    EXPECT_GE(gap, least - 0.006 * (std::abs(least) + 8.0)) << "seed " << seed;
  }
}

// A distance at an instant has bounds on both sides of it.
TEST(ConvexGap, DistancesFromAHalfSpaceAreTight) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    const HalfSpace wall{random.direction(), random.uniform(-1.0, 1.0)};
    const ConvexShape b = random_shape(random);
    const Motion motion_a = random_motion(random, random.vector(3.0));
    const Motion motion_b = random_motion(random, random.vector(4.0));
    TurningPair pair(MovingPlane(wall, motion_a, {0.0, 2.0}), {b, motion_b}, {0.0, 2.0});
    const double time = random.uniform(0.0, 2.0);
    pair.as_it_turns().set_time(time, motion_b.pose(time).translation());
    pair.as_it_turns().set_span(0.0);
    const ConvexDistance found = pair.as_it_turns().distance({}, 0.0);
    const Pose pose = motion_a.pose(time);
    const Vector3 n = pose.linear() * wall.normal;
    const double height = -reach_at(b, motion_b, -n, time) - n.dot(pose.translation()) - wall.offset;
    EXPECT_LE(found.lower, height + kRounding) << "seed " << seed;
    EXPECT_GE(found.upper, height - kRounding) << "seed " << seed;
    EXPECT_LE(found.upper - std::max(found.lower, 0.0), std::max(0.0, -height) + 1e-11) << "seed " << seed;
  }
}

}  // namespace
}  // namespace graze::testing
