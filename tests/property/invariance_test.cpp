// SPDX-License-Identifier: Apache-2.0
// What must not change an answer, or only within the tolerance: the order of the bodies, the frame, the clock, a cache.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "oracle/case_generator.hpp"
#include "oracle/toi_oracle.hpp"
#include "support/random.hpp"
#include "support/same_bits.hpp"

namespace graze::testing {
namespace {

constexpr int kCases = 150;

// Random cases with a budget, so that a hanging one is a failure and not a hang.
TestCase case_number(std::uint64_t seed, int number) {
  TestCase test = random_case(seed, static_cast<std::uint64_t>(number));
  test.query.budget.iterations = 20'000'000;
  return test;
}

Toi answer(const TestCase& test) { return time_of_impact(test.a.body(), test.b.body(), test.query); }

// Two answers to the same question, asked differently. Near a tie (a touch within the tolerance, a contact at the very
// start or end) the verdicts may differ; what each proves is then still true of the other: both brackets start at
// places where the bodies are within the tolerance of each other, so each distance is small.
void expect_same(const TestCase& test, const Toi& x, const Toi& y, double time_shift, const char* what) {
  const ToiOracle oracle(test);
  const double tolerance = std::max(x.tolerance, y.tolerance) + 1e-12 * oracle.magnitude();
  const double other = y.bracket.lo() - time_shift;
  if (x.verdict == Verdict::Impact && y.verdict == Verdict::Impact) {
    // At the later of the two starts, which is certified too, the bodies are no nearer than at the earlier one.
    const Real before = oracle.distance_at(Real(x.bracket.lo())).value;
    const Real after =
        oracle.distance_at(Real(std::clamp(other, test.query.window.lo(), test.query.window.hi()))).value;
    EXPECT_TRUE(abs(before - test.query.separation) <= tolerance) << what << ' ' << test.name;
    EXPECT_TRUE(abs(after - test.query.separation) <= tolerance) << what << ' ' << test.name;
    return;
  }
  if (x.verdict == y.verdict) return;
  // A near miss, or a contact at an end of the window: the one that answers Impact says where.
  const double at = x.verdict == Verdict::Impact ? x.bracket.lo() : y.verdict == Verdict::Impact ? other : 0.0;
  if (x.verdict == Verdict::Impact || y.verdict == Verdict::Impact) {
    const double inside = std::clamp(at, test.query.window.lo(), test.query.window.hi());
    const Real distance = oracle.distance_at(Real(inside)).value;
    EXPECT_TRUE(distance - test.query.separation <= tolerance) << what << ' ' << test.name;
    return;
  }
  const Real start = oracle.distance_at(Real(test.query.window.lo())).value;
  EXPECT_TRUE(abs(start - test.query.separation) <= tolerance)
      << what << ' ' << test.name << ": " << to_string(x.verdict) << " and " << to_string(y.verdict);
}

// Where the contact is transversal the times agree too.
void expect_same_time(const TestCase& test, const Toi& x, const Toi& y, double time_shift, const char* what) {
  if (x.verdict != Verdict::Impact || y.verdict != Verdict::Impact) return;
  const ToiOracle oracle(test);
  const auto at = oracle.distance_at(Real(x.bracket.lo()));
  if (!(at.closing_speed > 0.05 * oracle.speed())) return;
  const double allowed =
      2 * (std::max(x.tolerance, y.tolerance) + 1e-12 * oracle.magnitude()) / to_double(at.closing_speed);
  EXPECT_NEAR(x.bracket.lo(), y.bracket.lo() - time_shift, allowed + 1e-14 * test.query.window.magnitude())
      << what << ' ' << test.name;
}

TEST(Invariance, SwappingTheBodies) {
  for (int i = 0; i < kCases; ++i) {
    const TestCase test = case_number(101, i);
    TestCase swapped = test;
    std::swap(swapped.a, swapped.b);
    const Toi x = answer(test);
    const Toi y = answer(swapped);
    expect_same(test, x, y, 0.0, "swap");
    expect_same_time(test, x, y, 0.0, "swap");
  }
}

// p -> R p + c for both bodies.
RigidMotion in_frame(const RigidMotion& m, const Eigen::Quaterniond& r, const Eigen::Vector3d& c) {
  return {r * m.position + c, r * m.orientation, r * m.velocity, r * m.angular_velocity};
}

// A rounding of the frame moves a case by about 1e-16 of its numbers, so that exact ties are ties no more: cases are
// compared on what the tolerance leaves.
TEST(Invariance, ACommonRigidChangeOfFrame) {
  Random random(102);
  for (int i = 0; i < kCases; ++i) {
    const TestCase test = case_number(102, i);
    TestCase moved = test;
    const Eigen::Quaterniond r = random.quaternion().normalized();
    const Eigen::Vector3d c = random.vector(10.0);
    moved.a.motion = in_frame(test.a.motion, r, c);
    moved.b.motion = in_frame(test.b.motion, r, c);
    const Toi x = answer(test);
    const Toi y = answer(moved);
    expect_same(test, x, y, 0.0, "frame");
    expect_same_time(test, x, y, 0.0, "frame");
  }
}

RigidMotion later(const RigidMotion& m, double shift) {
  RigidMotion result = m;
  result.position -= shift * m.velocity;
  const double angle = m.angular_velocity.norm() * shift;
  if (angle != 0)
    result.orientation = Eigen::AngleAxisd(-angle, m.angular_velocity.normalized()) * m.orientation.normalized();
  return result;
}

TEST(Invariance, AShiftOfTime) {
  for (int i = 0; i < kCases; ++i) {
    const TestCase test = case_number(103, i);
    TestCase shifted = test;
    const double shift = 4.0;  // exact on most windows
    shifted.a.motion = later(test.a.motion, shift);
    shifted.b.motion = later(test.b.motion, shift);
    shifted.query.window = {test.query.window.lo() + shift, test.query.window.hi() + shift};
    const Toi x = answer(test);
    const Toi y = answer(shifted);
    expect_same(test, x, y, shift, "shift");
    expect_same_time(test, x, y, shift, "shift");
  }
}

TEST(Determinism, TheSameBitsTwice) {
  for (int i = 0; i < kCases; ++i) {
    const TestCase test = case_number(104, i);
    const Body a = test.a.body();
    const Body b = test.b.body();
    EXPECT_TRUE(same_bits(time_of_impact(a, b, test.query), time_of_impact(a, b, test.query))) << test.name;
    EXPECT_TRUE(same_bits(time_of_impact(a, b, test.query), answer(test))) << test.name;
  }
}

TEST(Determinism, ACacheChangesNothing) {
  Random random(105);
  for (int i = 0; i < kCases; ++i) {
    const TestCase test = case_number(105, i);
    const Body a = test.a.body();
    const Body b = test.b.body();
    const Toi plain = time_of_impact(a, b, test.query);
    PairCache cache;
    EXPECT_TRUE(same_bits(plain, time_of_impact(a, b, test.query, Solver::automatic(), cache)))
        << test.name + ", cold cache";
    EXPECT_TRUE(same_bits(plain, time_of_impact(a, b, test.query, Solver::automatic(), cache)))
        << test.name + ", warm cache";
    // A cache warmed by another question on the same shapes.
    TestCase other = test;
    other.b.motion.velocity += random.vector(0.1 * test.b.motion.velocity.norm() + 0.1);
    PairCache stale;
    time_of_impact(other.a.body(), other.b.body(), other.query, Solver::automatic(), stale);
    EXPECT_TRUE(same_bits(plain, time_of_impact(a, b, test.query, Solver::automatic(), stale)))
        << test.name + ", stale cache";
  }
}

}  // namespace
}  // namespace graze::testing
