// SPDX-License-Identifier: Apache-2.0
// A vertex that ends one step on a face, or an ulp to either side, and goes on in the next: reported in one of the two.
#include <gtest/gtest.h>

#include "features/continuity.hpp"

namespace graze::testing {
namespace {

TEST(Continuity, NothingSlipsBetweenTwoSteps) {
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    const TwoSteps steps = random_two_steps(i);
    ASSERT_TRUE(reported(steps)) << "case " << i << ": " << to_text(steps.first, {0.0, 1.0}) << " then "
                                 << to_text(steps.second, {0.0, 1.0});
  }
}

}  // namespace
}  // namespace graze::testing
