// SPDX-License-Identifier: Apache-2.0
// Scenes of many bodies: whatever finds the pairs, and on however many threads, the answer is that of asking every
// pair.
#include <algorithm>
#include <tuple>

#include <gtest/gtest.h>

#include <graze/scene.hpp>

#include "support/random.hpp"
#include "support/same_bits.hpp"

namespace graze::testing {
namespace {

constexpr BroadPhase kBroadPhases[] = {BroadPhase::AllPairs, BroadPhase::AdaptiveBvh, BroadPhase::SweepAndPrune,
                                       BroadPhase::Grid};

Shape random_shape(Random& random) {
  switch (random.below(6)) {
    case 0:
      return Shape::sphere(random.uniform(0.1, 0.4));
    case 1:
      return Shape::box({random.uniform(0.1, 0.6), 0.3, 0.4});
    case 2:
      return Shape::capsule(0.1, random.uniform(0.2, 0.8));
    case 3:
      return Shape::compound({{Shape::sphere(0.2), {0.3, 0, 0}}, {Shape::box({0.2, 0.2, 0.2}), {-0.3, 0, 0}}});
    default:
      return Shape::mesh(make_bumpy_sphere(random.uniform(0.2, 0.4), 0.3, 3, 1));
  }
}

Motion random_motion(Random& random, double room, double speed) {
  const Placement start{random.vector(room), random.quaternion()};
  const Vector3 velocity = random.vector(speed);
  switch (random.below(4)) {
    case 0:
      return Motion::still(start.position, start.orientation);
    case 1:
      return Motion::ballistic(start, velocity, {0, 0, -2}, random.vector(5.0));
    case 2:
      return Motion::waypoints({0.0, 0.3, 1.0}, {start,
                                                 {start.position + 0.3 * velocity, random.quaternion()},
                                                 {start.position + random.vector(speed), random.quaternion()}});
    default:
      return Motion::constant_velocity(start.position, start.orientation, velocity, random.vector(8.0));
  }
}

std::vector<Body> random_scene(Random& random, int count, double room, double speed) {
  std::vector<Body> bodies;
  for (int i = 0; i < count; ++i) bodies.push_back({random_shape(random), random_motion(random, room, speed)});
  if (random.chance(0.4)) bodies.push_back({Shape::half_space({0, 0.1, 1}, -1.2 * room), Motion()});
  return bodies;
}

int rank(Verdict verdict) { return verdict == Verdict::InitialContact ? 0 : verdict == Verdict::Undecided ? 1 : 2; }

// Every pair, one after the other.
SceneToi by_brute_force(const std::vector<Body>& bodies, const Query& query, const Pipeline& pipeline) {
  SceneToi scene;
  scene.toi.verdict = Verdict::Free;
  scene.toi.bracket = query.window.hi();
  scene.toi.tolerance = query.tolerance;
  for (std::size_t a = 0; a < bodies.size(); ++a)
    for (std::size_t b = a + 1; b < bodies.size(); ++b) {
      if (pipeline.allowed && !pipeline.allowed(a, b)) continue;
      const Toi toi = time_of_impact(bodies[a], bodies[b], query, pipeline.solver);
      if (toi.verdict != Verdict::Free) scene.impacts.push_back({{a, b}, toi});
    }
  std::sort(scene.impacts.begin(), scene.impacts.end(), [](const PairToi& x, const PairToi& y) {
    return std::tuple(x.toi.bracket.lo(), rank(x.toi.verdict), x.ids.a, x.ids.b) <
           std::tuple(y.toi.bracket.lo(), rank(y.toi.verdict), y.ids.a, y.ids.b);
  });
  if (scene.impacts.empty()) return scene;
  scene.toi = scene.impacts.front().toi;
  scene.pair = scene.impacts.front().ids;
  return scene;
}

void expect_as_brute_force(const std::vector<Body>& bodies, const Query& query, Pipeline pipeline,
                           const std::string& what) {
  SceneToi expected = by_brute_force(bodies, query, pipeline);
  SceneToi first = expected;
  first.impacts.clear();
  for (const BroadPhase broad_phase : kBroadPhases) {
    for (const int threads : {1, 2}) {
      pipeline.broad_phase = broad_phase;
      pipeline.threads = threads;
      EXPECT_TRUE(same_bits(first_impact(bodies, query, pipeline), first))
          << what << ", " << to_string(broad_phase) << ", " << threads << " threads";
      EXPECT_TRUE(same_bits(all_impacts(bodies, query, pipeline), expected))
          << what << ", " << to_string(broad_phase) << ", " << threads << " threads, all impacts";
    }
  }
}

TEST(Scene, AnswersAsAskingEveryPairDoes) {
  Random random(31);
  int impacts = 0;
  int free = 0;
  for (int i = 0; i < 40; ++i) {
    const double room = random.magnitude(1.5, 12.0);
    const double speed = random.magnitude(0.3, 20.0);
    const int count = 2 + random.below(22);
    const std::vector<Body> bodies = random_scene(random, count, room, speed);
    Query query;
    if (random.chance(0.3)) query.separation = random.uniform(0.0, 0.1);
    if (random.chance(0.2)) query.window = {-0.5, 2.0};
    Pipeline pipeline;
    if (random.chance(0.3)) pipeline.allowed = [](std::size_t a, std::size_t b) { return (a + b) % 3 != 0; };
    expect_as_brute_force(bodies, query, pipeline, "scene " + std::to_string(i));
    const Verdict verdict = first_impact(bodies, query, pipeline).toi.verdict;
    impacts += verdict == Verdict::Impact ? 1 : 0;
    free += verdict == Verdict::Free ? 1 : 0;
  }
  EXPECT_GT(impacts, 10);
  EXPECT_GT(free, 3);
}

// A row of cubes that all meet their neighbours at once, in the same bits: the smallest positions win.
TEST(Scene, TiesGoToTheSmallerPositions) {
  std::vector<Body> bodies;
  const Shape cube = Shape::mesh(make_box({1, 1, 1}));
  for (int i = 0; i < 40; ++i) {
    const double side = i % 2 == 0 ? 1.0 : -1.0;
    bodies.push_back({cube, Motion::constant_velocity({0, 0, 4.0 * (i / 2) + side}, Quaternion::Identity(),
                                                      {0, 0, -side}, {0, 0, 0})});
  }
  expect_as_brute_force(bodies, {}, {}, "a row");
  const SceneToi scene = all_impacts(bodies);
  ASSERT_EQ(scene.impacts.size(), 20U);
  EXPECT_EQ(scene.pair, (BodyIds{0, 1}));
}

TEST(Scene, BodiesInContactAtTheStartComeFirst) {
  const Shape ball = Shape::sphere(1.0);
  const std::vector<Body> bodies{
      {ball, Motion::still({0, 0, 0})},
      {ball, Motion::constant_velocity({5, 0, 0}, Quaternion::Identity(), {-9, 0, 0}, {0, 0, 0})},
      {ball, Motion::still({0, 1, 0})}};
  const SceneToi scene = first_impact(bodies);
  EXPECT_EQ(scene.toi.verdict, Verdict::InitialContact);
  EXPECT_EQ(scene.pair, (BodyIds{0, 2}));
  // They may, if told so.
  const SceneToi allowed = first_impact(bodies, {}, {.ignored = {{2, 0}}});
  EXPECT_EQ(allowed.toi.verdict, Verdict::Impact);
  EXPECT_EQ(allowed.pair, (BodyIds{0, 1}));
}

TEST(Scene, OfNoPairsIsFree) {
  EXPECT_EQ(first_impact({}).toi.verdict, Verdict::Free);
  const std::vector<Body> one{{Shape::sphere(1.0), Motion()}};
  const SceneToi scene = first_impact(one, {.window = {2.0, 2.0}});
  EXPECT_EQ(scene.toi.verdict, Verdict::Free);
  EXPECT_EQ(scene.safe_until(), 2.0);
  EXPECT_FALSE(scene.pair);
}

TEST(Scene, PairsThatNoSolverTakesAreNamed) {
  const std::vector<Body> bodies{{Shape::half_space({0, 0, 1}, -3), Motion()},
                                 {Shape::sphere(1.0), Motion()},
                                 {Shape::half_space({0, 1, 0}, -3), Motion()},
                                 {Shape::half_space({1, 0, 0}, -3), Motion()}};
  const SceneToi scene = first_impact(bodies);
  EXPECT_EQ(scene.toi.verdict, Verdict::Unsupported);
  EXPECT_EQ(scene.unsupported, (std::vector<BodyIds>{{0, 2}, {0, 3}, {2, 3}}));
  EXPECT_EQ(scene.statistics.pairs, 0U);
  EXPECT_EQ(first_impact(bodies, {}, {.ignored = {{0, 2}, {3, 0}, {2, 3}}}).toi.verdict, Verdict::Free);
}

TEST(Scene, BadQueriesAndFiltersAreRefused) {
  const std::vector<Body> bodies(3, {Shape::sphere(1.0), Motion()});
  EXPECT_THROW(first_impact(bodies, {.tolerance = -1.0}), std::invalid_argument);
  EXPECT_THROW(first_impact(bodies, {}, {.ignored = {{0, 3}}}), std::invalid_argument);
  const TriangleMesh mesh = make_box({1, 1, 1});
  const std::vector<Body> deforming(2, {Shape::mesh(mesh), Motion::vertex_linear(mesh.vertices)});
  EXPECT_THROW(first_impact(deforming, {.window = {0.0, 2.0}}), std::invalid_argument);
}

TEST(Scene, DeformingBodiesMeet) {
  std::vector<Body> bodies;
  for (int i = 0; i < 6; ++i) {
    TriangleMesh mesh = make_box({1, 1, 1});
    for (Vector3& vertex : mesh.vertices) vertex += Vector3(3.0 * i, 0, 0);
    std::vector<Vector3> end = mesh.vertices;
    for (Vector3& vertex : end) vertex += Vector3(i % 2 == 0 ? 1.5 : -1.0, 0, 0);
    bodies.push_back({Shape::mesh(mesh), Motion::vertex_linear(end)});
  }
  expect_as_brute_force(bodies, {}, {}, "deforming");
  EXPECT_EQ(first_impact(bodies).pair, (BodyIds{0, 1}));
}

// The pairs that touch at the start.
std::vector<BodyIds> initial_contacts(const std::vector<Body>& bodies) {
  std::vector<BodyIds> pairs;
  for (const PairToi& found : all_impacts(bodies).impacts)
    if (found.toi.verdict == Verdict::InitialContact) pairs.push_back(found.ids);
  return pairs;
}

// What is said to be safe is, and the same by every broad phase.
TEST(Scene, OutOfIterationsIsUndecidedAndSafe) {
  Random random(33);
  const std::vector<Body> bodies = random_scene(random, 30, 3.0, 3.0);
  Pipeline pipeline{.ignored = initial_contacts(bodies)};
  const SceneToi full = first_impact(bodies, {}, pipeline);
  ASSERT_EQ(full.toi.verdict, Verdict::Impact);
  int undecided = 0;
  Query query;
  for (query.budget.iterations = 1; query.budget.iterations < 100'000; query.budget.iterations *= 4) {
    pipeline.broad_phase = BroadPhase::AllPairs;
    pipeline.threads = 1;
    const SceneToi scene = first_impact(bodies, query, pipeline);
    EXPECT_LE(scene.safe_until(), full.safe_until());
    undecided += scene.toi.verdict == Verdict::Undecided ? 1 : 0;
    for (const BroadPhase broad_phase : kBroadPhases) {
      pipeline.broad_phase = broad_phase;
      pipeline.threads = 2;
      EXPECT_TRUE(same_bits(first_impact(bodies, query, pipeline), scene)) << to_string(broad_phase);
    }
  }
  EXPECT_GT(undecided, 2);
}

TEST(Scene, OutOfTimeIsUndecidedAndSafe) {
  Random random(34);
  const std::vector<Body> bodies = random_scene(random, 60, 8.0, 4.0);
  const SceneToi full = first_impact(bodies);
  for (const double seconds : {1e-9, 1e-5, 1e-3}) {
    const SceneToi scene = first_impact(bodies, {.budget = {.seconds = seconds}});
    EXPECT_LE(scene.safe_until(), full.toi.bracket.hi());
    EXPECT_LE(scene.searched_until, 1.0);
  }
  const SceneToi none = first_impact(bodies, {.budget = {.seconds = 1e-9}});
  EXPECT_EQ(none.safe_until(), 0.0);
}

}  // namespace
}  // namespace graze::testing
