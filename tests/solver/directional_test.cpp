// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include <gtest/gtest.h>

#include <graze/distance.hpp>
#include <graze/time_of_impact.hpp>

#include "support/random.hpp"
#include "support/same_bits.hpp"

namespace graze {
namespace {

// Two gears side by side, their rims a hundredth apart, at opposite speeds: in every turn each tooth comes close to
// those of the other.
Toi mesh_gears(double turns) {
  const Shape gear = Shape::mesh(make_gear(1.0, 0.8, 0.4, 12));
  const double rate = 2 * std::numbers::pi * turns;
  const Motion left = Motion::constant_velocity({0, 0, 0}, Quaternion::Identity(), {0, 0, 0}, {0, 0, rate});
  const Motion right = Motion::constant_velocity({2.01, 0.3, 0.1}, Quaternion::Identity(), {0, 0, 0}, {0, 0, -rate});
  return time_of_impact({gear, left}, {gear, right}, {}, Solver::named("directional"));
}

// Work is proportional to the turns: what the teeth of one turn were opened into is not dragged through all others.
TEST(Directional, ManyTurnsCostNoMoreThanTheirNumber) {
  const Toi few = mesh_gears(4);
  const Toi many = mesh_gears(64);
  EXPECT_EQ(few.verdict, Verdict::Free);
  EXPECT_EQ(many.verdict, Verdict::Free);
  EXPECT_LE(many.statistics.node_tests, 20 * few.statistics.node_tests);
  EXPECT_LE(many.statistics.leaf_tests, 20 * few.statistics.leaf_tests + 100);
}

// Near misses and grazing passes of bodies that move five hundred times their size in the window: one direction after
// another tells pairs of nodes apart, or all that lies in the way would be opened to its triangles.
TEST(Directional, FastPassesCostLittle) {
  const Shape bumpy = Shape::mesh(make_bumpy_sphere(1.0, 0.1, 3, 5));
  const Shape knot = Shape::mesh(make_torus_knot(2, 3, 0.5, 0.2, 0.08, 120, 12));
  testing::Random random(3);
  int impacts = 0;
  std::uint64_t all = 0;
  for (int k = 0; k < 200; ++k) {
    const Vector3 along = random.direction();
    const Vector3 aside = along.cross(random.direction()).normalized() * random.uniform(0.5, 2.2);
    const double before = random.chance(0.5) ? random.uniform(2.5, 4.0) : random.uniform(100.0, 200.0);
    const Motion flight = Motion::constant_velocity(aside - before * along, random.quaternion().normalized(),
                                                    random.uniform(300.0, 500.0) * along, random.vector(3.0));
    const Motion slow = Motion::constant_velocity({0, 0, 0}, random.quaternion().normalized(), {0, 0, 0},
                                                  random.vector(random.chance(0.5) ? 0.01 : 1.0));
    const Shape& first = random.chance(0.5) ? bumpy : knot;
    const Shape& second = random.chance(0.5) ? bumpy : knot;
    const Toi toi = time_of_impact({first, flight}, {second, slow}, {}, Solver::named("directional"));
    impacts += toi.verdict == Verdict::Impact ? 1 : 0;
    const std::uint64_t tests = toi.statistics.node_tests + toi.statistics.leaf_tests;
    all += tests;
    EXPECT_LE(tests, 10'000U) << k;
  }
  EXPECT_LE(all, 200 * 1500U);
  EXPECT_GT(impacts, 50);
  EXPECT_LT(impacts, 150);
}

// Every test of nodes is of the children of a pair that was opened, or of a pair that was examined before.
TEST(Directional, CountsWhatMakesAQueryExpensive) {
  const Shape ball = Shape::mesh(make_icosphere(1.0, 3));
  const auto query = [&](double spin) {
    const Motion passing = Motion::constant_velocity({-3, 2.05, 0}, Quaternion::Identity(), {6, 0, 0}, {0, 0, spin});
    return time_of_impact({ball, passing}, {ball, Motion()}, {}, Solver::named("directional"));
  };
  for (const double spin : {0.0, 2.5}) {
    const Toi toi = query(spin);
    EXPECT_EQ(toi.verdict, Verdict::Free);
    const Statistics& work = toi.statistics;
    EXPECT_GT(work.opened_nodes, 0U);
    EXPECT_LE(2 * work.opened_nodes, work.node_tests);
    EXPECT_LE(work.node_tests, 2 * work.opened_nodes + work.retested_pairs);
    EXPECT_GE(work.linearizations, 1U);
  }
  EXPECT_GT(query(2.5).statistics.linearizations, query(0.0).statistics.linearizations);
}

TriangleMesh square_plate() {
  TriangleMesh mesh;
  constexpr std::uint32_t kSide = 16;
  for (std::uint32_t i = 0; i <= kSide; ++i)
    for (std::uint32_t j = 0; j <= kSide; ++j) mesh.vertices.emplace_back(i / 8.0 - 1, j / 8.0 - 1, 0.0);
  for (std::uint32_t i = 0; i < kSide; ++i)
    for (std::uint32_t j = 0; j < kSide; ++j) {
      const std::uint32_t v = (kSide + 1) * i + j;
      mesh.triangles.push_back({v, v + 1, v + kSide + 2});
      mesh.triangles.push_back({v, v + kSide + 2, v + kSide + 1});
    }
  return mesh;
}

// A plate of many triangles that slides and turns close above another: nodes know that nothing bends along the normal,
// or every two triangles that pass each other would be looked at, again and again.
TEST(Directional, PlatesThatTurnAboveEachOtherCostLittle) {
  const Shape plate = Shape::mesh(square_plate());
  for (const double gap : {1.5e-10, 1e-8, 1e-6, 1e-4})
    for (const double rate : {0.0, 1.0, 20.0}) {
      for (const double speed : {0.3, 30.0, 3000.0}) {
        const Motion turning =
            Motion::constant_velocity({0.1, 0.2, gap}, Quaternion::Identity(), {speed, speed, 0}, {0, 0, rate});
        const Toi toi = time_of_impact({plate, Motion()}, {plate, turning}, {}, Solver::named("directional"));
        EXPECT_EQ(toi.verdict, Verdict::Free) << gap << ' ' << rate << ' ' << speed;
        EXPECT_LE(toi.statistics.node_tests + toi.statistics.leaf_tests, 400) << gap << ' ' << rate << ' ' << speed;
      }
    }
}

// A slow approach under fast spin, with a contact late in the window: the certified time is that of the method which
// shares no bound with this one.
TEST(Directional, AgreesWithD2mAfterManyTurns) {
  const Shape knot = Shape::mesh(make_torus_knot(2, 3, 0.5, 0.2, 0.08, 60, 6));
  for (int k = 0; k < 4; ++k) {
    const Motion a = Motion::constant_velocity({0, 0, 0}, Quaternion::Identity(), {0.4, 0, 0}, {300.0 + 10 * k, 20, 5});
    const Motion b = Motion::constant_velocity({1.7, 0.1 * k, 0}, Quaternion(0.5, 0.5, -0.5, 0.5), {0, 0, 0},
                                               {10, -250.0 - 7 * k, 90});
    const Toi ours = time_of_impact({knot, a}, {knot, b}, {}, Solver::named("directional"));
    const Toi other = time_of_impact({knot, a}, {knot, b}, {}, Solver::named("d2m"));
    EXPECT_EQ(ours.verdict, other.verdict) << k;
    EXPECT_NEAR(ours.bracket.lo(), other.bracket.lo(), 1e-8) << k;
  }
}

// A search at a coarse tolerance ends with directions that are good to three digits, but shows the closest points of
// the features: needles, whose faces are hardly told from their edges, against a cube.
TEST(Directional, ShowsClosestPointsAtCoarseTolerances) {
  testing::Random random(5);
  const Shape cube = Shape::mesh(make_box({1, 1, 1}));
  Query query;
  query.tolerance = 1e-3;
  for (int k = 0; k < 200; ++k) {
    const Vector3 end(random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2));
    const Vector3 middle = 0.5 * end + 1e-8 * Vector3(random.uniform(-1, 1), random.uniform(-1, 1), 1);
    const Shape needle = Shape::mesh({{Vector3::Zero(), end, middle}, {{0, 1, 2}}});
    const Body a{needle, Motion::constant_velocity({-5, random.uniform(-1, 1), random.uniform(-1, 1)},
                                                   Quaternion::Identity(), {10, 0, 0}, {0.1, 0.2, 0.3})};
    const Body b{cube, Motion::constant_velocity({0, 0, 0}, Quaternion(0.5, 0.3, 0.2, 0.7).normalized(), {0, 0, 0},
                                                 {0.3, -0.1, 0.1})};
    const Toi toi = time_of_impact(a, b, query, Solver::named("directional"));
    if (toi.verdict != Verdict::Impact) continue;
    const double time = toi.bracket.lo();
    const double apart = distance(a.shape, a.motion.pose(time), b.shape, b.motion.pose(time)).upper;
    EXPECT_NEAR((toi.contact.point_b - toi.contact.point_a).norm(), apart, 1e-11) << k;
  }
}

// Slices of one query side by side: free, a contact after many turns, one in the first slice, far apart at first.
TEST(Directional, ThreadsDoNotChangeABit) {
  const Shape knot = Shape::mesh(make_torus_knot(2, 3, 0.5, 0.2, 0.08, 60, 6));
  const Shape ball = Shape::sphere(0.4);
  const Motion spinning = Motion::constant_velocity({0, 0, 0}, Quaternion::Identity(), {0.4, 0, 0}, {300, 20, 5});
  for (const Vector3& velocity : {Vector3(0, 0, 0), Vector3(-0.1, 0, 0), Vector3(-300, 0, 0), Vector3(-40, 1, 0)})
    for (const double away : {1.0, 1.7, 20.0})
      for (const Shape& other : {knot, ball}) {
        const Body a{knot, spinning};
        const Body b{other, Motion::constant_velocity({away, 0.1, 0}, Quaternion(0.5, 0.5, -0.5, 0.5), velocity,
                                                      {10, -250, 90})};
        Query query;
        const Toi alone = time_of_impact(a, b, query, Solver::named("directional"));
        for (const int threads : {0, 2}) {
          query.threads = threads;
          const Toi together = time_of_impact(a, b, query, Solver::named("directional"));
          EXPECT_TRUE(testing::same_bits(together, alone));
          EXPECT_EQ(together.statistics.node_tests, alone.statistics.node_tests);
          EXPECT_EQ(together.statistics.feature_tests, alone.statistics.feature_tests);
        }
      }
}

// The reason for slabs: a body of sixteen times as many triangles, so with edges a quarter as long, takes hardly more.
TEST(Directional, WorkHardlyGrowsWithTheNumberOfTriangles) {
  const auto tests = [](int subdivisions) {
    const Shape bumpy = Shape::mesh(make_bumpy_sphere(1.0, 0.1, 3, subdivisions));
    std::uint64_t count = 0;
    for (int k = 0; k < 8; ++k) {
      const Motion a = Motion::constant_velocity({0, 0, 0}, Quaternion(1, 0.1 * k, 0.3, 0), {2, 0, 0}, {1, 2, 0.5 * k});
      const Motion b = Motion::constant_velocity({3, 0.1 * k, 0}, Quaternion(1, 0, 0, 1), {-2, 0, 0}, {0, 1, -1});
      const Toi toi = time_of_impact({bumpy, a}, {bumpy, b}, {}, Solver::named("directional"));
      EXPECT_EQ(toi.verdict, Verdict::Impact);
      count += toi.statistics.node_tests + toi.statistics.feature_tests;
    }
    return count;
  };
  EXPECT_LE(tests(6), 1.7 * static_cast<double>(tests(4)));
}

// Two boxes face to face, a tenth of a micron apart, that turn as one body: the smaller the gap the more steps, but by
// its cube root.
TEST(Directional, TurningTogetherTakesFewSteps) {
  const Shape box = Shape::mesh(make_box(Vector3::Ones()));
  const auto tests = [&](double gap) {
    const Motion a = Motion::constant_velocity({0, 0, 0}, Quaternion::Identity(), {0, 0, 0}, {0, 0, 1});
    const Motion b = Motion::screw({{1 + gap, 0, 0}, Quaternion::Identity()}, {{0, 0, 0}, {0, 0, 1}}, 1, 0);
    const Toi toi = time_of_impact({box, a}, {box, b}, {.window = {0, 0.2}}, Solver::named("directional"));
    EXPECT_EQ(toi.verdict, Verdict::Free);
    return toi.statistics.leaf_tests;
  };
  EXPECT_LT(tests(1e-4), 2000U);
  EXPECT_LT(tests(1e-7), 20000U);
}

}  // namespace
}  // namespace graze
