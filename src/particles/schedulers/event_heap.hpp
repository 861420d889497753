// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "particles/schedulers/scheduler.hpp"

namespace graze::particles {

// Predicted events, the earliest first. One that was predicted from older records than there are now is thrown away
// when it comes up.
template <int D>
class EventHeap {
 public:
  explicit EventHeap(const System<D>& system) : system_(system) {}

  void clear() { entries_.clear(); }
  void push(const Event& event) {
    if (event.time == kNever) return;
    entries_.push_back({event, system_.body(event.a).changes, changes_b(event)});
    std::push_heap(entries_.begin(), entries_.end(), later());
  }
  // The earliest that still holds; an empty event if there is none.
  Event first() {
    while (!entries_.empty() && !valid(entries_.front())) pop();
    return entries_.empty() ? Event{} : entries_.front().event;
  }
  void pop() {
    std::pop_heap(entries_.begin(), entries_.end(), later());
    entries_.pop_back();
  }
  bool empty() const { return entries_.empty(); }
  std::size_t bytes() const { return entries_.capacity() * sizeof(Entry); }

 private:
  struct Entry {
    Event event;
    std::uint32_t changes_a, changes_b;
  };

  auto later() const {
    return [this](const Entry& x, const Entry& y) { return system_.before(y.event, x.event); };
  }
  std::uint32_t changes_b(const Event& event) const {
    return event.kind == Kind::Pair ? system_.body(event.b).changes : 0;
  }
  bool valid(const Entry& entry) const {
    return entry.changes_a == system_.body(entry.event.a).changes && entry.changes_b == changes_b(entry.event);
  }

  const System<D>& system_;
  std::vector<Entry> entries_;
};

}  // namespace graze::particles
