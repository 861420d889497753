// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace graze {

// task(i) for every i below count, on so many threads (0: all cores), `grain` neighbours at a time. The task must not
// throw.
template <class Task>
void for_each_index(std::size_t count, int threads, std::size_t grain, const Task& task) {
  const auto part = [&task](const tbb::blocked_range<std::size_t>& range) {
    for (std::size_t i = range.begin(); i != range.end(); ++i) task(i);
  };
  if (threads == 1 || count <= grain) return part({0, count});
  tbb::task_arena arena(threads > 0 ? threads : tbb::task_arena::automatic);
  arena.execute([&] { tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain), part); });
}

}  // namespace graze
