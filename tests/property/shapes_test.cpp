// SPDX-License-Identifier: Apache-2.0
// Every kind of shape under every kind of motion: an answer must hold up against distance() at many instants, and the
// solvers that take the pair must agree.
#include <gtest/gtest.h>

#include <graze/graze.hpp>

#include "support/random.hpp"

namespace graze::testing {
namespace {

std::vector<Vector3> some_points(Random& random, int count, double size) {
  std::vector<Vector3> points;
  for (int i = 0; i < count; ++i) points.push_back(size * random.vector(1.0));
  return points;
}

Shape random_solid(Random& random) {
  const double r = random.uniform(0.1, 0.6);
  const double l = random.uniform(0.2, 1.5);
  switch (random.below(8)) {
    case 0:
      return Shape::sphere(r);
    case 1:
      return Shape::capsule(r, l);
    case 2:
      return Shape::box({r, l, r + l});
    case 3:
      return Shape::cylinder(r, l);
    case 4:
      return Shape::cone(r, l);
    case 5:
      return Shape::convex_hull(some_points(random, 12, l));
    case 6:
      return Shape::rounded(Shape::convex_hull(some_points(random, 5, l)), r);
    default:
      return Shape::minkowski_sum(Shape::cylinder(r, l), Shape::box({l, r, l}));
  }
}

Shape random_shape(Random& random) {
  const double kind = random.uniform(0, 10);
  if (kind < 6) return random_solid(random);
  if (kind < 8) return Shape::mesh(make_bumpy_sphere(random.uniform(0.3, 0.8), 0.4, 3, 2));
  if (kind < 9)
    return Shape::compound({{random_solid(random), random.vector(0.5)}, {random_solid(random), random.vector(0.5)}});
  return Shape::half_space(random.vector(1.0), -random.uniform(0.5, 2.0));
}

Motion random_motion(Random& random, const Vector3& place) {
  const Vector3 velocity = -place * random.uniform(0.5, 2.5) + random.vector(0.5);
  const Vector3 spin = random.vector(random.chance(0.3) ? 40.0 : 4.0);
  const Placement start{place, random.quaternion()};
  switch (random.below(6)) {
    case 0:
      return Motion::constant_velocity(place, start.orientation, velocity, spin);
    case 1:
      return Motion::ballistic(start, velocity, random.vector(2.0), spin);
    case 2:
      return Motion::interpolated(start, {place + velocity, random.quaternion()});
    case 3:
      return Motion::screw(start, {random.vector(1.0), random.direction()}, spin.x(), -2 * place.norm());
    case 4:
      return Motion::waypoints(
          {0.0, 0.4, 1.0},
          {start, {place + 0.3 * velocity, random.quaternion()}, {place + velocity, random.quaternion()}});
    default:
      return Motion::constant_velocity(place, start.orientation, velocity, Vector3::Zero());
  }
}

bool overlap_at(const Body& a, const Body& b, double time) {
  // Poses are nearest doubles: overlaps by less than rounding do not count.
  const DistanceBounds at = distance(a.shape, a.motion.pose(time), b.shape, b.motion.pose(time));
  return at.upper == 0.0;
}

void check(const Body& a, const Body& b, const Toi& toi, const std::string& name) {
  const double end = toi.safe_until();
  if (toi.verdict == Verdict::Impact || toi.verdict == Verdict::Free) {
    constexpr int kInstants = 60;
    for (int i = 0; i <= kInstants; ++i) {
      const double time = end * i / kInstants;
      EXPECT_FALSE(overlap_at(a, b, time)) << name << ": overlap at " << time << ", said apart until " << end;
    }
  }
  if (toi.verdict == Verdict::Impact) {
    const DistanceBounds at = distance(a.shape, a.motion.pose(end), b.shape, b.motion.pose(end));
    EXPECT_LE(at.lower, toi.tolerance + 1e-13) << name;
    EXPECT_LE(toi.tolerance, 1e-9) << name;
    EXPECT_NEAR(toi.contact.normal.norm(), 1.0, 1e-9) << name;
    EXPECT_LE((toi.contact.point_b - toi.contact.point_a).norm(), toi.tolerance + 1e-12) << name;
  }
  EXPECT_NE(toi.verdict, Verdict::Undecided) << name;
}

class Shapes : public ::testing::TestWithParam<int> {};

TEST_P(Shapes, AnswersHoldUpAgainstDistance) {
  constexpr int kQueries = 60;
  Random random(static_cast<std::uint64_t>(1000 + GetParam()));
  int impacts = 0;
  for (int i = 0; i < kQueries; ++i) {
    const Body a{random_shape(random), random_motion(random, random.vector(0.5))};
    const Body b{random_shape(random), random_motion(random, Vector3(3, 0, 0) + random.vector(1.0))};
    const std::string name = std::string(to_string(a.shape.kind()))
                                 .append("/")
                                 .append(to_string(b.shape.kind()))
                                 .append(" number ")
                                 .append(std::to_string(i));
    Query query;
    query.budget.iterations = 10'000'000;
    const Toi toi = time_of_impact(a, b, query);
    if (toi.verdict == Verdict::Unsupported) {
      EXPECT_EQ(a.shape.radius(), std::numeric_limits<double>::infinity()) << name;
      continue;
    }
    impacts += toi.verdict == Verdict::Impact ? 1 : 0;
    check(a, b, toi, name + " by auto");
    for (const Solver& solver :
         {Solver::directional(), Solver::conservative_advancement(),
          Solver::conservative_advancement({ConservativeAdvancementOptions::Bound::Published}), Solver::d2m()}) {
      if (!solver.supports(a, b) || solver.name() == Solver::automatic().chosen_for(a, b).name()) continue;
      if (solver.name() == "d2m" && toi.verdict == Verdict::InitialContact) continue;  // surfaces may be nested
      const Toi other = time_of_impact(a, b, query, solver);
      const std::string both = name + " by " + std::string(solver.name());
      if (other.verdict == Verdict::Undecided) continue;
      check(a, b, other, both);
      if (toi.verdict == Verdict::Impact && other.verdict == Verdict::Impact)
        EXPECT_NEAR(other.safe_until(), toi.safe_until(), 1e-5) << both;
      else
        EXPECT_EQ(other.verdict, toi.verdict) << both;
    }
  }
  EXPECT_GT(impacts, kQueries / 6);
}

TEST(ContactPatch, OfMeshesHasEveryPairOfFeatures) {
  const Shape cube = Shape::mesh(make_box({1, 1, 1}));
  Query query;
  query.all_contacts = true;
  const Motion towards = Motion::constant_velocity({3, 0, 0}, Quaternion::Identity(), {-3, 0, 0}, {0, 0, 0});
  const Toi toi = time_of_impact({cube, Motion()}, {cube, towards}, query);
  EXPECT_EQ(toi.verdict, Verdict::Impact);
  EXPECT_GT(toi.patch.size(), 1U);
  const Toi ball = time_of_impact({cube, Motion()}, {Shape::sphere(0.5), towards}, query);
  EXPECT_EQ(ball.patch.size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Batches, Shapes, ::testing::Range(0, 6));

}  // namespace
}  // namespace graze::testing
