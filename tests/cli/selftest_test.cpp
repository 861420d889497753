// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/command.hpp"
#include "numeric/vector/instruction_set.hpp"

namespace graze {
namespace {

using SelftestCommand = CommandLine;

TEST_F(SelftestCommand, PassesHere) {
  const Outcome outcome = run("selftest");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
  EXPECT_NE(outcome.out.find("same bits: batch d2m"), std::string::npos);
  EXPECT_NE(outcome.out.find("This build keeps its bounds and bits"), std::string::npos);
}

TEST_F(SelftestCommand, AnotherHashGivesExitCode4AndNamesThePart) {
  const Outcome printed = run("selftest --hashes");
  ASSERT_EQ(printed.exit_code, 0) << printed.err;
  std::string wrong = printed.out;
  const std::size_t digit = wrong.find("0x", wrong.find("\"world of boxes\"")) + 2;
  wrong[digit] = wrong[digit] == '0' ? '1' : '0';
  std::ofstream(file("wrong")) << wrong;
  const Outcome outcome = run("selftest --against {}/wrong");
  EXPECT_EQ(outcome.exit_code, 4);
  const std::size_t line = outcome.out.find("same bits: world of boxes");
  ASSERT_NE(line, std::string::npos);
  EXPECT_EQ(outcome.out.find("FAILED"), outcome.out.find_first_of('F', line));
  EXPECT_EQ(outcome.err, std::string("graze: selftest: ") + std::to_string(instruction_sets_of_cpu().size()) +
                             " of the checks above failed: do not trust this build on this machine\n");
}

TEST_F(SelftestCommand, TablesThatAreNoneAreBadInput) {
  EXPECT_EQ(run("selftest --against {}/none").exit_code, 2);
  std::ofstream(file("text")) << "hello\n";
  const Outcome outcome = run("selftest --against {}/text");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("text:1: expected"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace graze
