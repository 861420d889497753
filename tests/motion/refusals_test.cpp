// SPDX-License-Identifier: Apache-2.0
// What is no motion is refused where it is built.
#include <gtest/gtest.h>

#include <graze/motion.hpp>

namespace graze {
namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();
const Placement kHome{};
const Placement kLost{{0, kInfinity, 0}};
const Placement kUnturned{{0, 0, 0}, Quaternion(0, 0, 0, 0)};

TEST(Screw, RefusesWhatIsNone) {
  const Axis axis{{0, 0, 0}, {0, 0, 1}};
  EXPECT_THROW(Motion::screw(kLost, axis, 1, 1), std::invalid_argument);
  EXPECT_THROW(Motion::screw(kUnturned, axis, 1, 1), std::invalid_argument);
  EXPECT_THROW(Motion::screw(kHome, {{kNan, 0, 0}, {0, 0, 1}}, 1, 1), std::invalid_argument);
  EXPECT_THROW(Motion::screw(kHome, {{0, 0, 0}, {0, 0, 0}}, 1, 1), std::invalid_argument);
  EXPECT_THROW(Motion::screw(kHome, {{0, 0, 0}, {0, kInfinity, 0}}, 1, 1), std::invalid_argument);
  EXPECT_THROW(Motion::screw(kHome, axis, kNan, 1), std::invalid_argument);
  EXPECT_THROW(Motion::screw(kHome, axis, 1, kInfinity), std::invalid_argument);
}

TEST(Ballistic, RefusesWhatIsNone) {
  const Vector3 zero = Vector3::Zero();
  const Vector3 bad(0, kNan, 0);
  EXPECT_THROW(Motion::ballistic(kLost, zero, zero), std::invalid_argument);
  EXPECT_THROW(Motion::ballistic(kUnturned, zero, zero), std::invalid_argument);
  EXPECT_THROW(Motion::ballistic(kHome, bad, zero), std::invalid_argument);
  EXPECT_THROW(Motion::ballistic(kHome, zero, bad), std::invalid_argument);
  EXPECT_THROW(Motion::ballistic(kHome, zero, zero, bad), std::invalid_argument);
}

TEST(Interpolated, RefusesWhatIsNone) {
  EXPECT_THROW(Motion::interpolated(kLost, kHome), std::invalid_argument);
  EXPECT_THROW(Motion::interpolated(kHome, kUnturned), std::invalid_argument);
  EXPECT_THROW(Motion::interpolated(kHome, kHome, {1, 1}), std::invalid_argument);
  EXPECT_THROW(Motion::interpolated(kHome, kHome, {2, 1}), std::invalid_argument);
  EXPECT_THROW(Motion::interpolated(kHome, kHome, {0, kInfinity}), std::invalid_argument);
}

TEST(ThroughPoses, RefuseWhatIsNone) {
  for (const auto make : {Motion::waypoints, Motion::spline}) {
    EXPECT_THROW(make({}, {}), std::invalid_argument);
    EXPECT_THROW(make({0}, {kHome}), std::invalid_argument);
    EXPECT_THROW(make({0, 1}, {kHome}), std::invalid_argument);
    EXPECT_THROW(make({0, 1, 1}, {kHome, kHome, kHome}), std::invalid_argument);
    EXPECT_THROW(make({0, kNan}, {kHome, kHome}), std::invalid_argument);
    EXPECT_THROW(make({0, kInfinity}, {kHome, kHome}), std::invalid_argument);
    EXPECT_THROW(make({0, 1}, {kHome, kLost}), std::invalid_argument);
    EXPECT_THROW(make({0, 1}, {kHome, kUnturned}), std::invalid_argument);
  }
}

TEST(Spline, TakesHalfATurnAStep) {
  const Placement half{{0, 0, 0}, Quaternion(0, 0, 0, 1)};
  EXPECT_NO_THROW(Motion::spline({0, 1}, {kHome, half}));
  EXPECT_NO_THROW(Motion::spline({0, 1, 2, 3}, {kHome, half, kHome, half}));
}

// Two large turns in a hurry make the quaternion overshoot before and after, here through zero.
TEST(Spline, RefusesTurnsTooFastForIt) {
  const auto turned = [](double x, double z, double w) { return Placement{{0, 0, 0}, Quaternion(w, x, 0, z)}; };
  EXPECT_THROW(Motion::spline({0, 0.0019, 0.0022, 0.86},
                              {turned(-1, 1, 0), turned(-1, -1, 0), turned(0, 0, -1), turned(0, -1, 1)}),
               std::invalid_argument);
}

}  // namespace
}  // namespace graze
