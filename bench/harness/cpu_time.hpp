// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ctime>

namespace graze::bench {

// CPU time of the calling thread: what other threads and processes do is not counted.
inline double thread_cpu_microseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

}  // namespace graze::bench
