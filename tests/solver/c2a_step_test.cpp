// SPDX-License-Identifier: Apache-2.0
// The time that a step of C2A calls safe holds no contact, by the 200-bit oracle.
#include "solver/c2a/step.hpp"

#include <gtest/gtest.h>

#include "oracle/case_generator.hpp"

namespace graze::testing {
namespace {

TEST(C2aStep, HoldsNoContact) {
  int steps = 0;
  int short_steps = 0;
  for (std::uint64_t number = 0; number < 150; ++number) {
    const TestCase test = random_case(77, number);
    const ToiOracle oracle(test);
    const Body a = test.a.body();
    const Body b = test.b.body();
    const double start = test.query.window.lo();
    const double end = test.query.window.hi();
    if (!(start < end) || oracle.distance_at(Real(start)).value <= test.query.separation) continue;
    const Stage stage(a, b, test.query.window, b.motion.pose(start).translation(), test.query.separation);
    Meter meter(Budget{});
    C2aStep step(a, b, stage, 0.0, number % 2 == 0 ? 0.5 : 0.0, meter);
    const double safe = step.run(end - start, std::nullopt, 0.0);
    ++steps;
    short_steps += safe < end - start ? 1 : 0;
    // Rounded down, as the solver does.
    const double until = std::min(end, rounding::down(start + safe));
    EXPECT_TRUE(until <= start || !oracle.first_contact(Real(start), Real(until))) << test.name;
  }
  EXPECT_GT(steps, 60);
  EXPECT_GT(short_steps, 20);
}

}  // namespace
}  // namespace graze::testing
