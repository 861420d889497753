// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace graze {

// While one lives, the first SIGINT or SIGTERM only raises a flag; the second one ends the program as usual.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  // The signal that came, or 0.
  static int signal();
};

}  // namespace graze
