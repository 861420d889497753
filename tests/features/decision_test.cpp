// SPDX-License-Identifier: Apache-2.0
// The decision and the bracket of random queries of every kind, against the exact oracle.
#include <gtest/gtest.h>

#include "features/generator.hpp"
#include "features/verify.hpp"

namespace graze::testing {
namespace {

// Of each kind; long_features runs as many as asked for. Numbers of thousands of bits take their time.
int cases_of(int kind) { return kind == 4 || kind == 16 ? 300 : 2000; }

class Decision : public ::testing::TestWithParam<int> {};

TEST_P(Decision, AgreesWithTheOracle) {
  for (int i = 0; i < cases_of(GetParam()); ++i) {
    Random random(1'000'000u * static_cast<unsigned>(GetParam() + 1) + static_cast<unsigned>(i));
    const FeatureCase query = random_case(random, GetParam());
    FeatureQuery options;
    options.window = query.window;
    options.tolerance = random.chance(0.8) ? 1e-10 : random.magnitude(1e-20, 1e10);
    const std::string fault = fault_of(query.corners, options);
    ASSERT_EQ(fault, "") << query.kind << ", case " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Decision, ::testing::Range(0, feature_kinds()));

}  // namespace
}  // namespace graze::testing
