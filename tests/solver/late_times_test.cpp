// SPDX-License-Identifier: Apache-2.0
// Times that doubles hardly resolve: late epochs, windows of a few ulps, bodies that pass each other within one. Every
// solver, against the truth in quadruple precision: bodies that go straight without turning have a distance that is a
// convex function of time.
#include <gtest/gtest.h>

#include <graze/graze.hpp>

#include "support/quad.hpp"
#include "support/random.hpp"

namespace graze {
namespace {

using testing::Quad;
using testing::Random;

// A body that goes from one place at the start of a window to another at its end, and one at rest at the origin: balls,
// or boxes along the axes.
struct Passing {
  Interval window;
  Vector3 from, to;
  bool balls;
  Vector3 sizes;  // of both bodies together: half lengths, or the sum of the radii in x

  Quad distance(Quad time) const {
    const Quad part = (time - window.lo()) / (Quad(window.hi()) - window.lo());
    Quad squares = 0;
    for (int i = 0; i < 3; ++i) {
      Quad x = from[i] + (Quad(to[i]) - from[i]) * part;
      if (x < 0) x = -x;
      if (!balls) x = x > sizes[i] ? x - sizes[i] : 0;
      squares += x * x;
    }
    return testing::root(squares) - (balls ? Quad(sizes[0]) : Quad(0));
  }
  // When the bodies are closest.
  Quad closest() const {
    Quad lo = window.lo();
    Quad hi = window.hi();
    for (int i = 0; i < 220; ++i) {
      const Quad third = (hi - lo) / 3;
      if (distance(lo + third) <= distance(hi - third))
        hi -= third;
      else
        lo += third;
    }
    return lo;
  }
  double speed() const { return (to - from).norm() / (window.hi() - window.lo()); }

