// SPDX-License-Identifier: Apache-2.0
#include "d2m_experiment.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include <graze/io.hpp>

#include "d2m_check.hpp"
#include "d2m_report.hpp"
#include "d2m_summary.hpp"

namespace graze::bench {
namespace {

D2mBenchOptions tiny() {
  D2mBenchOptions options;
  options.trials = 4;
  options.pairs = {"cube-cube"};
  options.out = std::filesystem::path(testing::TempDir()) / "graze-bench-d2m";
  return options;
}

TEST(D2mExperiment, CubesHaveNoMissesAndKeepTheTolerance) {
  const D2mResults results = run_d2m_experiment(tiny());
  ASSERT_EQ(results.cases.size(), 8U);
  EXPECT_EQ(results.failures(), 0U) << d2m_text(results);
  const D2mTotals totals = total(results, 0, every_case());
  EXPECT_GT(totals.impacts, 0U);
  EXPECT_GT(totals.separation.min, 0.0);
  EXPECT_LE(totals.separation.max, 3.3e-10);
  EXPECT_LT(totals.largest_peer_difference, 1e-14);
}

TEST(D2mExperiment, ThreadsChangeNoBit) {
  D2mBenchOptions options = tiny();
  options.truth = false;
  const std::string one = d2m_result_hash(run_d2m_experiment(options));
  options.threads = 4;
  EXPECT_EQ(d2m_result_hash(run_d2m_experiment(options)), one);
  options.seed = 2;
  EXPECT_NE(d2m_result_hash(run_d2m_experiment(options)), one);
}

TEST(D2mExperiment, OneTrialAloneIsTheSameTrial) {
  D2mBenchOptions options = tiny();
  options.truth = false;
  const D2mResults all = run_d2m_experiment(options);
  options.only_trial = 2;
  const D2mResults one = run_d2m_experiment(options);
  ASSERT_EQ(one.cases.size(), 2U);
  EXPECT_EQ(one.cases[0].trial.seed, all.cases[2].trial.seed);
  EXPECT_EQ(one.answers[0][0].toi.bracket, all.answers[0][2].toi.bracket);
}

TEST(D2mExperiment, WritesItsFiles) {
  D2mBenchOptions options = tiny();
  options.truth = false;
  const D2mResults results = run_d2m_experiment(options);
  const auto paths = write_d2m_files(results);
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

TEST(D2mExperiment, AnswersThatAreTooLateAreCaught) {
  D2mBenchOptions options = tiny();
  options.truth = false;
  D2mResults results = run_d2m_experiment(options);
  results.options.truth = true;
  for (D2mAnswer& answer : results.answers[0]) {
    if (answer.toi.verdict != Verdict::Impact) continue;
    answer = {};
    answer.toi.verdict = Verdict::Free;
    answer.toi.bracket = {1.0, 1.0};
  }
  check_answers(results);
  const D2mTotals totals = total(results, 0, every_case());
  EXPECT_GT(totals.misses, 0U);
  EXPECT_EQ(totals.misses, total(results, 0, every_case()).failures);
  EXPECT_EQ(total(results, 1, every_case()).failures, 0U);
}

TEST(D2mExperiment, UnknownNamesAreErrors) {
  D2mBenchOptions options = tiny();
  options.pairs = {"cube-teapot"};
  EXPECT_THROW(run_d2m_experiment(options), InputError);
  options = tiny();
  options.methods = {"magic"};
  EXPECT_THROW(run_d2m_experiment(options), std::invalid_argument);
  options = tiny();
  options.models = "no-such-directory";
  EXPECT_THROW(run_d2m_experiment(options), InputError);
}

}  // namespace
}  // namespace graze::bench
