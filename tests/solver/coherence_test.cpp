// SPDX-License-Identifier: Apache-2.0
// A body dragged around another: the cache spares most of the work, and never changes an answer.
#include "solver/directional/coherence.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "support/same_bits.hpp"

namespace graze::testing {
namespace {

struct DragCount {
  int free = 0, impacts = 0, overlaps = 0;
  std::uint64_t plain = 0, cached = 0;  // node tests in steps that touch
};

struct DragPlan {
  double step = 0.02;  // how far a step goes
  double turn = 0.02;  // and how far it turns
  bool stops = true;   // a step that touches is not taken
  double tolerance = 1e-10, separation = 0.0;
};

// Small steps after a hand that goes around the first body, now and then close to it and into it.
DragCount drag(const Shape& shape_a, const Shape& shape_b, const DragPlan& plan, std::uint64_t seed) {
  Random random(seed);
  DragCount count;
  PairCache cache;
  Query query;
  query.tolerance = plan.tolerance;
  query.separation = plan.separation;
  const Body a{shape_a, Motion::still({0.1, 0.2, 0.3}, random.quaternion())};
  Placement at{{2, 0, 0}, Quaternion::Identity()};
  for (int step = 0; step < 300; ++step) {
    const double angle = plan.step * step;
    const double radius = 1.2 + 0.9 * std::cos(2 * angle);
    const Vector3 hand(radius * std::cos(angle), radius * std::sin(angle), 0.2 * random.unit());
    const Vector3 way = hand - at.position;
    Placement next = at;
    next.position += std::min(1.0, plan.step / way.norm()) * way;
    next.orientation = at.orientation * Quaternion(Eigen::AngleAxisd(plan.turn, random.direction()));
    const Body b{shape_b, Motion::interpolated(at, next)};
    const Toi plain = time_of_impact(a, b, query);
    const Toi cached = time_of_impact(a, b, query, Solver::automatic(), cache);
    EXPECT_TRUE(same_bits(plain, cached)) << "seed " << seed << " step " << step;
    count.free += plain.verdict == Verdict::Free ? 1 : 0;
    count.impacts += plain.verdict == Verdict::Impact ? 1 : 0;
    count.overlaps += plain.verdict == Verdict::InitialContact ? 1 : 0;
    if (plain.verdict == Verdict::Impact) {
      count.plain += plain.statistics.node_tests;
      count.cached += cached.statistics.node_tests;
    }
    if (!plan.stops || plain.verdict == Verdict::Free) at = next;
  }
  return count;
}

Shape bumpy() { return Shape::mesh(make_bumpy_sphere(0.5, 0.4, 3, 4)); }
Shape torus() { return Shape::mesh(make_torus(0.5, 0.2, 48, 24)); }

TEST(Coherence, SparesWorkInContact) {
  const DragCount count = drag(bumpy(), torus(), {}, 1);
  EXPECT_GT(count.free, 20);
  EXPECT_GT(count.impacts, 50);
  EXPECT_LT(3 * count.cached, count.plain);
}

TEST(Coherence, ThroughEachOther) {
  DragPlan through;
  through.stops = false;
  const DragCount count = drag(bumpy(), torus(), through, 2);
  EXPECT_GT(count.impacts, 0);
  EXPECT_GT(count.overlaps, 20);
}

TEST(Coherence, ManyWaysOfDragging) {
  for (std::uint64_t seed = 3; seed < 9; ++seed) {
    Random random(seed);
    DragPlan plan;
    plan.step = std::exp(random.uniform(std::log(1e-3), std::log(0.1)));
    plan.turn = std::exp(random.uniform(std::log(1e-4), std::log(1.0)));
    plan.tolerance = std::exp(random.uniform(std::log(1e-11), std::log(1e-4)));
    plan.separation = seed % 2 == 0 ? 10 * plan.tolerance : 0.0;
    drag(Shape::mesh(make_bumpy_sphere(0.5, 0.4, 3, 3)), torus(), plan, seed);
  }
}

// Flat faces meet everywhere at once: too many leaves for the cache, the same answer.
TEST(Coherence, FacesThatMeetFlat) {
  const Shape box = Shape::mesh(make_box({1, 1, 1}));
  PairCache cache;
  for (int step = 0; step < 8; ++step) {
    const Vector3 start(0.1 * step, 0, 1.2);
    const Body b{box, Motion::constant_velocity(start, Quaternion::Identity(), {0.01, 0, -0.5}, {0, 0, 0})};
    const Body a{box, Motion()};
    EXPECT_TRUE(same_bits(time_of_impact(a, b), time_of_impact(a, b, {}, Solver::automatic(), cache))) << step;
  }
}

TEST(Coherence, AMeshAndASolidDraggedAround) {
  const DragCount count = drag(bumpy(), Shape::capsule(0.3, 0.8), {}, 9);
  EXPECT_GT(count.impacts, 50);
  EXPECT_LT(2 * count.cached, count.plain);
}

TEST(Coherence, OfOtherShapesDoesNotCount) {
  PairCache cache;
  const Body a{bumpy(), Motion()};
  const Motion closer = Motion::constant_velocity({1.8, 0, 0}, Quaternion::Identity(), {-1, 0, 0}, {0, 0, 1});
  EXPECT_EQ(time_of_impact(a, {torus(), closer}, {}, Solver::automatic(), cache).verdict, Verdict::Impact);
  EXPECT_TRUE(cache.coherence().snapshot.has_value());
  const Body other{bumpy(), closer};
  EXPECT_TRUE(same_bits(time_of_impact(a, other), time_of_impact(a, other, {}, Solver::automatic(), cache)));
}

TEST(PairCache, CopiesAreTheirOwnAndMovedFromIsEmpty) {
  const Body a{bumpy(), Motion()};
  const Body b{torus(), Motion::constant_velocity({1.8, 0, 0}, Quaternion::Identity(), {-1, 0, 0}, {0, 0, 1})};
  PairCache cache;
  const Toi toi = time_of_impact(a, b, {}, Solver::automatic(), cache);
  PairCache copy = cache;
  cache.clear();
  EXPECT_FALSE(cache.coherence().snapshot.has_value());
  EXPECT_TRUE(copy.coherence().snapshot.has_value());
  PairCache moved = std::move(copy);
  copy = cache;  // NOLINT(bugprone-use-after-move): stays usable
  PairCache from_empty = copy;
  for (PairCache* each : {&cache, &copy, &moved, &from_empty})
    EXPECT_TRUE(same_bits(time_of_impact(a, b, {}, Solver::automatic(), *each), toi));
}

TEST(Coherence, SeparationsCount) {
  PairCache cache;
  const Body a{bumpy(), Motion()};
  const Body b{torus(), Motion::constant_velocity({1.3, 0, 0}, Quaternion::Identity(), {-0.01, 0, 0}, {0, 0, 0})};
  EXPECT_EQ(time_of_impact(a, b, {}, Solver::automatic(), cache).verdict, Verdict::Free);
  EXPECT_EQ(time_of_impact(a, b, {}, Solver::automatic(), cache).verdict, Verdict::Free);
  Query wide;
  wide.separation = 1.0;
  EXPECT_EQ(time_of_impact(a, b, wide, Solver::automatic(), cache).verdict, Verdict::InitialContact);
}

TEST(NodePairs, WaysLeadFromTheRootsToTheLeaves) {
  const Shape shape_a = Shape::mesh(make_bumpy_sphere(0.5, 0.4, 3, 2));
  const Shape shape_b = torus();
  const LeafBody a(shape_a);
  const LeafBody b(shape_b);
  Random random(10);
  const auto leaf = [&](const LeafBody& body) {
    std::uint32_t node = 0;
    while (!body.boxes()[node].is_leaf()) node = body.boxes()[node].left + (random.unit() < 0.5 ? 0 : 1);
    return node;
  };
  for (int i = 0; i < 200; ++i) {
    const NodePair end{leaf(a), leaf(b)};
    const std::vector<NodePair> paths = paths_to(a, b, std::span(&end, 1));
    NodePair at{0, 0};
    std::size_t steps = 1;
    for (bool found = true; found && at != end; ++steps) {
      found = false;
      open(a, b, at, [&](const NodePair& child) {
        if (found || !std::binary_search(paths.begin(), paths.end(), child)) return;
        found = true;
        at = child;
      });
    }
    EXPECT_EQ(at, end);
    EXPECT_EQ(steps, paths.size());
  }
}

}  // namespace
}  // namespace graze::testing
