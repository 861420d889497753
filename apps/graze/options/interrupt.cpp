// SPDX-License-Identifier: Apache-2.0
#include "options/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace graze {
namespace {

std::atomic<int> caught{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may not wait");

// A signal that the program was started to ignore stays ignored.
void set_handler(void (*handler)(int)) {
  for (const int number : {SIGINT, SIGTERM})
    if (std::signal(number, handler) == SIG_IGN) std::signal(number, SIG_IGN);
}

void note_signal(int number) {
  caught = number;
  set_handler(SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  caught = 0;
  set_handler(note_signal);
}

InterruptGuard::~InterruptGuard() { set_handler(SIG_DFL); }

int InterruptGuard::signal() { return caught; }

}  // namespace graze
