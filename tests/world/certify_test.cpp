// SPDX-License-Identifier: Apache-2.0
// What is remembered of pairs, within a step and from step to step, never changes what is found out about them.
#include "world/certify/certify.hpp"

#include <gtest/gtest.h>

#include <graze/distance.hpp>
#include <graze/time_of_impact.hpp>

#include "solver/linearization/node_pairs.hpp"
#include "support/random.hpp"

namespace graze::testing {
namespace {

// Two bodies alike, at rest in one place.
class Twins {
 public:
  explicit Twins(const Shape& shape) : scene_{.shape = shape} {}
  std::vector<RigidBody> bodies() { return {RigidBody(scene_, shapes_), RigidBody(scene_, shapes_)}; }

 private:
  WorldBody scene_;
  SharedShapes shapes_;
};

std::vector<Traveller> as_planned(const std::vector<RigidBody>& bodies) {
  return {Traveller(bodies[0], bodies[0].state, true), Traveller(bodies[1], bodies[1].state, true)};
}

void set_off(Random& random, std::vector<RigidBody>& bodies) {
  const double fast = std::pow(10.0, random.uniform(-2.0, 0.5));
  for (RigidBody& body : bodies) {
    body.state.velocity = random.vector(fast);
    body.state.angular_velocity = random.vector(2 * fast);
  }
}
void go_on(std::vector<RigidBody>& bodies, double t) {
  for (RigidBody& body : bodies) body.state = moved(body.state, body.state.velocity, body.state.angular_velocity, t);
}

// No point gets further off, as seen from the other body, than a plan says; whether the bodies have followed it or not.
TEST(PairPlan, BoundsHowFarOffPointsGet) {
  Twins balls(Shape::sphere(0.5));
  double tightest = 0.0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    std::vector<RigidBody> bodies = balls.bodies();
    bodies[0].state.orientation = random.quaternion().normalized();
    bodies[1].state.position = random.vector(3.0);
    set_off(random, bodies);
    const double length = random.magnitude(1e-3, 1.0);
    const double since = random.chance(0.2) ? 0.0 : random.uniform(0.0, length);
    const PairPlan plan{bodies[0].state, bodies[1].state, length};
    // As planned, nearly so, or beyond its end: then it is of another step.
    const double gone[] = {since, random.uniform(0.9, 1.0) * since, random.uniform(1.0, 2.0) * length};
    go_on(bodies, gone[random.below(3)]);
    const double change = random.magnitude(1e-3, 1.0);
    for (RigidBody& body : bodies) {
      body.state.velocity += random.vector(change);
      body.state.angular_velocity += random.vector(change);
    }
    const double left = length - since;
    const std::vector<Traveller> now = as_planned(bodies);
    const double bound = plan.deviation(now[0], now[1], left);
    for (int sample = 0; sample < 40; ++sample) {
      const double t = random.chance(0.3) ? left : random.uniform(0.0, left);
      const auto off = [&](const BodyState& now, const BodyState& before) {
        const Vector3 point = 0.5 * random.direction();
        const BodyState there = moved(now, now.velocity, now.angular_velocity, t);
        const BodyState planned = moved(before, before.velocity, before.angular_velocity, since + t);
        return Vector3(there.position + there.orientation * point - planned.position - planned.orientation * point);
      };
      const double way = (off(bodies[0].state, plan.a) - off(bodies[1].state, plan.b)).norm();
      ASSERT_LE(way, bound + 1e-13) << "seed " << seed;
      tightest = std::max(tightest, way / bound);
    }
  }
  EXPECT_GT(tightest, 0.8);
}

// Plans that are made again and again in a step share what was found out about the pair: answers stay those of the
// solver that knows nothing.
TEST(Certifier, PlansOfOneStepAgreeWithTheSolver) {
  Twins rings(Shape::mesh(make_torus(0.5, 0.2, 20, 10)));
  int free = 0;
  int met = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Random random(seed);
    std::vector<RigidBody> bodies = rings.bodies();
    bodies[0].state.orientation = random.quaternion().normalized();
    bodies[1].state.orientation = random.quaternion().normalized();
    bodies[1].state.position = random.uniform(0.5, 1.3) * random.direction();
    if (distance(bodies[0].shape, bodies[0].pose(), bodies[1].shape, bodies[1].pose()).lower < 1e-3) continue;
    double left = 1.0 / 20;
    constexpr double kSeparation = 1e-5;
    PairCaches caches(bodies.size());
    const std::vector<std::size_t> ids{0, 1};
    Certifier certifier(caches, ids);
    certifier.begin(kSeparation, left, {});
    const Vector3 velocity = random.vector(3.0);
    const Vector3 rate = random.vector(5.0);
    for (int plan = 0; plan < 8; ++plan) {
      const double change = std::pow(10.0, random.uniform(-5.0, 0.0));
      for (RigidBody& body : bodies) {
        body.state.velocity = velocity + random.vector(change);
        body.state.angular_velocity = rate + random.vector(change);
      }
      bodies[1].state.velocity -= 2 * velocity;
      const std::vector<Traveller> travellers = as_planned(bodies);
      const auto all = [](std::size_t, std::size_t) { return true; };
      const std::vector<BlockedPair> blocked = certifier.certify(travellers, all, 1);
      Query query;
      query.window = {0.0, left};
      query.separation = (blocked.empty() ? 0.8 : 1.2) * kSeparation;
      query.tolerance = 0.1 * kSeparation;
      const Toi toi = time_of_impact(travellers[0].moving(), travellers[1].moving(), query);
      EXPECT_EQ(toi.verdict == Verdict::Free, blocked.empty()) << "seed " << seed << " plan " << plan;
      if (!blocked.empty()) {
        EXPECT_LE(toi.safe_until(), blocked[0].until + 1e-9) << "seed " << seed;
      }
      (blocked.empty() ? free : met) += 1;
      if (!random.chance(0.4)) continue;
      const double gone = 0.5 * (blocked.empty() ? left : blocked[0].until);
      go_on(bodies, gone);
      left -= gone;
      certifier.begin(kSeparation, left, {});
    }
  }
  EXPECT_GT(free, 100);
  EXPECT_GT(met, 20);
}

