// SPDX-License-Identifier: Apache-2.0
// The measuring instruments of the benchmark, checked against each other and against known flights.
#include "judges/pair_oracle.hpp"

#include <gtest/gtest.h>

#include "experiments/encounters/trial.hpp"
#include "harness/random.hpp"
#include "judges/truth.hpp"

namespace graze::bench {
namespace {

Model cube() { return {"cube", "box", at_unit_size(make_box(Vector3::Ones()))}; }
Model knot() { return {"knot", "torus knot", at_unit_size(make_torus_knot(2, 3, 1.0, 0.4, 0.18, 60, 8))}; }

TEST(ReferencePose, AgreesWithTheMotion) {
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    Flight flight;
    flight.position = 100.0 * random.direction();
    flight.orientation = random.orientation();
    flight.velocity = 512.0 * random.direction();
    flight.angular_velocity = random.uniform(0.0, 50.0) * random.direction();
    const double time = random.uniform(0.0, 1.0);
    const Pose expected = flight.motion().pose(time);
    const Vector3 point = random.direction();
    const Vector3 moved = (pose_at(flight, time) * Point(point.cast<Real>())).cast<double>();
    EXPECT_LT((moved - expected * point).norm(), 1e-12) << "case " << i;
  }
}

TEST(PairOracle, PeerAndRecountAgree) {
  const Model a = knot();
  const Model b = cube();
  const PairOracle oracle(a, b);
  Random random(6);
  for (int i = 0; i < 50; ++i) {
    Flight flight_b;
    flight_b.position = 1.5 * random.direction();
    flight_b.orientation = random.orientation();
    const RealPose pose = relative_pose({}, flight_b, 0.0);
    const double distance = oracle.distance(pose);
    EXPECT_EQ(oracle.intersect(pose), distance == 0.0);
    if (distance > 0.0) {
      EXPECT_NEAR(oracle.refined_distance(pose, distance), distance, 1e-14);
    }
  }
}

RelativePath path_of(const Trial& trial) {
  return [trial](double time) { return relative_pose(trial.a, trial.b, time); };
}

Trial head_on(double gap, double speed) {
  Trial trial;
  trial.b.position = Vector3(1.0 + gap, 0.1, 0.2);
  trial.b.velocity = Vector3(-speed, 0.0, 0.0);
  return trial;
}

TEST(Truth, FindsAContactWhereItIs) {
  const Model a = cube();
  const PairOracle oracle(a, a);
  const Truth truth = sample_truth(oracle, path_of(head_on(1.0, 4.0)), 4.0, 1.0);
  ASSERT_TRUE(truth.contact);
  EXPECT_NEAR(truth.contact->second, 0.25, 1e-15);
  EXPECT_LE(truth.contact->first, truth.contact->second);
}

TEST(Truth, IsSilentBeforeTheContactAndOnAPassBy) {
  const Model a = cube();
  const PairOracle oracle(a, a);
  EXPECT_FALSE(sample_truth(oracle, path_of(head_on(1.0, 4.0)), 4.0, 0.25 - 1e-12).contact);
  Trial past = head_on(1.0, 4.0);
  past.b.position.y() = 1.0 + 1e-6;
  EXPECT_FALSE(sample_truth(oracle, path_of(past), 4.0, 1.0).contact);
  past.b.position.y() = 1.0 - 1e-6;
  EXPECT_TRUE(sample_truth(oracle, path_of(past), 4.0, 1.0).contact);
}

TEST(Truth, SeesAnAnswerThatIsTooLate) {
  const Model a = cube();
  const PairOracle oracle(a, a);
  EXPECT_TRUE(sample_truth(oracle, path_of(head_on(1.0, 4.0)), 4.0, 0.25 + 1e-12).contact);
}

}  // namespace
}  // namespace graze::bench
