// SPDX-License-Identifier: Apache-2.0
#include "commands/batch_run.hpp"

#include <algorithm>
#include <thread>
#include <vector>

namespace graze {

OrderedRun::OrderedRun(std::size_t begin, std::size_t end, Work work, Use use, Stop stop)
    : next_(begin), used_(begin), end_(end), work_(std::move(work)), use_(std::move(use)), stop_(std::move(stop)) {}

void OrderedRun::on_threads(unsigned count) {
  if (count == 0) count = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::thread> others;
  for (unsigned i = 1; i < count; ++i) others.emplace_back([this] { work_on(); });
  work_on();
  for (std::thread& thread : others) thread.join();
  if (failure_) std::rethrow_exception(failure_);
}

void OrderedRun::work_on() {
  try {
    for (std::size_t piece = 0; take(piece);) hand_in(piece, work_(piece));
  } catch (...) {
    fail(std::current_exception());
  }
}

bool OrderedRun::take(std::size_t& piece) {
  std::unique_lock lock(lock_);
  moved_.wait(lock, [this] { return failure_ || next_ >= end_ || next_ < used_ + kAhead; });
  if (failure_ || next_ >= end_ || stop_()) return false;
  piece = next_++;
  return true;
}

void OrderedRun::hand_in(std::size_t piece, BatchResult result) {
  {
    const std::lock_guard lock(lock_);
    waiting_.emplace(piece, std::move(result));
    for (auto first = waiting_.begin(); first != waiting_.end() && first->first == used_ && !failure_; ++used_) {
      use_(first->second);
      first = waiting_.erase(first);
    }
  }
  moved_.notify_all();
}

void OrderedRun::fail(std::exception_ptr failure) {
  {
    const std::lock_guard lock(lock_);
    if (!failure_) failure_ = std::move(failure);
  }
  moved_.notify_all();
}

}  // namespace graze
