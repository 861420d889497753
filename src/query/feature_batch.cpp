// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <graze/features.hpp>

#include "query/feature_checks.hpp"
#include "solver/linear/features.hpp"

namespace graze {
namespace {

// Queries cost from 20 ns to tens of microseconds: a few hundred at a time keep the cost of handing them out small.
constexpr std::size_t kQueriesPerTask = 256;
constexpr std::size_t kBlock = 8;  // larger ones read memory in bursts, and were slower

// Each answer goes to its own place, so the order and the bits are those of a loop.
struct Batch {
  std::span<const FourPaths> queries;
  std::span<FeatureToi> answers;
  const FeatureQuery& query;
  bool edges;

  FeatureToi one(const FourPaths& p) const {
    if (!edges) return vertex_face_toi(p[0], std::span<const LinearPath, 3>(p.data() + 1, 3), query);
    return edge_edge_toi(std::span<const LinearPath, 2>(p.data(), 2), std::span<const LinearPath, 2>(p.data() + 2, 2),
                         query);
  }

  void solve(std::size_t begin, std::size_t end) const {
    FeatureToi apart;
    apart.bracket = Interval(query.window.hi());
    for (std::size_t i = begin; i < end; i += kBlock) {
      const std::size_t count = std::min(kBlock, end - i);
      // With a separation there is no filter.
      std::uint64_t free = query.separation > 0 ? 0 : first_free(queries.subspan(i, count), edges, query.window);
      for (std::size_t k = 0; k < count; ++k, free >>= 1) answers[i + k] = free & 1 ? apart : one(queries[i + k]);
    }
  }

  void solve_all(int threads) const {
    require(answers.size() == queries.size(), "feature batch: one answer for each query");
    check_linear_query(query);
    if (threads == 1) return solve(0, queries.size());
    const auto part = [this](const tbb::blocked_range<std::size_t>& range) { solve(range.begin(), range.end()); };
    tbb::task_arena arena(threads > 0 ? threads : tbb::task_arena::automatic);
    arena.execute(
        [&] { tbb::parallel_for(tbb::blocked_range<std::size_t>(0, queries.size(), kQueriesPerTask), part); });
  }
};

std::vector<FeatureToi> fresh_answers(std::span<const FourPaths> queries, const FeatureQuery& query, int threads,
                                      bool edges) {
  std::vector<FeatureToi> answers(queries.size());
  Batch{queries, answers, query, edges}.solve_all(threads);
  return answers;
}

}  // namespace

void vertex_face_toi_batch(std::span<const FourPaths> queries, std::span<FeatureToi> answers, const FeatureQuery& query,
                           int threads) {
  Batch{queries, answers, query, false}.solve_all(threads);
}

void edge_edge_toi_batch(std::span<const FourPaths> queries, std::span<FeatureToi> answers, const FeatureQuery& query,
                         int threads) {
  Batch{queries, answers, query, true}.solve_all(threads);
}

std::vector<FeatureToi> vertex_face_toi_batch(std::span<const FourPaths> queries, const FeatureQuery& query,
                                              int threads) {
  return fresh_answers(queries, query, threads, false);
}

std::vector<FeatureToi> edge_edge_toi_batch(std::span<const FourPaths> queries, const FeatureQuery& query,
                                            int threads) {
  return fresh_answers(queries, query, threads, true);
}

}  // namespace graze
