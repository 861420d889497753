// SPDX-License-Identifier: Apache-2.0
// Work on several threads whose results come out in order.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <string>

namespace graze {

struct BatchResult {
  std::string line;   // for the file
  std::string fault;  // for people; empty if there is none
};

class OrderedRun {
 public:
  using Work = std::function<BatchResult(std::size_t)>;  // by several threads at once
  using Use = std::function<void(const BatchResult&)>;   // one at a time, in order
  using Stop = std::function<bool()>;                    // asked before every piece of work

  // Pieces begin, ..., end - 1. Stopped, it uses the results of all pieces before some place. What is thrown stops it
  // too, and is thrown on when all threads have ended.
  OrderedRun(std::size_t begin, std::size_t end, Work work, Use use, Stop stop);
  void on_threads(unsigned count);

 private:
  static constexpr std::size_t kAhead = 1024;  // pieces that may wait for an earlier one

  void work_on();
  bool take(std::size_t& piece);
  void hand_in(std::size_t piece, BatchResult result);
  void fail(std::exception_ptr failure);

  std::size_t next_, used_, end_;
  Work work_;
  Use use_;
  Stop stop_;
  std::mutex lock_;
  std::condition_variable moved_;
  std::map<std::size_t, BatchResult> waiting_;
  std::exception_ptr failure_;
};

}  // namespace graze
