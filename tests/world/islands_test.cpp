// SPDX-License-Identifier: Apache-2.0
// Islands on clocks of their own: nobody may see that they are, nor how many threads there were.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <graze/distance.hpp>
#include <graze/world.hpp>

#include "support/random.hpp"

namespace graze {
namespace {

using testing::Random;

constexpr double kFrame = 1.0 / 64.0;
constexpr double kGap = 1e-4;

WorldBody body_at(const Vector3& position, Shape shape, BodyKind kind = BodyKind::Dynamic) {
  WorldBody body{.name = "body", .shape = std::move(shape)};
  body.kind = kind;
  body.placement.position = position;
  body.restitution = 1.0;
  body.friction = 0.0;
  return body;
}

WorldScene empty_scene(const Vector3& gravity = Vector3::Zero()) {
  WorldScene scene;
  scene.options.gravity = gravity;
  scene.options.gap = kGap;
  return scene;
}

// Heaps that lie apart, and balls that fly from one to the other. Far from them, a fast ball throws one at rest across
// its way, at a third: nobody could expect that.
WorldScene random_scene(unsigned seed) {
  Random random(seed);
  WorldScene scene = empty_scene({0, 0, -10});
  scene.bodies.push_back(body_at({0, 0, -0.5}, Shape::box({20, 20, 1}), BodyKind::Static));
  const Shape box = Shape::mesh(make_box({0.5, 0.4, 0.3}));
  const Shape ball = Shape::sphere(0.2);
  for (int k = 0; k < 18; ++k) {
    const Vector3 middle(3.0 * (k % 3 - 1), 3.0 * (k / 3 % 3 - 1), 0.5 + 0.6 * (k / 9));
    WorldBody body = body_at(middle + 0.1 * random.direction(), k % 4 == 0 ? ball : box);
    body.friction = 0.5;
    body.restitution = random.unit();
    scene.bodies.push_back(body);
  }
  for (int k = 0; k < 6; ++k) {
    WorldBody body = body_at({-8.0 + 0.7 * k, 8.0 - k, 0.6 + 0.3 * k}, ball);
    const double speed = random.uniform(10, 500);
    const Vector3 aim = Vector3(random.uniform(-3, 3), random.uniform(-3, 3), 0.5) - body.placement.position;
    body.velocity = speed * aim.normalized();
    scene.bodies.push_back(body);
  }
  const Vector3 across(std::sqrt(0.5), std::sqrt(0.5), 0);
  const Vector3 meeting(5.3, -8.5, 0.2 + kGap);
  for (const Vector3& position :
       {Vector3(4.5, -8.5, 0.2 + kGap), Vector3(meeting + 0.4 * across), Vector3(meeting + 3.4 * across)})
    scene.bodies.push_back(body_at(position, ball));
  scene.bodies[scene.bodies.size() - 3].velocity = {400, 0, 0};
  return scene;
}

struct Course {
  std::vector<double> bits;  // of all states, after every step, and of all impacts
  std::uint64_t impacts = 0, islands = 0, rollbacks = 0;
};

void append(Course& course, const Vector3& v) { course.bits.insert(course.bits.end(), {v.x(), v.y(), v.z()}); }

Course run(WorldScene scene, int threads, int frames) {
  scene.options.threads = threads;
  World world(scene);
  Course course;
  world.on_impact = [&](const WorldImpact& impact) {
    append(course, impact.point);
    append(course, {impact.time, static_cast<double>(impact.a), static_cast<double>(impact.b)});
  };
  for (int k = 0; k < frames; ++k) {
    const StepReport report = world.step(kFrame);
    course.impacts += report.impacts;
    course.islands += report.islands;
    course.rollbacks += report.rollbacks;
    for (std::size_t i = 0; i < world.size(); ++i) {
      const BodyState& state = world.body(i);
      append(course, state.position);
      append(course, state.orientation.vec());
      append(course, state.velocity);
      append(course, state.angular_velocity);
    }
  }
  return course;
}

TEST(Islands, AnyNumberOfThreadsGivesTheSameBits) {
  std::uint64_t rollbacks = 0;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const Course alone = run(random_scene(seed), 1, 40);
    EXPECT_GT(alone.impacts, 0U);
    EXPECT_GT(alone.islands, 40U);
    rollbacks += alone.rollbacks;
    for (const int threads : {2, 4}) {
      const Course together = run(random_scene(seed), threads, 40);
      EXPECT_TRUE(alone.bits == together.bits) << seed << ", " << threads << " threads";
      EXPECT_EQ(alone.rollbacks, together.rollbacks);
    }
  }
  EXPECT_GE(rollbacks, 12U);  // two islands in every scene at least
}

// What happens in one place has the same bits whatever happens in another.
TEST(Islands, KnowNothingOfEachOther) {
  const auto part = [](int first, int last) {
    WorldScene scene = empty_scene({0, 0, -10});
    scene.bodies.push_back(body_at({0, 0, -0.5}, Shape::box({40, 40, 1}), BodyKind::Static));
    for (int k = first; k < last; ++k) {
      WorldBody body = body_at({4.0 * (k / 2), 0.1 * k, 0.8 + 1.2 * (k % 2)}, Shape::mesh(make_box({1, 0.7, 0.5})));
      body.angular_velocity = {0.3, 0.2 * k, 0.1};
      body.restitution = 0.6;
      scene.bodies.push_back(body);
    }
    return scene;
  };
  World both(part(0, 4));
  World left(part(0, 2));
  World right(part(2, 4));
  for (int k = 0; k < 60; ++k) {
    EXPECT_EQ(both.step(kFrame).rollbacks, 0U);
    left.step(kFrame);
    right.step(kFrame);
  }
  for (std::size_t i = 1; i < both.size(); ++i) {
    const World& alone = i < 3 ? left : right;
    const std::size_t there = i < 3 ? i : i - 2;
    EXPECT_EQ(both.body(i).position, alone.body(there).position);
    EXPECT_EQ(both.body(i).orientation.coeffs(), alone.body(there).orientation.coeffs());
    EXPECT_EQ(both.body(i).velocity, alone.body(there).velocity);
  }
}

// A ball that a slanted wall throws off its way, towards what it could not be expected to meet.
WorldScene billiards(WorldBody target) {
  WorldScene scene = empty_scene();
  WorldBody wall = body_at({3, 0, 0}, Shape::box({0.2, 3, 3}), BodyKind::Static);
  wall.placement.orientation = Eigen::AngleAxisd(-std::atan(1.0), Vector3::UnitZ());
  WorldBody ball = body_at({0, 0, 0}, Shape::sphere(0.1));
  ball.velocity = {100, 0, 0};
  target.placement.position += Vector3(3 - 0.2 * std::sqrt(2.0), 3, 0);
  scene.bodies = {wall, ball, target};
  return scene;
}

TEST(Islands, GoBackWhenOneLeadsToAnother) {
  World world(billiards(body_at(Vector3::Zero(), Shape::sphere(0.1))));
  const StepReport report = world.step(0.1);
  EXPECT_EQ(report.impacts, 2U);
  EXPECT_EQ(report.rollbacks, 2U);  // both were done when they met
  EXPECT_EQ(report.islands, 1U);
  EXPECT_NEAR(world.body(1).velocity.norm(), 0.0, 1.0);
  EXPECT_NEAR(world.body(2).velocity.y(), 100.0, 1.0);
}

TEST(Islands, GoBackWhenOneLeadsToAWall) {
  World world(billiards(body_at(Vector3::Zero(), Shape::box({3, 0.1, 3}), BodyKind::Static)));
  const StepReport report = world.step(0.1);
  EXPECT_GE(report.impacts, 2U);
  EXPECT_GE(report.rollbacks, 1U);
  EXPECT_LT(world.body(1).position.y(), 3.0);
}

TEST(Islands, ShareOneBudgetOfImpacts) {
  WorldScene scene = empty_scene();
  scene.options.events_per_step = 3;
  scene.bodies.push_back(body_at({0, 0, -0.5}, Shape::box({40, 40, 1}), BodyKind::Static));
  for (int k = 0; k < 5; ++k) {
    WorldBody ball = body_at({2.0 * k, 0, 2.0 - 0.3 * k}, Shape::sphere(0.1));
    ball.velocity = {0, 0, -30};
    scene.bodies.push_back(ball);
  }
  World world(scene);
  const StepReport report = world.step(0.1);
  EXPECT_EQ(report.impacts, 3U);
  EXPECT_EQ(report.stalled, (std::vector<std::size_t>{1, 2}));  // the highest are the last to arrive
  EXPECT_GT(report.rollbacks, 0U);
  for (std::size_t i = 1; i <= 5; ++i) EXPECT_EQ(world.body(i).velocity.z() > 0, i >= 3) << i;
}

TEST(Islands, AreToldInOrderOfTime) {
  World world(random_scene(3));
  double told = 0.0;
  std::pair<double, double> piece{0.0, 0.0};
  world.on_substep = [&](const WorldSubstep& next) {
    EXPECT_EQ(next.start, piece.second);
    piece = {next.start, std::min(next.start + next.length, world.time() + kFrame)};
  };
  std::size_t impacts = 0;
  world.on_impact = [&](const WorldImpact& impact) {
    EXPECT_GE(impact.time, told);
    EXPECT_GE(impact.time, piece.first);
    EXPECT_LE(impact.time, piece.second);
    told = impact.time;
    ++impacts;
    const auto pose = [&](std::size_t i) {
      Pose result = Pose::Identity();
      result.linear() = world.body(i).orientation.toRotationMatrix();
      result.translation() = world.body(i).position;
      return result;
    };
    // The bodies are where they hit, or, if that was foreseen, where they slow down for it.
    const double apart = distance(world.shape(impact.a), pose(impact.a), world.shape(impact.b), pose(impact.b)).lower;
    EXPECT_GT(apart, 0.0);
    EXPECT_LT(apart, 0.1);
  };
  for (int k = 0; k < 40; ++k) world.step(kFrame);
  EXPECT_GT(impacts, 10U);
}

}  // namespace
}  // namespace graze
