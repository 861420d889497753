// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace graze {

// How many threads so many are (0: all cores; never more than there are).
inline int thread_count(int threads) {
  const int cores = tbb::info::default_concurrency();
  return threads > 0 ? std::min(threads, cores) : cores;
}

// task(i) for every i below count, on so many threads, `grain` neighbours at a time. What a task throws is thrown on.
template <class Task>
void for_each_index(std::size_t count, int threads, std::size_t grain, const Task& task) {
  const auto part = [&task](const tbb::blocked_range<std::size_t>& range) {
    for (std::size_t i = range.begin(); i != range.end(); ++i) task(i);
  };
  if (threads == 1 || count <= grain) return part({0, count});
  tbb::task_arena arena(thread_count(threads));
  arena.execute([&] { tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain), part); });
}

// The task, with so many threads for what it does with for_each_index_here.
template <class Task>
void on_threads(int threads, const Task& task) {
  if (threads == 1) return task();
  tbb::task_arena arena(thread_count(threads));
  arena.execute(task);
}

// task(i) for every i below count, on the threads that on_threads has given to the caller.
template <class Task>
void for_each_index_here(std::size_t count, int threads, const Task& task) {
  if (threads != 1 && count > 1) return tbb::parallel_for(std::size_t{0}, count, task);
  for (std::size_t i = 0; i < count; ++i) task(i);
}

}  // namespace graze
