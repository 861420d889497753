// SPDX-License-Identifier: Apache-2.0
// Answers in other units of length and time are the same, in those units, up to both ends of the range that
// graze/limits.hpp gives. Units are powers of two, so that the bodies are the same to the last bit: a difference is an
// overflow, an underflow, or a length that is hidden in the code.
#include <gtest/gtest.h>

#include "support/every_kind.hpp"
#include "support/quad.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

namespace graze::testing {
namespace {

struct Units {
  double length, time;
};

// 2^126 is 9e37: bodies of about this size, which move about as far in a unit of time and turn, with accelerations of a
// thousand times as much.
const Units kUnits[] = {{0x1p-126, 1.0}, {0x1p-80, 0x1p64}, {0x1p120, 1.0},    {0x1p120, 0x1p64},
                        {1.0, 0x1p64},   {1.0, 0x1p-56},    {0x1p-80, 0x1p-56}};

constexpr double kTolerance = 0x1p-30;

struct Asked {
  Body a, b;
  Query query;
};

// A shape on its way to another that stands still or comes along: most pairs meet.
Asked ask(std::size_t i, std::size_t j, std::size_t motion, const Units& units) {
  const Vector3 start(-1.5 * units.length, 0.0625 * units.length, 0.125 * units.length);
  const std::vector<NamedShape> shapes = every_shape(units.length);
  const std::vector<NamedMotion> motions = every_rigid_motion(start, units.length, units.time);
  const std::vector<NamedMotion> others =
      every_rigid_motion(Vector3(0.75 * units.length, 0, 0), -0.5 * units.length, units.time);
  Query query{.window = {0.0, 2 * units.time}, .tolerance = kTolerance * units.length};
  query.budget.iterations = 20'000;
  return {{shapes[i].shape, motions[motion % motions.size()].motion},
          {shapes[j].shape, others[motion / 3 % others.size()].motion},
          query};
}

void expect_same(const Toi& at_one, const Toi& scaled, const Units& units) {
  ASSERT_EQ(to_string(scaled.verdict), to_string(at_one.verdict))
      << scaled.bracket.lo() / units.time << " and " << at_one.bracket.lo() << ", tolerance "
      << scaled.tolerance / units.length << " and " << at_one.tolerance;
  const double ulp = 0x1p-40;
  EXPECT_NEAR(scaled.bracket.lo() / units.time, at_one.bracket.lo(), 4 * kTolerance);
  if (at_one.verdict != Verdict::Impact) return;
  EXPECT_NEAR(scaled.bracket.hi() / units.time, at_one.bracket.hi(), 4 * kTolerance + ulp);
  EXPECT_LE(scaled.tolerance / units.length, 2 * at_one.tolerance);
  EXPECT_LE(scaled.separation.hi() / units.length, 2 * at_one.tolerance);
  EXPECT_LE((scaled.contact.normal - at_one.contact.normal).norm(), 1e-3);
}

class Scales : public ::testing::TestWithParam<std::string> {
 protected:
  Solver solver() const {
    for (const SolverToAsk& named : solvers_to_ask())
      if (named.name == GetParam()) return named.solver;
    return Solver::automatic();
  }
};

TEST_P(Scales, AnswersAreTheSameInEveryUnit) {
  const std::size_t count = every_shape().size();
  std::size_t motion = 0;
  int answered = 0;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i % 2; j < count; j += 2) {
      const Asked one = ask(i, j, ++motion, {1.0, 1.0});
      if (!solver().supports(one.a, one.b)) continue;
      const Toi at_one = time_of_impact(one.a, one.b, one.query, solver());
      if (at_one.verdict == Verdict::Undecided) continue;
      const Units& units = kUnits[motion % std::size(kUnits)];
      const Asked other = ask(i, j, motion, units);
      const Toi scaled = time_of_impact(other.a, other.b, other.query, solver());
      ++answered;
      expect_same(at_one, scaled, units);
      EXPECT_LE(scaled.statistics.node_tests, 2 * at_one.statistics.node_tests + 200);
      ASSERT_FALSE(HasFailure()) << every_shape()[i].name << " and " << every_shape()[j].name << ", motion " << motion
                                 << ", units " << units.length << " and " << units.time;
    }
  EXPECT_GT(answered, 5);
}

// All but bisection: it takes distances, which have a test of their own below, and a minute for curved surfaces.
std::vector<std::string> names_of_solvers() {
  std::vector<std::string> names;
  for (const SolverToAsk& named : solvers_to_ask())
    if (named.name != "bisection") names.push_back(named.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(EverySolver, Scales, ::testing::ValuesIn(names_of_solvers()),
                         [](const ::testing::TestParamInfo<std::string>& info) { return info.param; });

TEST(ScaledQueries, DistancesAreTheSameInEveryUnit) {
  Random random(7);
  const std::vector<NamedShape> shapes = every_shape();
  for (const double unit : {0x1p-128, 0x1p129}) {
    const std::vector<NamedShape> scaled = every_shape(unit);
    for (std::size_t i = 0; i < shapes.size(); ++i)
      for (std::size_t j = 0; j < shapes.size(); ++j) {
        Pose a = Pose::Identity();
        Pose b = Pose::Identity();
        a.linear() = random.quaternion().normalized().toRotationMatrix();
        b.translation() = random.vector(2.0);
        const DistanceBounds one = distance(shapes[i].shape, a, shapes[j].shape, b);
        b.translation() *= unit;
        const DistanceBounds other = distance(scaled[i].shape, a, scaled[j].shape, b);
        EXPECT_NEAR(other.lower / unit, one.lower, 1e-9 * (1 + one.lower));
        EXPECT_NEAR(other.upper / unit, one.upper, 1e-9 * (1 + one.upper));
        EXPECT_LE((other.upper - other.lower) / unit, 2 * (one.upper - one.lower) + 1e-15);
        ASSERT_FALSE(HasFailure()) << shapes[i].name << " and " << shapes[j].name << ", " << unit;
      }
  }
}

// The first touch of two balls on straight paths, in quad precision: (p + v t)^2 = r^2.
Quad touch_time(const Vector3& p, const Vector3& v, double radii) {
  Quad pp = 0;
  Quad pv = 0;
  Quad vv = 0;
  for (int i = 0; i < 3; ++i) {
    pp += static_cast<Quad>(p[i]) * p[i];
    pv += static_cast<Quad>(p[i]) * v[i];
    vv += static_cast<Quad>(v[i]) * v[i];
  }
  const Quad below = pv * pv - vv * (pp - static_cast<Quad>(radii) * radii);
  if (below < 0 || pv >= 0) return -1;
  const Quad x = testing::root(below / (pv * pv));
  return (-pv * (1 - x)) / vv;
}

// Over all of the range at once: sizes, distances, speeds and times of any magnitude that is accepted.
TEST(ScaledQueries, BallsTouchWhenQuadsSay) {
  Random random(8);
  int met = 0;
  for (int i = 0; i < 20'000; ++i) {
    const double unit = random.magnitude(1e-39, 1e38);
    const double ra = unit * random.uniform(0.1, 1.0);
    const double rb = unit * random.uniform(0.1, 1.0);
    const Vector3 p = random.direction() * unit * random.uniform(2.5, 8.0);
    const double window = std::min(1e40, random.magnitude(1e-30, 1e40));
    if (unit / window > 1e38) continue;
    const Vector3 v = (-p / window * random.uniform(0.5, 2.0)) + random.vector(unit / window * 0.3);
    const Body a{Shape::sphere(ra), Motion()};
    const Body b{Shape::sphere(rb), Motion::constant_velocity(p, Quaternion::Identity(), v, Vector3::Zero())};
    const Query query{.window = {0.0, window}, .tolerance = 1e-10 * unit};
    const Toi toi = time_of_impact(a, b, query);
    const Quad exact = touch_time(p, v, ra + rb);
    const double slack = 1e-13 * window;
    if (exact >= 0 && exact < window * (1 - 1e-9)) {
      ++met;
      ASSERT_EQ(toi.verdict, Verdict::Impact) << i << " " << unit << " " << window;
      ASSERT_LE(toi.bracket.lo(), static_cast<double>(exact) + slack) << i;
    }
    if (toi.verdict != Verdict::Impact) continue;
    const Vector3 at = p + toi.bracket.lo() * v;
    ASSERT_LE((at / unit).norm() - (ra + rb) / unit, 1e-9) << i << " " << unit << " " << window;
  }
  EXPECT_GT(met, 5'000);
}

// Shapes whose point that comes first along x is `half` from the origin, on the axis.
std::vector<NamedShape> shapes_of_half_length(double half) {
  const Vector3 box = 2 * half * Vector3(1, 0.75, 0.5);
  return {{"sphere", Shape::sphere(half)},
          {"box", Shape::box(box)},
          {"mesh", Shape::mesh(make_box(box))},
          {"cylinder", Shape::cylinder(half, half)},
          {"parametric", Shape::parametric(ParametricSurface::ellipsoid(half * Vector3(1, 0.5, 0.5)))},
          {"implicit", Shape::implicit(ImplicitSurface::ellipsoid(half * Vector3(1, 0.5, 0.5)))}};
}

// Bodies that fly at each other along x, by every solver, in units all over the range. When they touch is known in
// quads: the way over the speed.
TEST(ScaledQueries, BodiesOnALineTouchWhenQuadsSay) {
  Random random(9);
  const std::size_t count = shapes_of_half_length(1.0).size();
  for (int i = 0; i < trials(300); ++i) {
    const double half_a = random.magnitude(1e-39, 1e38);
    const double half_b = half_a * random.uniform(0.3, 3.0);
    const double size = half_a + half_b;
    const double window = random.magnitude(1e-3, 1e18);
    const double start = -size * random.uniform(1.5, 3.0);
    const double speed = -start / window;
    const NamedShape a = shapes_of_half_length(half_a)[random.below(static_cast<int>(count))];
    const NamedShape b = shapes_of_half_length(half_b)[random.below(static_cast<int>(count))];
    const Body flying{a.shape,
                      Motion::constant_velocity({start, 0, 0}, Quaternion::Identity(), {speed, 0, 0}, Vector3::Zero())};
    const Body waiting{b.shape, Motion()};
    Query query{.window = {0.0, window}, .tolerance = 1e-9 * size};
    query.budget.iterations = 100'000;
    const Quad way = -static_cast<Quad>(start) - half_a - half_b;
    const auto exact = static_cast<double>(way / speed);
    for (const SolverToAsk& named : solvers_to_ask()) {
      if (named.solver.guarantee() == Guarantee::Sampled) continue;
      const Toi toi = time_of_impact(flying, waiting, query, named.solver);
      if (toi.verdict == Verdict::Unsupported || toi.verdict == Verdict::Undecided) continue;
      const std::string what =
          named.name + ": " + a.name + " and " + b.name + " of " + std::to_string(std::log10(size));
      ASSERT_EQ(toi.verdict, Verdict::Impact) << what;
      ASSERT_LE(toi.bracket.lo(), exact * (1 + 1e-14)) << what;
      ASSERT_GE(toi.bracket.lo(), exact - (toi.tolerance + 1e-12 * size) / speed) << what;
      ASSERT_TRUE(toi.tolerance <= 2e-9 * size || named.name == "capoeira") << what << " " << toi.tolerance / size;
    }
  }
}

// Far below all other rates, and zero in squares.
TEST(ScaledQueries, HardlyMovingBodiesAreBodiesAtRest) {
  for (const SolverToAsk& named : solvers_to_ask())
    for (const double speed : {1e-100, 1e-165, 1e-200, 1e-310, 0.0}) {
      const Shape ball = Shape::mesh(make_icosphere(1.0, 1));
      const Body a{ball, Motion::constant_velocity({-3, 0, 0}, Quaternion::Identity(), {speed, 0, 0}, {0, 0, speed})};
      const Body b{ball, Motion()};
      const Toi toi = time_of_impact(a, b, {}, named.solver);
      if (toi.verdict == Verdict::Unsupported) continue;
      EXPECT_EQ(toi.verdict, Verdict::Free) << named.name << " " << speed;
      const Body c{ball, Motion::constant_velocity({-1, 0, 0}, Quaternion::Identity(), {speed, 0, 0}, {0, 0, speed})};
      EXPECT_EQ(time_of_impact(c, b, {}, named.solver).verdict, Verdict::InitialContact) << named.name << " " << speed;
    }
}

// Points may be as close as doubles go. Below 2^-480 squares of distances vanish, and contact is all that can be said.
TEST(ScaledQueries, PointsCloserThanSquaresGoAreNeverMissed) {
  const Vector3 direction(1.0, 0.7, 0.3);
  for (const double length : {1e-140, 1e-150, 1e-155, 1e-158, 1e-160, 1e-161, 1e-170, 1e-300}) {
    const Shape point = Shape::convex_hull({{1e-12 * length, 0, 0}});
    const Shape mesh = Shape::mesh({{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {{0, 1, 2}}});
    const Body still{point, Motion()};
    // From `length` towards the other, to half of it at 0.5: closer than the separation.
    const Body moves{point, Motion::constant_velocity(length * direction, Quaternion::Identity(), -length * direction,
                                                      Vector3::Zero())};
    Query query{.window = {0.0, 0.6}, .separation = 0.5 * length * direction.norm(), .tolerance = 1e-300};
    for (const SolverToAsk& named : solvers_to_ask()) {
      if (named.solver.guarantee() == Guarantee::Sampled) continue;
      for (const Shape& shape : {point, mesh}) {
        const Body a{shape, still.motion}, b{shape, moves.motion};
        if (!named.solver.supports(a, b)) continue;
        query.budget.iterations = 1000;
        const Toi toi = time_of_impact(a, b, query, named.solver);
        EXPECT_TRUE(toi.verdict != Verdict::Free && toi.bracket.lo() <= 0.5)
            << named.name << " at " << length << ": " << to_string(toi.verdict) << ' ' << toi.bracket.lo();
      }
    }
  }
}

}  // namespace
}  // namespace graze::testing
