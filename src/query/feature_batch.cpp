// SPDX-License-Identifier: Apache-2.0
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <graze/features.hpp>

namespace graze {
namespace {

// Each answer goes to its own place, so the order and the bits are those of a loop. Queries cost from 50 ns to tens of
// microseconds: a few hundred at a time keep the cost of handing them out small.
constexpr std::size_t kGrain = 256;

template <class Solve>
std::vector<FeatureToi> solve_all(std::span<const FourPaths> queries, int threads, Solve&& solve) {
  std::vector<FeatureToi> answers(queries.size());
  const auto part = [&](const tbb::blocked_range<std::size_t>& range) {
    for (std::size_t i = range.begin(); i < range.end(); ++i) answers[i] = solve(queries[i]);
  };
  tbb::task_arena arena(threads > 0 ? threads : tbb::task_arena::automatic);
  arena.execute([&] { tbb::parallel_for(tbb::blocked_range<std::size_t>(0, queries.size(), kGrain), part); });
  return answers;
}

}  // namespace

std::vector<FeatureToi> vertex_face_toi_batch(std::span<const FourPaths> queries, const FeatureQuery& query,
                                              int threads) {
  return solve_all(queries, threads, [&](const FourPaths& p) {
    return vertex_face_toi(p[0], std::span<const LinearPath, 3>(p.data() + 1, 3), query);
  });
}

std::vector<FeatureToi> edge_edge_toi_batch(std::span<const FourPaths> queries, const FeatureQuery& query,
                                            int threads) {
  return solve_all(queries, threads, [&](const FourPaths& p) {
    return edge_edge_toi(std::span<const LinearPath, 2>(p.data(), 2), std::span<const LinearPath, 2>(p.data() + 2, 2),
                         query);
  });
}

}  // namespace graze
