// SPDX-License-Identifier: Apache-2.0
// Every solver where it cannot know: the budget is spent, the window has no length, accelerations have no bound. Then
// it may leave the question open, but not say what is not so.
#include <gtest/gtest.h>

#include <graze/graze.hpp>

#include "support/trials.hpp"

namespace graze {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<Solver> all_solvers() {
  std::vector<Solver> solvers{Solver::automatic()};
  for (const SolverInfo& info : graze::solvers())
    solvers.push_back(info.name == "bisection" ? Solver::bisection({.samples = 2}) : Solver::named(info.name));
  return solvers;
}

std::vector<Shape> shapes_of_about_one() {
  const Shape mesh = Shape::mesh(make_icosphere(0.9, 1));
  const Shape box = Shape::box({1.2, 1.2, 1.2});
  return {mesh,
          box,
          Shape::sphere(1.0),
          Shape::parametric(ParametricSurface::sphere(1.0)),
          Shape::compound({{box, {0, 5, 0}}, {mesh}}),
          Shape::compound({{mesh}, {box}})};
}

bool says_apart(const Toi& toi) { return toi.verdict == Verdict::Free || toi.verdict == Verdict::Impact; }
bool says_touching(const Toi& toi) { return toi.verdict == Verdict::Impact || toi.verdict == Verdict::InitialContact; }

// Calls visit(solver, body, shape) for each solver that takes the pair: a body in motion, and a shape at the origin.
template <class Visit>
void each_case(const Motion& motion, const Visit& visit) {
  for (const Solver& solver : all_solvers())
    for (const Shape& a : shapes_of_about_one())
      for (const Shape& b : shapes_of_about_one())
        if (solver.supports({a, motion}, {b, Motion()})) visit(solver, Body{a, motion}, b);
}

// Slow builds ask for two of the budgets.
std::vector<Query> spent_and_short() {
  std::vector<std::uint64_t> budgets{0, 3, 1, 30};
  budgets.resize(static_cast<std::size_t>(std::max(2, testing::trials(4))));
  std::vector<Query> queries;
  for (const double end : {0.0, 1.0})
    for (const std::uint64_t iterations : budgets) {
      Query query;
      query.window = {0.0, end};
      query.budget.iterations = iterations;
      queries.push_back(query);
    }
  return queries;
}

TEST(Honesty, OverlappingBodiesAreNeverFree) {
  const Motion motion = Motion::constant_velocity({-1, 0.01, 0.02}, Quaternion::Identity(), {1, 0, 0}, {0, 0, 0});
  each_case(motion, [](const Solver& solver, const Body& a, const Shape& b) {
    for (const Query& query : spent_and_short()) {
      const Toi toi = time_of_impact(a, {b, Motion()}, query, solver);
      EXPECT_FALSE(says_apart(toi)) << solver.name() << ", " << to_string(a.shape.kind()) << " and "
                                    << to_string(b.kind()) << ", window to " << query.window.hi() << ", budget "
                                    << query.budget.iterations << ": " << to_string(toi.verdict);
    }
  });
}

TEST(Honesty, BodiesApartAreNeverInContact) {
  const Motion motion = Motion::constant_velocity({-9, 0.01, 0.02}, Quaternion::Identity(), {1, 0, 0}, {0, 0, 0});
  each_case(motion, [](const Solver& solver, const Body& a, const Shape& b) {
    for (const Query& query : spent_and_short()) {
      const Toi toi = time_of_impact(a, {b, Motion()}, query, solver);
      EXPECT_FALSE(says_touching(toi)) << solver.name() << ", " << to_string(a.shape.kind()) << " and "
                                       << to_string(b.kind()) << ", window to " << query.window.hi() << ", budget "
                                       << query.budget.iterations << ": " << to_string(toi.verdict);
      EXPECT_TRUE(query.budget.iterations != 0 || toi.verdict == Verdict::Free) << solver.name();
    }
  });
}

// The first may have surfaces only: then nothing inside of it touches it.
TEST(Honesty, WhatIsInsideOfASolidTouchesIt) {
  const Shape small = Shape::mesh(make_icosphere(0.2, 1));
  const Shape box = Shape::box({4, 4, 4});
  const Shape hull = Shape::convex_hull({{-2, -2, -2}, {3, 0, 0}, {0, 3, 0}, {0, 0, 3}});
  for (const Shape& outer : {box, hull, Shape::mesh(make_box({4, 4, 4}))})
    for (const Shape& inner : {small, Shape::box({0.3, 0.3, 0.3})})
      for (const Solver& solver : all_solvers()) {
        const Body a{inner, Motion::constant_velocity({0.1, 0, 0}, Quaternion::Identity(), {0.1, 0, 0}, {0, 0, 0})};
        const Body b{outer, Motion()};
        if (!solver.supports(a, b)) continue;
        // Capoeira stops where the spheres around two triangles meet.
        const bool solid = outer.kind() != ShapeKind::Mesh;
        const Verdict inside = solver.name() == "capoeira" ? Verdict::Impact : Verdict::Free;
        const Verdict expected = solid ? Verdict::InitialContact : inside;
        EXPECT_EQ(time_of_impact(a, b, {}, solver).verdict, expected) << solver.name();
        EXPECT_EQ(time_of_impact(b, a, {}, solver).verdict, expected) << solver.name();
      }
}

// At 1.7e9 s and 3e4 rad/s doubles do not know how a body is turned. The shapes are at least a unit apart.
TEST(Honesty, WhereTurnsAreUnknownBodiesApartAreNeverInContact) {
  const Motion motion = Motion::constant_velocity({-4, 0.01, 0.02}, Quaternion::Identity(), {0, 0, 0}, {0, 1e4, 3e4});
  Query query;
  query.window = {1.7e9, 1.7e9 + 1e-6};
  query.budget.iterations = 10'000;
  each_case(motion, [&](const Solver& solver, const Body& a, const Shape& b) {
    if (solver.guarantee() == Guarantee::Sampled) return;
    EXPECT_FALSE(says_touching(time_of_impact(a, {b, Motion()}, query, solver)))
        << solver.name() << ", " << to_string(a.shape.kind()) << " and " << to_string(b.kind());
  });
}

// Meshes that overlap at the start: what was found before the budget was spent is no impact, since nothing else has
// been looked at.
TEST(Honesty, OverlappingMeshesThatDeformAreNeverApart) {
  const TriangleMesh ball = make_icosphere(1.0, 1);
  TriangleMesh other = ball;
  for (Vector3& v : other.vertices) v += Vector3(0.7, 0.1, 0.05);
  std::vector<Vector3> end = other.vertices;
  for (Vector3& v : end) v += Vector3(0.1, -0.3, 0.02 * v.x());
  const Body a{Shape::mesh(ball), Motion::vertex_linear(ball.vertices)};
  const Body b{Shape::mesh(other), Motion::vertex_linear(end)};
  int spent = 0;
  for (std::uint64_t iterations = 1; iterations < 400; ++iterations) {
    Query query;
    query.budget.iterations = iterations;
    const Toi toi = time_of_impact(a, b, query);
    EXPECT_FALSE(says_apart(toi)) << iterations;
    spent += toi.verdict == Verdict::Undecided ? 1 : 0;
  }
  EXPECT_GT(spent, 0);
  EXPECT_EQ(time_of_impact(a, b).verdict, Verdict::InitialContact);
}

// A leaf whose corners all belong to other leaves.
TEST(Honesty, CapoeiraMeasuresTheDistanceOfEveryPairOfLeaves) {
  const Body wire{Shape::box({116.92936808525428, 4.3891354794807514e-07, 5.869723382519238e-07}), Motion()};
  const Body box{
      Shape::box({514.5382620013278, 351.4989331688879, 752.8770246014827}),
      Motion::constant_velocity({362409.2182097982, -258893.74529020741, 372322.25086223654}, Quaternion::Identity(),
                                {-697.5216623657849, 498.4162571683761, -717.2259279707711}, {0, 0, 0})};
  const Toi toi = time_of_impact(wire, box, {.window = {0.0, 1000.0}, .tolerance = 1000.0}, Solver::named("capoeira"));
  ASSERT_EQ(toi.verdict, Verdict::Impact);
  EXPECT_LT(toi.separation.hi(), 1000.0);
  EXPECT_NEAR(toi.contact.normal.norm(), 1.0, 1e-12);
}

// x = 3 - 5 (1 / (1 - t + t^2) - 1): interval arithmetic has no bound on it over [0, 1], where the divisor may vanish,
// but has one over parts. The shapes of size one stay apart: the centers come no closer than 1.33.
struct Rational {
  template <class Number>
  RigidPose<Number> operator()(const Number& t) const {
    RigidPose<Number> pose;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) pose.rotation(i, j) = Number(i == j ? 1.0 : 0.0);
      pose.position[i] = Number(0.0);
    }
    pose.position[0] = Number(3.0) - Number(5.0) * (Number(1.0) / (Number(1.0) - t + t * t) - Number(1.0));
    return pose;
  }
};

