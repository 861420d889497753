// SPDX-License-Identifier: Apache-2.0
#include "numeric/vector/instruction_set.hpp"

#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

namespace graze {
namespace {

TEST(InstructionSet, AnyMachineHasTheBaseline) {
  ASSERT_FALSE(instruction_sets_of_cpu().empty());
  EXPECT_EQ(instruction_sets_of_cpu().front(), InstructionSet::Baseline);
}

TEST(InstructionSet, IsTheOneAskedForOrTheBest) {
  const auto sets = instruction_sets_of_cpu();
  const char* const wanted = std::getenv("GRAZE_INSTRUCTION_SET");
  if (wanted == nullptr) {
    EXPECT_EQ(instruction_set(), sets.back());
  } else if (std::any_of(sets.begin(), sets.end(), [&](InstructionSet set) { return name_of(set) == wanted; })) {
    EXPECT_EQ(name_of(instruction_set()), wanted);
  }
}

}  // namespace
}  // namespace graze
