// SPDX-License-Identifier: Apache-2.0
#include "experiments/pairs/convex_bench.hpp"

#include <gtest/gtest.h>

namespace graze::bench {
namespace {

TEST(ConvexBench, OurMethodsNeitherMissNorAnswerLate) {
  ConvexBenchOptions options;
  options.trials = 3;
  const ConvexBenchResults results = run_convex_bench(options);
  EXPECT_EQ(results.failures(), 0U);
  ASSERT_FALSE(results.rows.empty());
  for (const ConvexBenchRow& row : results.rows) {
    if (row.method == "bullet") continue;
    EXPECT_EQ(row.undecided, 0U) << row.method << ", " << row.shapes << ", " << row.motion;
    EXPECT_LE(row.separation.max, options.tolerance * 1.001) << row.method << ", " << row.shapes << ", " << row.motion;
  }
  EXPECT_NE(convex_bench_csv(results).find("directional bound,all"), std::string::npos);
  EXPECT_NE(convex_bench_text(results).find("hulls of 512"), std::string::npos);
}

}  // namespace
}  // namespace graze::bench
