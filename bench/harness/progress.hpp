// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

namespace graze::bench {

// A line on stderr that counts up, when stderr is a terminal; silent otherwise. Thread-safe.
class Progress {
 public:
  Progress(std::string label, std::size_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void step();

 private:
  void show() const;

  std::string label_;
  std::size_t total_;
  std::size_t done_ = 0;
  bool visible_;
  std::chrono::steady_clock::time_point started_, shown_;
  std::mutex lock_;
};

}  // namespace graze::bench
