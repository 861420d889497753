// SPDX-License-Identifier: Apache-2.0
// Every solver on every pair of kinds of shapes; long_agreement asks thousands of each.
#include "agreement/agreement.hpp"

#include <gtest/gtest.h>

namespace graze::testing {
namespace {

class Agreement : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Agreement, OfAllSolversOnAllPartners) {
  AgreementCounts counts;
  for (std::size_t partner = 0; partner <= GetParam(); ++partner)
    for (std::uint64_t number = 0; number < 7; ++number) {
      const AgreementCase test = agreement_case(GetParam(), partner, 1, number);
      for (const std::string& violation : disagreements(test, number == 3, counts)) ADD_FAILURE() << violation;
    }
  EXPECT_GT(counts.answers["auto"], 0);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Agreement, ::testing::Range<std::size_t>(0, shape_makers().size()),
                         [](const auto& info) { return shape_makers()[info.param].name; });

}  // namespace
}  // namespace graze::testing
