// SPDX-License-Identifier: Apache-2.0
#include "harness/progress.hpp"

#include <unistd.h>

#include <cstdio>

#include <fmt/format.h>

namespace graze::bench {

namespace {

constexpr std::chrono::milliseconds kShowEvery{100};

}  // namespace

Progress::Progress(std::string label, std::size_t total)
    : label_(std::move(label)),
      total_(total),
      visible_(isatty(STDERR_FILENO) == 1),
      started_(std::chrono::steady_clock::now()),
      shown_(started_) {}

Progress::~Progress() {
  if (visible_) fmt::print(stderr, "\r\033[K");
}

void Progress::step() {
  const std::lock_guard lock(lock_);
  ++done_;
  const auto now = std::chrono::steady_clock::now();
  if (!visible_ || (now - shown_ < kShowEvery && done_ < total_)) return;
  shown_ = now;
  show();
}

void Progress::show() const {
  const double elapsed = std::chrono::duration<double>(shown_ - started_).count();
  const double left = elapsed / static_cast<double>(done_) * static_cast<double>(total_ - done_);
  fmt::print(stderr, "\r\033[K{}: {} of {} ({:.0f} s, about {:.0f} s left)", label_, done_, total_, elapsed, left);
  std::fflush(stderr);
}

}  // namespace graze::bench
