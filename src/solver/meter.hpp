// SPDX-License-Identifier: Apache-2.0
// Counts the work of one query and says when its budget is spent.
#pragma once

#include <chrono>

#include <graze/time_of_impact.hpp>

#include "solver/statistics.hpp"

namespace graze {

class Meter {
 public:
  explicit Meter(const Budget& budget) : budget_(budget), start_(Clock::now()) {}

  Statistics counts;

  // True once the budget is spent, and from then on. The clock is read now and then only: it costs as much as a test.
  bool spent() {
    if (spent_ || (budget_.iterations == 0 && budget_.seconds <= 0)) return spent_;
    if (budget_.iterations != 0 && iterations_of(counts) >= budget_.iterations) return spent_ = true;
    if (budget_.seconds > 0 && (calls_++ & 15U) == 0 && seconds() >= budget_.seconds) spent_ = true;
    return spent_;
  }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;

  Budget budget_;
  Clock::time_point start_;
  std::uint64_t calls_ = 0;
  bool spent_ = false;
};

}  // namespace graze
