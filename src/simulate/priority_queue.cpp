// SPDX-License-Identifier: Apache-2.0
// Sedgewick's method: a heap of all predicted events; after an event its particles are tried against all others, and
// predictions made from older records are thrown away when they come up.
#include <algorithm>

#include "simulate/scheduler.hpp"

namespace graze::simulate {
namespace {

template <int D>
class PriorityQueue final : public Scheduler<D> {
 public:
  explicit PriorityQueue(const System<D>& system) : system_(system) { all_changed(); }

  Event next() override {
    while (!heap_.empty() && !valid(heap_.front())) {
      std::pop_heap(heap_.begin(), heap_.end(), later());
      heap_.pop_back();
    }
    return heap_.empty() ? Event{} : heap_.front().event;
  }
  void changed(std::uint32_t i) override {
    push(system_.single_event(i));
    for (std::uint32_t j = 0; j < system_.size(); ++j)
      if (j != i) push(system_.pair_event(i, j));
  }
  void all_changed() override {
    heap_.clear();
    for (std::uint32_t i = 0; i < system_.size(); ++i) {
      push(system_.single_event(i));
      for (std::uint32_t j = i + 1; j < system_.size(); ++j) push(system_.pair_event(i, j));
    }
  }
  std::size_t bytes() const override { return heap_.capacity() * sizeof(Entry); }

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
  void push(const Event& event) {
    if (event.time == kNever) return;
    heap_.push_back({event, system_.body(event.a).changes, changes_b(event)});
    std::push_heap(heap_.begin(), heap_.end(), later());
  }

  const System<D>& system_;
  std::vector<Entry> heap_;
};

}  // namespace

template <int D>
SchedulerPointer<D> make_priority_queue(System<D>& system) {
  return std::make_unique<PriorityQueue<D>>(system);
}
template SchedulerPointer<2> make_priority_queue(System<2>&);
template SchedulerPointer<3> make_priority_queue(System<3>&);

}  // namespace graze::simulate
