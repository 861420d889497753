// SPDX-License-Identifier: Apache-2.0
// The same bits on every machine: hashes of answers and runs are those of the table, on one thread and on two.
#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <sstream>

#include <gtest/gtest.h>

#include "numeric/vector/instruction_set.hpp"
#include "selftest/containment.hpp"
#include "selftest/golden.hpp"

namespace graze {
namespace {

constexpr const char* kRegenerate = "If the change is meant, in a commit of its own: tools/update_golden";

std::string hex(std::uint64_t x) {
  std::ostringstream text;
  text << "0x" << std::hex << std::setw(16) << std::setfill('0') << x;
  return text.str();
}

class Golden : public ::testing::TestWithParam<golden::Part> {};

TEST_P(Golden, HashIsThatOfTheTable) {
  const golden::Part& part = GetParam();
  const std::uint64_t expected = golden::expected(part.name).value_or(0);
  EXPECT_EQ(hex(part.hash(1)), hex(expected)) << kRegenerate;
  EXPECT_EQ(hex(part.hash(2)), hex(expected)) << "on two threads";
  const InstructionSet best = instruction_set();
  for (const InstructionSet set : instruction_sets_of_cpu()) {
    if (set == best) continue;
    use_instruction_set(set);
    EXPECT_EQ(hex(part.hash(2)), hex(expected)) << name_of(set);
  }
  use_instruction_set(best);
}

std::string name_of(const ::testing::TestParamInfo<golden::Part>& info) {
  std::string name(info.param.name);
  std::ranges::replace(name, ' ', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Parts, Golden, ::testing::ValuesIn(golden::parts().begin(), golden::parts().end()), name_of);

TEST(GoldenTable, HasEveryPartOnce) {
  std::vector<std::string_view> names;
  for (const golden::Entry& entry : golden::table()) names.push_back(entry.name);
  std::vector<std::string_view> wanted{"corpus"};
  for (const golden::Part& part : golden::parts()) wanted.push_back(part.name);
  std::ranges::sort(names);
  std::ranges::sort(wanted);
  EXPECT_EQ(names, wanted) << kRegenerate;
}

TEST(GoldenCorpus, HashIsThatOfTheTable) {
  const std::uint64_t hash = golden::corpus(std::filesystem::path(GRAZE_SOURCE_DIR) / "tests/corpus");
  EXPECT_EQ(hex(hash), hex(golden::expected("corpus").value_or(0))) << kRegenerate;
}

class Containment : public ::testing::TestWithParam<containment::Check> {};

TEST_P(Containment, HoldsHere) {
  const containment::Outcome outcome = GetParam().run();
  EXPECT_EQ(outcome.fault, "");
  EXPECT_GT(outcome.cases, 100U);
}
INSTANTIATE_TEST_SUITE_P(Checks, Containment,
                         ::testing::ValuesIn(containment::checks().begin(), containment::checks().end()));

}  // namespace
}  // namespace graze
