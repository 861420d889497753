// SPDX-License-Identifier: Apache-2.0
#include "solver/convex/closed_form.hpp"

#include <gtest/gtest.h>

#include "support/exact_motion.hpp"
#include "support/random.hpp"

namespace graze::testing {
namespace {

Vec<Real> place(const RigidMotion& m, const Real& t) { return path_at(m, Vec<Real>(), t).position; }

RigidMotion random_line(Random& random, bool turns) {
  RigidMotion m;
  m.position = random.vector(3.0);
  m.orientation = random.quaternion();
  m.velocity = random.chance(0.1) ? Eigen::Vector3d::Zero() : Eigen::Vector3d(-2 * m.position + random.vector(3.0));
  if (turns) m.angular_velocity = random.vector(5.0);
  return m;
}

Query random_query(Random& random) {
  Query query;
  query.separation = random.chance(0.3) ? random.uniform(0.0, 0.2) : 0.0;
  query.window = {random.uniform(-0.1, 0.1), random.uniform(0.3, 1.5)};
  return query;
}

// Apart at many instants until the answer's time, and then within the tolerance.
template <class Gap>
void expect_true(const Toi& toi, const Query& query, const Gap& gap, std::uint64_t seed) {
  const double until = toi.safe_until();
  const Real first = query.window.lo();
  for (int i = 0; i <= 40; ++i) {
    const Real t = first + (Real(until) - first) * i / 40;
    ASSERT_TRUE(gap(t) > query.separation) << "seed " << seed << ", instant " << i;
  }
  const bool close = gap(Real(until)) <= Real(query.separation) + query.tolerance;
  ASSERT_TRUE(close || toi.verdict == Verdict::Free) << "seed " << seed;
}

TEST(ClosedForm, OfTwoBallsIsTrueAndNearlyAlwaysFound) {
  int found = 0;
  int impacts = 0;
  int asked = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    const RigidMotion a = random_line(random, true);
    const RigidMotion b = random_line(random, true);
    const double radius_a = random.uniform(0.1, 1.0);
    const double radius_b = random.uniform(0.1, 1.0);
    const Query query = random_query(random);
    const auto gap = [&](const Real& t) { return norm(place(b, t) - place(a, t)) - Real(radius_a) - Real(radius_b); };
    if (gap(Real(query.window.lo())) <= query.separation) continue;
    ++asked;
    const std::optional<Toi> toi =
        closed_form({Shape::sphere(radius_a), a.motion()}, {Shape::sphere(radius_b), b.motion()}, query);
    if (!toi) continue;
    ++found;
    impacts += toi->verdict == Verdict::Impact ? 1 : 0;
    expect_true(*toi, query, gap, seed);
  }
  EXPECT_GT(found, asked * 99 / 100);
  EXPECT_GT(impacts, asked / 4);
}

TEST(ClosedForm, OfABallAndAHalfSpaceIsTrueAndNearlyAlwaysFound) {
  int found = 0;
  int impacts = 0;
  int asked = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    const RigidMotion a = random_line(random, false);
    const RigidMotion b = random_line(random, true);
    const double radius = random.uniform(0.1, 1.0);
    const Eigen::Vector3d normal = random.direction();
    const double offset = random.uniform(-3.0, 0.0);
    const Query query = random_query(random);
    const Vec<Real> n = turned(Vec<Real>(normal), a.orientation);
    const auto gap = [&](const Real& t) {
      return (dot(n, place(b, t) - place(a, t)) - Real(offset)) / norm(n) - Real(radius);
    };
    const Shape wall = Shape::half_space(normal, offset);
    if (gap(Real(query.window.lo())) <= query.separation + 1e-12) continue;
    ++asked;
    const std::optional<Toi> toi = closed_form({wall, a.motion()}, {Shape::sphere(radius), b.motion()}, query);
    if (!toi) continue;
    ++found;
    impacts += toi->verdict == Verdict::Impact ? 1 : 0;
    expect_true(*toi, query, gap, seed);
  }
  EXPECT_GT(found, asked * 99 / 100);
  EXPECT_GT(impacts, asked / 5);
}

TEST(ClosedForm, LeavesOtherPairsAlone) {
  const Body ball{Shape::sphere(1.0),
                  Motion::constant_velocity({5, 0, 0}, Quaternion::Identity(), {-9, 0, 0}, {0, 0, 0})};
  const Placement here{{0, 0, 0}, Quaternion::Identity()};
  EXPECT_TRUE(closed_form({Shape::sphere(1.0), Motion()}, ball, {}));
  EXPECT_FALSE(closed_form({Shape::box({1, 1, 1}), Motion()}, ball, {}));
  EXPECT_FALSE(closed_form({Shape::sphere(1.0), Motion::ballistic(here, {0, 0, 0}, {0, 0, -9.81})}, ball, {}));
  EXPECT_FALSE(closed_form({Shape::half_space({1, 0, 0}, 0.0),
                            Motion::constant_velocity({0, 0, 0}, Quaternion::Identity(), {0, 0, 0}, {0, 0, 1})},
                           ball, {}));
  EXPECT_FALSE(closed_form({Shape::sphere(5.0), Motion()}, ball, {}));  // touching at the start
}

TEST(ClosedForm, AnswersForConservativeAdvancement) {
  const Body ball{Shape::sphere(0.5), Motion()};
  const Body other{Shape::sphere(0.5),
                   Motion::constant_velocity({3, 0, 0}, Quaternion::Identity(), {-4, 0, 0}, {0, 9, 0})};
  const Toi toi = time_of_impact(ball, other);
  EXPECT_EQ(toi.verdict, Verdict::Impact);
  EXPECT_EQ(toi.statistics.feature_tests, 1U);
  EXPECT_EQ(toi.statistics.leaf_tests, 0U);
  EXPECT_NEAR(toi.safe_until(), 0.5, 1e-10);
  EXPECT_NEAR(toi.contact.point_a.x(), 0.5, 1e-9);
  EXPECT_NEAR(toi.contact.approach_speed, 4.0, 1e-12);
  const Toi swapped = time_of_impact(other, {Shape::half_space({1, 0, 0}, 0.5), Motion()});
  EXPECT_EQ(swapped.verdict, Verdict::Impact);
  EXPECT_EQ(swapped.statistics.leaf_tests, 0U);
  EXPECT_NEAR(swapped.contact.normal.x(), -1.0, 1e-12);
}

}  // namespace
}  // namespace graze::testing