  Shape shape(bool curved) const {
    if (!balls) return Shape::box(sizes);
    return curved ? Shape::parametric(ParametricSurface::sphere(0.5 * sizes[0])) : Shape::sphere(0.5 * sizes[0]);
  }
  Body mover(bool curved = false) const {
    return {shape(curved), Motion::interpolated({from, Quaternion::Identity()}, {to, Quaternion::Identity()}, window)};
  }
  Body target() const { return {shape(false), Motion()}; }
};

// How far bodies get in a few ticks, and how well doubles tell lengths of this size.
double resolution(const Passing& pass, double ticks) {
  const double latest = std::max(std::abs(pass.window.lo()), std::abs(pass.window.hi()));
  return ticks * latest * 0x1p-52 * pass.speed() + 1e-12 * (pass.sizes.norm() + pass.from.norm() + pass.to.norm());
}

struct Expected {
  double ticks;  // tolerances are no coarser than the way of so many ticks; infinity: nothing is said
};

void check_impact(const Passing& pass, const Query& query, const Toi& toi, const Expected& expected) {
  const double lo = toi.bracket.lo();
  const Quad there = pass.distance(lo);
  EXPECT_TRUE(there > query.separation) << "touches at lo already";
  if (pass.closest() < lo) {
    EXPECT_TRUE(pass.distance(pass.closest()) > query.separation) << "late";
  }
  EXPECT_LE(static_cast<double>(there - query.separation), toi.tolerance * (1 + 1e-12)) << "false tolerance";
  EXPECT_LE(static_cast<double>(there), toi.separation.hi() * (1 + 1e-12));
  EXPECT_LE(toi.separation.lo(), toi.separation.hi());
  EXPECT_LE(toi.tolerance, query.tolerance * (1 + 1e-9) + resolution(pass, expected.ticks)) << "coarse";
}

void check(const Passing& pass, const Query& query, const Toi& toi, const Expected& expected) {
  EXPECT_GE(toi.bracket.lo(), query.window.lo());
  EXPECT_LE(toi.bracket.lo(), toi.bracket.hi());
  EXPECT_LE(toi.bracket.hi(), query.window.hi());
  switch (toi.verdict) {
    case Verdict::Free:
      EXPECT_TRUE(pass.distance(pass.closest()) > query.separation)
          << "missed " << static_cast<double>(pass.distance(pass.closest()) - query.separation);
      return;
    case Verdict::Impact:
      return check_impact(pass, query, toi, expected);
    case Verdict::InitialContact:
      EXPECT_LE(static_cast<double>(pass.distance(query.window.lo()) - query.separation), resolution(pass, 0.0));
      return;
    default:
      ADD_FAILURE() << to_string(toi.verdict);
  }
}

Passing random_pass(Random& random, bool balls) {
  constexpr double kEpochs[] = {0.0, 1.0, 1.7e9, -1.7e9, 1e12};
  const double epoch = kEpochs[random.below(5)];
  const double tick = std::max(1e-12, std::nextafter(std::abs(epoch), 1e300) - std::abs(epoch));
  const double length = random.chance(0.5) ? random.magnitude(1e-3, 10.0) : tick * (1 + random.below(12));
  Passing pass;
  pass.balls = balls;
  pass.window = {epoch, std::max(epoch + length, std::nextafter(epoch, 1e300))};
  const double size = random.magnitude(1e-3, 10.0);
  pass.sizes =
      balls ? Vector3(size, 0, 0) : Vector3(size * random.uniform(0.5, 1), size, size * random.uniform(0.5, 1));
  // Past the target, at a distance that often is about that of contact.
  const Vector3 way = random.magnitude(2.0, 1e9) * size * random.direction();
  const Vector3 aside = random.uniform(0.0, 2.5) * size * way.cross(random.direction()).normalized();
  const double part = random.uniform(0.1, 1.1);
  pass.from = aside - part * way;
  pass.to = aside + (1 - part) * way;
  return pass;
}

Query query_about(const Passing& pass, Random& random) {
  Query query;
  query.window = pass.window;
  query.tolerance = random.magnitude(1e-10, 1e-4) * pass.sizes.maxCoeff();
  if (random.chance(0.3)) query.separation = random.uniform(0.0, 0.5) * pass.sizes.maxCoeff();
  return query;
}

void check_many(const Solver& solver, const Expected& expected, bool balls, bool curved, int count) {
  Random random(balls ? 7 : 8);
  int free = 0;
  for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
    const Passing pass = random_pass(random, balls);
    const Query query = query_about(pass, random);
    if (!(pass.distance(query.window.lo()) > 2 * query.separation)) continue;  // not inside each other, for surfaces
    SCOPED_TRACE("case " + std::to_string(i));
    const bool swap = random.chance(0.5);
    const Toi toi = swap ? time_of_impact(pass.target(), pass.mover(curved), query, solver)
                         : time_of_impact(pass.mover(curved), pass.target(), query, solver);
    check(pass, query, toi, expected);
    free += toi.verdict == Verdict::Free ? 1 : 0;
  }
  if (count >= 100 && expected.ticks < 1e3) {
    EXPECT_GT(free, count / 20);
  }
}

constexpr double kAnything = std::numeric_limits<double>::infinity();

TEST(LateTimes, BallsByTheDefaultSolver) { check_many(Solver::automatic(), {4}, true, false, 2000); }
TEST(LateTimes, BoxesByTheDefaultSolver) { check_many(Solver::automatic(), {4}, false, false, 2000); }
TEST(LateTimes, BallsByDirectional) { check_many(Solver::directional(), {4}, true, false, 1000); }
TEST(LateTimes, BoxesByDirectional) { check_many(Solver::directional(), {4}, false, false, 1000); }
TEST(LateTimes, BoxesByPublishedAdvancement) {
  using Options = ConservativeAdvancementOptions;
  check_many(Solver::conservative_advancement({Options::Bound::Published}), {4}, false, false, 1000);
}
TEST(LateTimes, CurvedSurfaces) { check_many(Solver::automatic(), {16}, true, true, 100); }
TEST(LateTimes, BoxesByD2m) { check_many(Solver::d2m(), {1e3}, false, false, 500); }
TEST(LateTimes, BoxesByCapoeira) { check_many(Solver::d2m({.capoeira = true}), {kAnything}, false, false, 500); }
TEST(LateTimes, BoxesByRedon) { check_many(Solver::redon(), {1e3}, false, false, 200); }
TEST(LateTimes, BoxesByC2a) { check_many(Solver::c2a(), {16}, false, false, 500); }

// At 1e9 a tick is 1.2e-7, in which this box goes 12 units: past the other one, ten units away.
TEST(LateTimes, BodiesThatPassFarApartInOneTickAreFree) {
  const Body mover{Shape::box({1, 1, 1}), Motion::constant_velocity({-100000000000000032.0, 10, 0},
                                                                    Quaternion::Identity(), {1e8, 0, 0}, {0, 0, 0})};
  const Body target{Shape::box({1, 1, 1}), Motion()};
  Query query;
  query.window = {1e9, 1e9 + 1};
  for (const Solver& solver : {Solver::automatic(), Solver::directional()}) {
    const Toi toi = time_of_impact(mover, target, query, solver);
    EXPECT_EQ(toi.verdict, Verdict::Free) << solver.name() << ": tolerance " << toi.tolerance;
  }
}

// Seconds since 1970 are known to 2.4e-7, in which a box at 1000 units/s goes 2.4e-4: more than the tolerance.
TEST(LateTimes, TheToleranceThatIsReachedIsTheOneThatIsClaimed) {
  const Interval window(1.7e9, 1.7e9 + 1);
  const Passing pass{window, {-500, 0, 0}, {500, 0, 0}, false, {1e-3, 1e-3, 1e-3}};
  Query query;
  query.window = window;
  query.tolerance = 1e-6;
  for (const Solver& solver :
       {Solver::automatic(), Solver::directional(), Solver::d2m(), Solver::redon(), Solver::c2a()}) {
    SCOPED_TRACE(solver.name());
    const Toi toi = time_of_impact(pass.mover(), pass.target(), query, solver);
    ASSERT_EQ(toi.verdict, Verdict::Impact);
    check(pass, query, toi, {1e3});
    EXPECT_GT(toi.separation.hi(), 1e-6);
    for (const Feature& feature : {toi.contact.feature_a, toi.contact.feature_b})
      EXPECT_LE(feature.kind, FeatureKind::Surface);
  }
  EXPECT_LT(time_of_impact(pass.mover(), pass.target(), query).tolerance, 2.5e-4);  // one tick
}

}  // namespace
}  // namespace graze