TEST(Honesty, MotionsWithoutABoundAreLookedAtInParts) {
  const Motion motion = Motion::from_function(Rational());
  ASSERT_EQ(motion.acceleration_bound({0.0, 1.0}).at(1.0), kInfinity);
  const Shape ball = Shape::mesh(make_icosphere(0.5, 1));
  const Shape surface = Shape::parametric(ParametricSurface::sphere(0.5));
  for (const Solver& solver : all_solvers())
    for (const Shape& a : {ball, Shape::box({0.9, 0.9, 0.9}), Shape::sphere(0.5), surface})
      for (const Shape& b : {ball, Shape::sphere(0.5), surface}) {
        if (!solver.supports({a, motion}, {b, Motion()})) continue;
        EXPECT_EQ(time_of_impact({a, motion}, {b, Motion()}, {}, solver).verdict, Verdict::Free)
            << solver.name() << ", " << to_string(a.kind()) << " and " << to_string(b.kind());
      }
}

TEST(Honesty, PartsOfACompoundShareTheBudget) {
  std::vector<Shape::Part> parts;
  for (int i = 0; i < 500; ++i) parts.push_back({Shape::mesh(make_icosphere(0.4, 1)), Vector3(i, 0, 0)});
  const Body chain{Shape::compound(parts), Motion()};
  const Body ball{Shape::mesh(make_icosphere(0.4, 1)),
                  Motion::constant_velocity({250, 3, 0}, Quaternion::Identity(), {1, -0.5, 0}, {0, 0, 1})};
  Query query;
  query.budget.iterations = 50;
  const Toi toi = time_of_impact(chain, ball, query);
  EXPECT_EQ(toi.verdict, Verdict::Undecided);
  EXPECT_EQ(toi.bracket.lo(), 0.0);
  EXPECT_LT(toi.statistics.node_tests + toi.statistics.leaf_tests, 200u);
  EXPECT_EQ(time_of_impact(chain, ball, {}).verdict, Verdict::Free);
}

