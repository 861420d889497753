// SPDX-License-Identifier: Apache-2.0
#include "experiments/encounters/encounters.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include <graze/io.hpp>

#include "experiments/encounters/encounters_check.hpp"
#include "experiments/encounters/encounters_report.hpp"
#include "experiments/encounters/encounters_summary.hpp"

namespace graze::bench {
namespace {

EncounterOptions tiny() {
  EncounterOptions options;
  options.trials = 4;
  options.pairs = {"cube-cube"};
  options.out = std::filesystem::path(testing::TempDir()) / "graze-bench-d2m";
  return options;
}

TEST(Encounters, CubesHaveNoMissesAndKeepTheTolerance) {
  const EncounterResults results = run_encounters(tiny());
  ASSERT_EQ(results.cases.size(), 8U);
  EXPECT_EQ(results.failures(), 0U) << encounter_text(results);
  const EncounterTotals totals = total(results, 0, every_case());
  EXPECT_GT(totals.impacts, 0U);
  EXPECT_GT(totals.separation.min, 0.0);
  EXPECT_LE(totals.separation.max, 3.3e-10);
  EXPECT_LT(totals.largest_peer_difference, 1e-14);
}

TEST(Encounters, ThreadsChangeNoBit) {
  EncounterOptions options = tiny();
  options.truth = false;
  const std::string one = encounter_hash(run_encounters(options));
  options.threads = 4;
  EXPECT_EQ(encounter_hash(run_encounters(options)), one);
  options.seed = 2;
  EXPECT_NE(encounter_hash(run_encounters(options)), one);
}

TEST(Encounters, OneTrialAloneIsTheSameTrial) {
  EncounterOptions options = tiny();
  options.truth = false;
  const EncounterResults all = run_encounters(options);
  options.only_trial = 2;
  const EncounterResults one = run_encounters(options);
  ASSERT_EQ(one.cases.size(), 2U);
  EXPECT_EQ(one.cases[0].trial.seed, all.cases[2].trial.seed);
  EXPECT_EQ(one.answers[0][0].toi.bracket, all.answers[0][2].toi.bracket);
}

TEST(Encounters, WritesItsFiles) {
  EncounterOptions options = tiny();
  options.truth = false;
  const EncounterResults results = run_encounters(options);
  const auto paths = write_encounter_files(results);
  ASSERT_EQ(paths.size(), 5U);
  for (const auto& path : paths) EXPECT_GT(std::filesystem::file_size(path), 200U) << path;
  std::ifstream csv(paths[0]);
  std::size_t rows = 0;
  std::set<std::ptrdiff_t> columns;
  for (std::string line; std::getline(csv, line);) {
    if (line.starts_with('#')) continue;
    ++rows;
    columns.insert(std::count(line.begin(), line.end(), ','));
  }
  EXPECT_EQ(rows, 1U + 2U * results.cases.size());
  EXPECT_EQ(columns.size(), 1U);
}

TEST(Encounters, AnswersThatAreTooLateAreCaught) {
  EncounterOptions options = tiny();
  options.truth = false;
  EncounterResults results = run_encounters(options);
  results.options.truth = true;
  for (EncounterAnswer& answer : results.answers[0]) {
    if (answer.toi.verdict != Verdict::Impact) continue;
    answer = {};
    answer.toi.verdict = Verdict::Free;
    answer.toi.bracket = {1.0, 1.0};
  }
  check_answers(results);
  const EncounterTotals totals = total(results, 0, every_case());
  EXPECT_GT(totals.misses, 0U);
  EXPECT_EQ(totals.misses, total(results, 0, every_case()).failures);
  EXPECT_EQ(total(results, 1, every_case()).failures, 0U);
}

TEST(Encounters, UnknownNamesAreErrors) {
  EncounterOptions options = tiny();
  options.pairs = {"cube-teapot"};
  EXPECT_THROW(run_encounters(options), InputError);
  options = tiny();
  options.methods = {"magic"};
  EXPECT_THROW(run_encounters(options), std::invalid_argument);
  options = tiny();
  options.models = "no-such-directory";
  EXPECT_THROW(run_encounters(options), InputError);
}

}  // namespace
}  // namespace graze::bench
