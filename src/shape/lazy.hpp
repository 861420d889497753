// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

namespace graze {

// A value made when it is first asked for, once, whatever thread asks. Copies share it.
template <class T>
class Lazy {
 public:
  template <class Make>
  const T& get(const Make& make) const {
    State& state = *state_;
    if (!state.ready.load(std::memory_order_acquire)) {
      const std::scoped_lock lock(state.mutex);
      if (!state.ready.load(std::memory_order_relaxed)) {
        state.value = make();
        state.ready.store(true, std::memory_order_release);
      }
    }
    return state.value;
  }

 private:
  struct State {
    std::mutex mutex;
    std::atomic<bool> ready = false;
    T value;
  };
  std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace graze
