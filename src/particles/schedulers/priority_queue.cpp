// SPDX-License-Identifier: Apache-2.0
// Sedgewick's method: a heap of all predicted events; after an event its particles are tried against all others, and
// predictions made from older records are thrown away when they come up.
#include "particles/schedulers/event_heap.hpp"

namespace graze::particles {
namespace {

template <int D>
class PriorityQueue final : public Scheduler<D> {
 public:
  explicit PriorityQueue(const System<D>& system) : system_(system), heap_(system) { all_changed(); }

  Event next() override { return heap_.first(); }
  void changed(std::uint32_t i) override {
    heap_.push(system_.single_event(i));
    for (std::uint32_t j = 0; j < system_.size(); ++j)
      if (j != i) heap_.push(system_.pair_event(i, j));
  }
  void all_changed() override {
    heap_.clear();
    for (std::uint32_t i = 0; i < system_.size(); ++i) {
      heap_.push(system_.single_event(i));
      for (std::uint32_t j = i + 1; j < system_.size(); ++j) heap_.push(system_.pair_event(i, j));
    }
  }
  std::size_t bytes() const override { return heap_.bytes(); }

 private:
  const System<D>& system_;
  EventHeap<D> heap_;
};

}  // namespace

template <int D>
SchedulerPointer<D> make_priority_queue(System<D>& system) {
  return std::make_unique<PriorityQueue<D>>(system);
}
template SchedulerPointer<2> make_priority_queue(System<2>&);
template SchedulerPointer<3> make_priority_queue(System<3>&);

}  // namespace graze::particles
