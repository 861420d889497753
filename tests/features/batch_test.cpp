// SPDX-License-Identifier: Apache-2.0
// Batches give the bits of single calls, in order, on any number of threads.
#include <cstring>

#include <gtest/gtest.h>

#include "features/generator.hpp"

namespace graze::testing {
namespace {

bool same_bits(const FeatureToi& x, const FeatureToi& y) {
  const auto bits = [](double p, double q) { return std::memcmp(&p, &q, sizeof p) == 0; };
  for (std::size_t k = 0; k < 3; ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    if (!bits(x.weights_a[k], y.weights_a[k]) || !bits(x.weights_b[k], y.weights_b[k]) ||
        !bits(x.normal[i], y.normal[i]))
      return false;
  }
  return x.verdict == y.verdict && x.guarantee == y.guarantee && x.exact == y.exact &&
         bits(x.bracket.lo(), y.bracket.lo()) && bits(x.bracket.hi(), y.bracket.hi());
}

std::vector<FourPaths> queries_of(int size_a, std::size_t count) {
  std::vector<FourPaths> queries;
  Random random(static_cast<std::uint64_t>(size_a));
  while (queries.size() < count) {
    const FeatureCase query = random_case(random, random.below(16));
    if (query.corners.size_a == size_a && query.corners.size_a + query.corners.size_b == 4)
      queries.push_back(query.corners.paths);
  }
  return queries;
}

class Batch : public ::testing::TestWithParam<double> {};

TEST_P(Batch, SameBitsAsSingleCalls) {
  FeatureQuery query;
  query.separation = GetParam();
  for (const int size_a : {1, 2}) {
    const std::vector<FourPaths> queries = queries_of(size_a, 1500);
    const auto batch = [&](int threads) {
      return size_a == 1 ? vertex_face_toi_batch(queries, query, threads)
                         : edge_edge_toi_batch(queries, query, threads);
    };
    const std::vector<FeatureToi> one = batch(1);
    const std::vector<FeatureToi> two = batch(2);
    const std::vector<FeatureToi> all = batch(0);
    ASSERT_EQ(one.size(), queries.size());
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const FeatureToi single = ask({queries[i], size_a, 4 - size_a}, query);
      ASSERT_TRUE(same_bits(single, one[i]) && same_bits(single, two[i]) && same_bits(single, all[i])) << i;
    }
  }
  EXPECT_TRUE(vertex_face_toi_batch({}, query).empty());
}

INSTANTIATE_TEST_SUITE_P(Separations, Batch, ::testing::Values(0.0, 0.01));

TEST(FeatureInput, WhatIsNoQueryThrows) {
  const Corners good{{}, 1, 3};
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_NO_THROW(ask(good, {}));
  Corners bad = good;
  bad.paths[2].end.y() = infinity;
  EXPECT_THROW(ask(bad, {}), std::invalid_argument);
  bad.paths[2].end.y() = std::nan("");
  EXPECT_THROW(ask(bad, {}), std::invalid_argument);
  for (const Interval& window :
       {Interval(-0.1, 1.0), Interval(0.0, 1.1), Interval(0.6, 0.4), Interval(std::nan(""), 1)})
    EXPECT_THROW(ask(good, {window}), std::invalid_argument);
  EXPECT_THROW(ask(good, {{0.0, 1.0}, -1.0}), std::invalid_argument);
  EXPECT_THROW(ask(good, {{0.0, 1.0}, infinity}), std::invalid_argument);
  EXPECT_THROW(ask(good, {{0.0, 1.0}, 0.0, 0.0}), std::invalid_argument);
  EXPECT_THROW(vertex_face_toi_batch(std::vector<FourPaths>{bad.paths}), std::invalid_argument);
}

}  // namespace
}  // namespace graze::testing
