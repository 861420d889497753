// SPDX-License-Identifier: Apache-2.0
// Which triangles come close while one body turns in another.
#include "solver/directional/orbit_filter.hpp"

#include <numbers>

#include <gtest/gtest.h>

#include <graze/distance.hpp>
#include <graze/time_of_impact.hpp>

#include "numeric/elementary/elementary.hpp"
#include "solver/turning_pairs.hpp"
#include "support/trials.hpp"

namespace graze::testing {
namespace {

// With a pitch its wall is a thread that goes round once in that length.
TriangleMesh tube(double radius, double length, std::uint32_t around, std::uint32_t rows, double pitch = 0.0) {
  TriangleMesh mesh;
  for (std::uint32_t j = 0; j <= rows; ++j)
    for (std::uint32_t i = 0; i < around; ++i) {
      const double angle = 2 * std::numbers::pi * i / around;
      const double height = length * (static_cast<double>(j) / rows - 0.5);
      const double crest = pitch > 0 ? 0.05 * portable::cos(2 * std::numbers::pi * height / pitch - angle) : 0.0;
      mesh.vertices.emplace_back((radius + crest) * portable::cos(angle), (radius + crest) * portable::sin(angle),
                                 height);
    }
  for (std::uint32_t j = 0; j < rows; ++j)
    for (std::uint32_t i = 0; i < around; ++i) {
      const std::uint32_t p = j * around + i;
      const std::uint32_t q = j * around + (i + 1) % around;
      mesh.triangles.push_back({p, q, q + around});
      mesh.triangles.push_back({p, q + around, p + around});
    }
  return mesh;
}

// The triangles that a filter leaves out stay apart: every other triangle is measured at many times.
TEST(OrbitFilter, LeavesOutWhatStaysApart) {
  int told = 0;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(testing::trials(120)); ++seed) {
    Random random(seed);
    const Turning motions = random_turning(random);
    const double radius = random.uniform(0.6, 1.0);
    const double pitch = random.chance(0.3) ? random.uniform(0.2, 1.0) : 0.0;
    const TriangleMesh outer = tube(1.0, 2.0, 24, 6, pitch);
    const TriangleMesh inner =
        random.chance(0.5) ? tube(radius, 1.5, 24, 5, pitch) : make_bumpy_sphere(radius, 0.1, 3, 2);
    const Shape shape_a = Shape::mesh(inner);
    const Shape shape_b = Shape::mesh(outer);
    const Body a{shape_a, motions.a};
    const Body b{shape_b, motions.b};
    const LeafyBody leafy_a(a);
    const LeafyBody leafy_b(b);
    const Interval window(0.0, random.magnitude(0.05, 1.0));
    const double need = random.chance(0.5) ? 0.0 : random.magnitude(1e-6, 1e-2);
    Meter meter{Budget{}};
    const std::optional<OrbitFilter> filter = orbit_filter(leafy_a, leafy_b, window, need, meter);
    if (!filter) continue;
    ++told;
    TriangleMesh rest{inner.vertices, {}};  // triangles that it says are apart from all of the other mesh
    for (std::uint32_t i = 0; i < leafy_a.leaves.boxes().size(); ++i) {
      const BoxNode& box = leafy_a.leaves.boxes()[i];
      if (box.is_leaf() && !filter->takes({i, 0})) rest.triangles.push_back(inner.triangles[box.leaf]);
    }
    if (rest.triangles.empty()) continue;
    const Shape apart = Shape::mesh(rest);
    for (int k = 0; k <= 24; ++k) {
      const double t = window.lo() + (filter->until() - window.lo()) * k / 24;
      EXPECT_GT(distance(apart, a.motion.pose(t), shape_b, b.motion.pose(t)).upper, need) << "seed " << seed;
    }
  }
  EXPECT_GT(told, testing::trials(15));
}

// A fine peg that turns in a fine tube: what two of their nodes are apart along changes all the time, their orbits not.
TEST(OrbitFilter, TightFitsCostLittle) {
  const Shape socket = Shape::mesh(tube(1.0, 4.0, 128, 64));
  const Shape peg = Shape::mesh(tube(0.998, 3.0, 128, 64));
  for (const double advance : {0.0, 3.0}) {
    const Motion turning =
        Motion::constant_velocity({0, 0, -1.2 * advance}, Quaternion::Identity(), {0, 0, advance}, {0, 0, 2});
    const Toi toi = time_of_impact({peg, turning}, {socket, Motion()}, {}, Solver::named("directional"));
    EXPECT_EQ(toi.verdict, Verdict::Free) << advance;
    EXPECT_LE(toi.statistics.node_tests + toi.statistics.leaf_tests, 150'000U) << advance;
  }
  const Shape ball = Shape::mesh(make_bumpy_sphere(0.99, 0.0, 1, 5));
  const Shape hollow = Shape::mesh(make_bumpy_sphere(1.0, 0.0, 1, 5));
  const Motion turning = Motion::constant_velocity({0, 0, 0}, Quaternion::Identity(), {0, 0, 0}, {0.3, 0.2, 1});
  const Toi toi = time_of_impact({ball, turning}, {hollow, Motion()}, {}, Solver::named("directional"));
  EXPECT_EQ(toi.verdict, Verdict::Free);
  EXPECT_LE(toi.statistics.node_tests, 120'000U);
}

void add_pin(TriangleMesh& mesh, double from, double to, double angle) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  const Vector3 out(portable::cos(angle), portable::sin(angle), 0);
  const Vector3 side(-out.y(), out.x(), 0);
  for (const Vector3& corner :
       {Vector3(from * out - 0.01 * side), Vector3(from * out + 0.01 * side), Vector3(to * out)})
    mesh.vertices.emplace_back(corner + 1.7 * Vector3::UnitZ());
  mesh.triangles.push_back({first, first + 1, first + 2});
}

// A peg with a pin past its end, which meets a pin of the tube: the contact is that of the pins alone.
TEST(OrbitFilter, KeepsContacts) {
  const Motion turning = Motion::constant_velocity({0, 0, 0}, Quaternion::Identity(), {0, 0, 0}, {0, 0, 3});
  for (const double angle : {0.5, 1.5, 2.5}) {
    TriangleMesh outer = tube(1.0, 4.0, 128, 64), inner = tube(0.998, 3.0, 128, 64), outer_pin, inner_pin;
    for (TriangleMesh* mesh : {&outer, &outer_pin}) add_pin(*mesh, 1.0, 0.9, angle);
    for (TriangleMesh* mesh : {&inner, &inner_pin}) add_pin(*mesh, 0.8, 0.95, 0.0);
    const Solver solver = Solver::named("directional");
    const Toi all = time_of_impact({Shape::mesh(inner), turning}, {Shape::mesh(outer), Motion()}, {}, solver);
    const Toi pins = time_of_impact({Shape::mesh(inner_pin), turning}, {Shape::mesh(outer_pin), Motion()}, {}, solver);
    ASSERT_EQ(all.verdict, Verdict::Impact) << angle;
    EXPECT_NEAR(all.bracket.lo(), pins.bracket.lo(), 1e-9) << angle;
    EXPECT_GT(all.statistics.node_tests + all.statistics.leaf_tests, 20'000U) << "so the orbits were asked for";
    EXPECT_LT(all.statistics.node_tests + all.statistics.leaf_tests, 180'000U) << angle;
  }
}

// Until it meets the wall a peg that drifts is told from most of the tube; distances show that the answer is right.
TEST(OrbitFilter, PegsThatDriftMeetTheWall) {
  const TriangleMesh outer = tube(1.0, 2.0, 128, 32), inner = tube(0.998, 1.5, 128, 32);
  const Body socket{Shape::mesh(outer),
                    Motion::constant_velocity({0, 0, 0}, Quaternion::Identity(), {5, 0, 0}, {0, 0, 0})};
  const double drift = 0.005;
  const Body peg{Shape::mesh(inner), Motion::constant_velocity({0, 0, 0}, Quaternion::Identity(),
                                                               {5 + 0.8 * drift, 0.6 * drift, 0.1}, {0, 0, 2})};
  for (const bool swapped : {false, true}) {
    const Body& a = swapped ? socket : peg;
    const Body& b = swapped ? peg : socket;
    const Toi toi = time_of_impact(a, b, {}, Solver::named("directional"));
    ASSERT_EQ(toi.verdict, Verdict::Impact);
    EXPECT_GT(toi.statistics.node_tests + toi.statistics.leaf_tests, 20'000U) << "so the orbits were asked for";
    EXPECT_LT(toi.statistics.leaf_tests, 180'000U);
    const auto apart = [&](double t) { return distance(a.shape, a.motion.pose(t), b.shape, b.motion.pose(t)); };
    for (int k = 0; k < 2; ++k) EXPECT_GT(apart(toi.bracket.lo() * k / 2).lower, 1e-6);
    EXPECT_LT(apart(toi.bracket.lo()).upper, 2e-10);
  }
}

// Closer than twice the tolerance is taken for a contact that ends the filter. If it is none yet, or never, the search
// goes on without it.
TEST(OrbitFilter, NearMissesEndTheFilterOnly) {
  const Body socket{Shape::mesh(tube(1.0, 2.0, 128, 32)), Motion()};
  const Shape inner = Shape::mesh(tube(0.995, 1.5, 128, 32));
  for (const double drift : {0.003, 0.008}) {
    const Body peg{inner, Motion::constant_velocity({0, 0, 0}, Quaternion::Identity(), {drift, 0, 0.1}, {0, 0, 2})};
    Query query;
    query.tolerance = 1e-3;
    const LeafyBody a(peg), b(socket);
    Meter meter{Budget{}};
    const auto filter = orbit_filter(a, b, query.window, 2 * query.tolerance, meter);
    ASSERT_TRUE(filter) << drift;
    EXPECT_LT(filter->until(), 1.0) << drift;
    const Toi toi = time_of_impact(peg, socket, query, Solver::named("directional"));
    EXPECT_EQ(toi.verdict, drift > 0.005 ? Verdict::Impact : Verdict::Free) << drift;
    if (toi.verdict == Verdict::Impact) {
      EXPECT_GT(toi.bracket.lo(), filter->until()) << drift;
    }
    // The larger the budget the more is said, and never more than that.
    double known = 0.0;
    for (const std::uint64_t iterations : {10'000U, 40'000U, 60'000U, 80'000U, 100'000U, 200'000U}) {
      query.budget.iterations = iterations;
      const double safe = time_of_impact(peg, socket, query, Solver::named("directional")).safe_until();
      EXPECT_GE(safe, known) << iterations;
      EXPECT_LE(safe, toi.bracket.lo()) << iterations;
      known = safe;
    }
  }
}

// A bolt in a nut, a hundredth apart.
TEST(OrbitFilter, ThreadsCostLittle) {
  const Shape nut = Shape::mesh(tube(1.01, 1.5, 96, 36, 1.0));
  const Shape bolt = Shape::mesh(tube(1.0, 4.0, 96, 96, 1.0));
  const Motion turning = Motion::screw({}, {Vector3::Zero(), Vector3::UnitZ()}, 3.0, 3.0 / (2 * std::numbers::pi));
  const Toi toi = time_of_impact({bolt, turning}, {nut, Motion()}, {}, Solver::named("directional"));
  EXPECT_EQ(toi.verdict, Verdict::Free);
  EXPECT_LE(toi.statistics.node_tests + toi.statistics.leaf_tests, 300'000U);
}

}  // namespace
}  // namespace graze::testing
