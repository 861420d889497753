// SPDX-License-Identifier: Apache-2.0
// Options out of range are refused when the solver is made, by name.
#include <gtest/gtest.h>

#include <graze/graze.hpp>

namespace graze {
namespace {

template <class Make>
std::string refusal(const Make& make) {
  try {
    make();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(SolverOptions, OutOfRangeAreRefusedByName) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal([] { Solver::d2m({.slice = 0.0}); }), "d2m: slice must be above 0");
  EXPECT_EQ(refusal([] { Solver::d2m({.slice = kNan}); }), "d2m: slice must be above 0");
  EXPECT_EQ(refusal([] { Solver::c2a({.coarse = 1.0}); }), "c2a: coarse must be at least 0 and below 1");
  EXPECT_EQ(refusal([] { Solver::c2a({.close = -1.0}); }), "c2a: close must be at least 0");
  EXPECT_EQ(refusal([] { Solver::bisection({.samples = 0}); }), "bisection: samples must be at least 1");
  EXPECT_EQ(refusal([] { Solver::bisection({.threshold = kNan}); }), "bisection: threshold must be at least 0");
  EXPECT_EQ(refusal([] { Solver::redon({.subdivision = -0.1}); }), "redon: subdivision must be above 0");
}

TEST(SolverOptions, AtTheEdgeOfTheirRangeAreTaken) {
  EXPECT_EQ(refusal([] { Solver::c2a({.coarse = 0.0, .close = 0.0}); }), "accepted");
  EXPECT_EQ(refusal([] { Solver::bisection({.samples = 1, .threshold = 0.0}); }), "accepted");
}

}  // namespace
}  // namespace graze
