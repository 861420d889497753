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
  const tbb::blocked_range<std::size_t> all(0, count, grain);
  // Threads come late to an arena that is made for one task; for all cores there is one that stays.
  if (thread_count(threads) == tbb::info::default_concurrency()) return tbb::parallel_for(all, part);
  tbb::task_arena arena(thread_count(threads));
  arena.execute([&] { tbb::parallel_for(all, part); });
}

// Threads that stay ready from one task to the next: they are asked for often, for short tasks.
class ReadyThreads {
 public:
  explicit ReadyThreads(int threads) : is_one_(threads == 1), arena_(thread_count(threads)) {}

  // The task may share its work out with for_each_index_here.
  template <class Task>
  void run(const Task& task) {
    is_one_ ? task() : arena_.execute(task);
  }

 private:
  bool is_one_;
  tbb::task_arena arena_;
};

// task(i) for every i below count, on the threads that the caller is one of; on it alone if `threads` is 1.
template <class Task>
void for_each_index_here(std::size_t count, int threads, const Task& task) {
  if (threads != 1 && count > 1) return tbb::parallel_for(std::size_t{0}, count, task);
  for (std::size_t i = 0; i < count; ++i) task(i);
}

}  // namespace graze
