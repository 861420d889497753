// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <graze/scene.hpp>

#include "support/random.hpp"
#include "support/same_bits.hpp"

namespace graze::testing {
namespace {

std::vector<BodyPair> random_pairs(int count) {
  Random random(3);
  const Shape knot = Shape::mesh(make_torus_knot(2, 3, 0.5, 0.2, 0.08, 40, 6));
  const Shape ball = Shape::mesh(make_bumpy_sphere(0.5, 0.3, 3, 2));
  std::vector<BodyPair> pairs;
  for (int i = 0; i < count; ++i) {
    const Vector3 place = 2.0 * random.direction();
    const Vector3 velocity = -random.uniform(1, 3) * place + random.vector(0.8);
    pairs.push_back(
        {{knot, Motion::constant_velocity(place, random.quaternion(), velocity, random.vector(6.0))},
         {ball, Motion::constant_velocity(random.vector(0.1), random.quaternion(), {0, 0, 0}, random.vector(6.0))}});
  }
  return pairs;
}

// A body that deforms, so that windows outside [0, 1] are refused.
Body deforming() {
  const TriangleMesh mesh = make_box({1, 1, 1});
  return {Shape::mesh(mesh), Motion::vertex_linear(mesh.vertices)};
}

TEST(Batch, HasTheBitsAndTheOrderOfSingleCallsOnAnyNumberOfThreads) {
  const std::vector<BodyPair> pairs = random_pairs(120);
  int impacts = 0;
  for (const int threads : {0, 1, 2, 5}) {
    const std::vector<Toi> answers = time_of_impact_batch(pairs, {}, Solver::automatic(), threads);
    ASSERT_EQ(answers.size(), pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      EXPECT_TRUE(same_bits(answers[i], time_of_impact(pairs[i].a, pairs[i].b))) << "pair " << i;
      impacts += answers[i].verdict == Verdict::Impact ? 1 : 0;
    }
  }
  EXPECT_GT(impacts, 100);
}

TEST(Batch, OfNothingIsNothing) { EXPECT_TRUE(time_of_impact_batch({}).empty()); }

TEST(Batch, ABadQueryIsRefusedBeforeAnythingIsAsked) {
  const std::vector<BodyPair> pairs = random_pairs(3);
  std::vector<Toi> answers(3);
  EXPECT_THROW(time_of_impact_batch(pairs, answers, {.tolerance = 0.0}), std::invalid_argument);
  for (const Toi& toi : answers) EXPECT_EQ(toi.verdict, Verdict::Unsupported);
  EXPECT_THROW(time_of_impact_batch(pairs, std::span(answers).first(2)), std::invalid_argument);
}

TEST(Batch, ABadPairIsNamedAndTheOthersAreAnswered) {
  for (const int threads : {1, 2}) {
    std::vector<BodyPair> pairs = random_pairs(20);
    pairs[17] = pairs[5] = {deforming(), deforming()};
    std::vector<Toi> answers(pairs.size());
    const Query query{.window = {0.0, 2.0}};
    try {
      time_of_impact_batch(pairs, answers, query, Solver::automatic(), threads);
      FAIL() << "pair 5 cannot be answered";
    } catch (const PairError& error) {
      EXPECT_EQ(error.index(), 5U);
      EXPECT_STREQ(error.what(), "pair 5: query: deforming bodies move over [0, 1] only");
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (i == 5 || i == 17)
        EXPECT_EQ(answers[i].verdict, Verdict::Unsupported);
      else
        EXPECT_TRUE(same_bits(answers[i], time_of_impact(pairs[i].a, pairs[i].b, query))) << "pair " << i;
    }
  }
}

}  // namespace
}  // namespace graze::testing