// A motion of which no bound on the acceleration is known.
class Boundless final : public MotionModel {
 public:
  explicit Boundless(Motion motion) : motion_(std::move(motion)) {}
  MotionEnclosure enclose(const Interval& time, const Vector3& origin) const override {
    return motion_.enclose(time, origin);
  }
  Pose pose(double time) const override { return motion_.pose(time); }
  RateBound acceleration_bound(const Interval& /*time*/) const override { return {kInfinity, kInfinity}; }
  std::string_view name() const override { return "boundless"; }

 private:
  Motion motion_;
};

// Of two of the shapes, their centers 3 - t apart: a distance of at most 1.8 - t, between the faces of two boxes, and
// of at least 0.92 - t, between their corners.
void expect_honest(const Toi& toi, const Solver& solver) {
  switch (toi.verdict) {
    case Verdict::Impact:
      EXPECT_LE(toi.safe_until(), 1.8) << solver.name();
      EXPECT_GE(toi.tolerance, 0.92 - toi.safe_until()) << solver.name();
      return;
    case Verdict::Undecided:
      EXPECT_LE(toi.safe_until(), 1.8) << solver.name();
      return;
    default:
      EXPECT_TRUE(solver.guarantee() == Guarantee::Sampled) << solver.name() << ": " << to_string(toi.verdict);
  }
}

TEST(Honesty, WithoutABoundOnAccelerationsNothingFalseIsSaid) {
  const Motion inner = Motion::constant_velocity({-3, 0.01, 0.02}, Quaternion::Identity(), {1, 0, 0}, {0, 0, 1});
  const Motion motion(std::make_shared<const Boundless>(inner));
  each_case(motion, [](const Solver& solver, const Body& a, const Shape& b) {
    Query query;
    query.window = {0.0, 2.0};
    query.budget.iterations = 1'000;
    expect_honest(time_of_impact(a, {b, Motion()}, query, solver), solver);
  });
}

}  // namespace
}  // namespace graze
