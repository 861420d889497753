// SPDX-License-Identifier: Apache-2.0
#include "experiments/encounters/summary.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "harness/random.hpp"

namespace graze::bench {
namespace {

// The definition, step by step: rank 1 + (n - 1) f, the sample at its whole part plus the fraction of the next gap.
double naive_quantile(std::vector<double> samples, double fraction) {
  std::sort(samples.begin(), samples.end());
  double rank = 1.0 + (static_cast<double>(samples.size()) - 1.0) * fraction;
  std::size_t whole = 1;
  while (rank >= static_cast<double>(whole) + 1.0) ++whole;
  rank -= static_cast<double>(whole);
  if (whole == samples.size()) return samples.back();
  return samples[whole - 1] + rank * (samples[whole] - samples[whole - 1]);
}

TEST(Summary, KnownQuartiles) {
  const Summary s = summarize({4.0, 1.0, 3.0, 2.0});
  EXPECT_EQ(s.count, 4U);
  EXPECT_DOUBLE_EQ(s.min, 1.0);
  EXPECT_DOUBLE_EQ(s.lower_quartile, 1.75);
  EXPECT_DOUBLE_EQ(s.median, 2.5);
  EXPECT_DOUBLE_EQ(s.mean, 2.5);
  EXPECT_DOUBLE_EQ(s.upper_quartile, 3.25);
  EXPECT_DOUBLE_EQ(s.max, 4.0);
}

TEST(Summary, OneSampleAndNone) {
  const Summary one = summarize({7.0});
  EXPECT_EQ(one.min, 7.0);
  EXPECT_EQ(one.lower_quartile, 7.0);
  EXPECT_EQ(one.max, 7.0);
  EXPECT_EQ(summarize({}).count, 0U);
  EXPECT_EQ(quantile({}, 0.5), 0.0);
}

TEST(Summary, AgreesWithNaiveQuantiles) {
  Random random(3);
  for (std::size_t size = 1; size < 60; ++size) {
    std::vector<double> samples;
    for (std::size_t i = 0; i < size; ++i) samples.push_back(random.uniform(-1.0, 1.0));
    const Summary s = summarize(samples);
    EXPECT_NEAR(s.lower_quartile, naive_quantile(samples, 0.25), 1e-12);
    EXPECT_NEAR(s.median, naive_quantile(samples, 0.5), 1e-12);
    EXPECT_NEAR(s.upper_quartile, naive_quantile(samples, 0.75), 1e-12);
  }
}

}  // namespace
}  // namespace graze::bench
