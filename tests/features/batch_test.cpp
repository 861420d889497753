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

// Of every kind: plain, degenerate, tiny, huge.
std::vector<FourPaths> queries_of(int size_a, std::size_t count) {
  std::vector<FourPaths> queries;
  Random random(static_cast<std::uint64_t>(size_a));
  while (queries.size() < count) {
    const FeatureCase query = random_case(random, random.below(feature_kinds()));
    if (query.corners.size_a == size_a && query.corners.size_a + query.corners.size_b == 4)
      queries.push_back(query.corners.paths);
  }
  return queries;
}

std::vector<FeatureToi> batch(int size_a, std::span<const FourPaths> queries, const FeatureQuery& query, int threads) {
  return size_a == 1 ? vertex_face_toi_batch(queries, query, threads) : edge_edge_toi_batch(queries, query, threads);
}

class Batch : public ::testing::TestWithParam<FeatureQuery> {};

TEST_P(Batch, SameBitsAsSingleCalls) {
  const FeatureQuery query = GetParam();
  for (const int size_a : {1, 2}) {
    const std::vector<FourPaths> queries = queries_of(size_a, 1503);
    const std::vector<FeatureToi> one = batch(size_a, queries, query, 1);
    const std::vector<FeatureToi> two = batch(size_a, queries, query, 2);
    const std::vector<FeatureToi> all = batch(size_a, queries, query, 0);
    ASSERT_EQ(one.size(), queries.size());
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const FeatureToi single = ask({queries[i], size_a, 4 - size_a}, query);
      ASSERT_TRUE(same_bits(single, one[i]) && same_bits(single, two[i]) && same_bits(single, all[i])) << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Queries, Batch,
                         ::testing::Values(FeatureQuery{}, FeatureQuery{{0.125, 0.7}},
                                           FeatureQuery{{1.0, 1.0}, 0.0, 1e-3}, FeatureQuery{{0.0, 1.0}, 0.01}));

// Batches take queries in groups; no size may leave one out.
TEST(BatchSizes, EverySizeGivesTheSameAnswers) {
  const std::vector<FourPaths> queries = queries_of(2, 140);
  const std::vector<FeatureToi> expected = batch(2, queries, {}, 1);
  for (std::size_t first = 0; first < 3; ++first)
    for (std::size_t size = 0; first + size <= queries.size(); ++size) {
      std::vector<FeatureToi> answers(size);
      edge_edge_toi_batch(std::span(queries).subspan(first, size), answers, {}, 1);
      for (std::size_t i = 0; i < size; ++i)
        ASSERT_TRUE(same_bits(answers[i], expected[first + i])) << size << " " << i;
    }
}

TEST(BatchSizes, AnswersGoToTheSpanAndNowhereElse) {
  const std::vector<FourPaths> queries = queries_of(1, 61);
  const std::vector<FeatureToi> expected = batch(1, queries, {}, 1);
  FeatureToi mark;
  mark.bracket = Interval(-1.0);
  std::vector<FeatureToi> answers(queries.size() + 2, mark);
  vertex_face_toi_batch(queries, std::span(answers).subspan(1, queries.size()), {}, 2);
  for (std::size_t i = 0; i < queries.size(); ++i) EXPECT_TRUE(same_bits(answers[i + 1], expected[i])) << i;
  EXPECT_TRUE(same_bits(answers.front(), mark) && same_bits(answers.back(), mark));
  EXPECT_THROW(vertex_face_toi_batch(queries, answers), std::invalid_argument);
}

// The first steps of the filter see infinity as far away.
TEST(BatchSizes, WhatIsNotFiniteThrowsInEveryPlace) {
  for (const double bad : {std::numeric_limits<double>::infinity(), std::nan("")})
    for (std::size_t i = 0; i < 7; ++i)
      for (std::size_t corner = 0; corner < 4; ++corner) {
        std::vector<FourPaths> queries = queries_of(1, 7);
        queries[i][corner].end.z() = bad;
        EXPECT_THROW(vertex_face_toi_batch(queries), std::invalid_argument);
        EXPECT_THROW(edge_edge_toi_batch(queries), std::invalid_argument);
      }
  const std::vector<FourPaths> apart(
      8, {{{{0, 0, 0}, {0, 0, 0}}, {{1, 1, 1}, {1, 1, 1}}, {{2, 1, 1}, {2, 1, 1}}, {{1, 2, 1}, {1, 2, 1}}}});
  EXPECT_NO_THROW(vertex_face_toi_batch(apart));
  EXPECT_THROW(vertex_face_toi_batch(apart, {{0.0, 2.0}}), std::invalid_argument);
  EXPECT_TRUE(vertex_face_toi_batch({}).empty());
}

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