// What was found out in earlier steps changes no bit: two rings that tumble past each other for many steps,
// with coherence and without.
TEST(Certifier, CoherenceChangesNothing) {
  Twins rings(Shape::mesh(make_torus(0.5, 0.2, 20, 10)));
  int met = 0;
  int few = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Random random(seed);
    std::vector<RigidBody> bodies = rings.bodies();
    bodies[1].state.position = 1.1 * random.direction();
    StepCoherence coherence;
    for (int step = 0; step < 60; ++step) {
      set_off(random, bodies);
      constexpr double kLength = 1.0 / 60;
      const Traveller a(bodies[0], bodies[0].state, true);
      const Traveller b(bodies[1], bodies[1].state, random.chance(0.5));
      StepCoherence nothing;
      NearLeaves near;
      NearLeaves near_without;
      const PairCertifier pair(a, b, kLength, 1e-5);
      const auto with = pair.solve({0, 1}, coherence, near);
      const auto without = pair.solve({0, 1}, nothing, near_without);
      few += near.few ? 1 : 0;
      ASSERT_EQ(with.has_value(), without.has_value()) << "seed " << seed << " step " << step;
      if (with) {
        ++met;
        ASSERT_EQ(with->until, without->until) << "seed " << seed << " step " << step;
        ASSERT_EQ(with->contact.normal, without->contact.normal);
        continue;
      }
      go_on(bodies, kLength);
    }
  }
  EXPECT_GT(met, 10);
  EXPECT_GT(few, 400);
}

TEST(PairCaches, ForgetPairsThatAreNotAskedAbout) {
  PairCaches caches(3);
  caches.of(0, 2);
  for (int step = 0; step < 200; ++step) {
    caches.of(0, 1);
    caches.age();
  }
  EXPECT_EQ(caches.size(), 1U);
}

// Leaves that are not named stay apart, whatever walks there were before, and those that are by what they are said to.
TEST(SurfaceCoherence, NamesAllLeavesThatComeClose) {
  Twins rings(Shape::mesh(make_torus(0.5, 0.2, 12, 6)));
  constexpr double kLength = 1.0 / 30;
  std::size_t close = 0;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Random random(seed);
    std::vector<RigidBody> bodies = rings.bodies();
    bodies[1].state.position = 0.8 * random.direction();
    SurfaceCoherence surfaces;
    for (int step = 0; step < 24; ++step) {
      if (step == 0 || random.chance(0.3)) set_off(random, bodies);
      const Traveller a(bodies[0], bodies[0].state, true);
      const Traveller b(bodies[1], bodies[1].state, true);
      const double need = random.magnitude(1e-4, 3e-2);
      const auto named = surfaces.close_leaves(a, b, kLength, need);
      if (!named) continue;
      close += named->size();
      const LeafBody leaves_a(bodies[0].shape);
      const LeafBody leaves_b(bodies[1].shape);
      for (std::uint32_t i = 0; i < leaves_a.boxes().size(); ++i)
        for (std::uint32_t j = 0; j < leaves_b.boxes().size(); ++j) {
          const NodePair pair{i, j};
          if (!are_leaves(leaves_a, leaves_b, pair)) continue;
          const auto at = std::find_if(named->begin(), named->end(), [&](const auto& l) { return l.nodes == pair; });
          const double apart = at == named->end() ? need : at->kept;
          const auto triangle = [](const LeafBody& leaves, std::uint32_t node) {
            const auto corners = leaves.corners(leaves.boxes()[node].leaf);
            return Shape::mesh({{corners[0], corners[1], corners[2]}, {{0, 1, 2}}});
          };
          if (random.chance(0.96)) continue;  // some of them will do
          const Shape triangle_a = triangle(leaves_a, i);
          const Shape triangle_b = triangle(leaves_b, j);
          for (const double t : {0.0, 0.5 * kLength, kLength})
            EXPECT_GE(distance(triangle_a, a.moving().motion.pose(t), triangle_b, b.moving().motion.pose(t)).upper,
                      apart - 1e-12);
        }
      if (random.chance(0.7)) go_on(bodies, random.uniform(0.0, 1.0) * kLength);
    }
  }
  EXPECT_GT(close, 500U);
}

}  // namespace
}  // namespace graze::testing
