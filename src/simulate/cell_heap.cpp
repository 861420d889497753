// SPDX-License-Identifier: Apache-2.0
// The textbook's way to many particles: cells, and a binary heap of every predicted event and crossing, void ones
// included. Kept as the plain baseline of the default.
#include <algorithm>

#include "simulate/cell_exit.hpp"
#include "simulate/scheduler.hpp"

namespace graze::simulate {
namespace {

template <int D>
class CellHeap final : public Scheduler<D> {
 public:
  explicit CellHeap(const System<D>& system) : system_(system), cells_(system), places_(system.size()) {
    all_changed();
  }

  Event next() override {
    while (!heap_.empty()) {
      const Entry entry = heap_.front();
      if (valid(entry) && !entry.exit) return entry.event;
      std::pop_heap(heap_.begin(), heap_.end(), later());
      heap_.pop_back();
      if (valid(entry)) leave_cell(entry.event);
    }
    return {};
  }
  void changed(std::uint32_t i) override {
    follow_through_face<D>(system_, cells_, i, places_[i]);
    look_around(i, system_.now());
  }
  void all_changed() override {
    heap_.clear();
    cells_.clear();
    for (std::uint32_t i = 0; i < system_.size(); ++i) {
      places_[i] = cells_.place(system_.current(i).r);
      cells_.insert(places_[i], i);
    }
    for (std::uint32_t i = 0; i < system_.size(); ++i) look_around(i, system_.now());
  }
  std::size_t bytes() const override {
    return heap_.capacity() * sizeof(Entry) + cells_.bytes() + places_.capacity() * sizeof(Place<D>);
  }

 private:
  struct Entry {
    Event event;  // of an exit: particle and face of the cell
    std::uint32_t changes_a, changes_b;
    bool exit;
  };

  // Exits come first among equal times.
  auto later() const {
    return [this](const Entry& x, const Entry& y) {
      if (x.event.time != y.event.time) return x.event.time > y.event.time;
      if (x.exit || y.exit) return y.exit && !x.exit;
      return system_.before(y.event, x.event);
    };
  }
  std::uint32_t changes_b(const Event& event, bool exit) const {
    return event.kind == Kind::Pair && !exit ? system_.body(event.b).changes : 0;
  }
  bool valid(const Entry& entry) const {
    return entry.changes_a == system_.body(entry.event.a).changes &&
           entry.changes_b == changes_b(entry.event, entry.exit);
  }
  void push(const Event& event, bool exit) {
    if (event.time == kNever) return;
    heap_.push_back({event, system_.body(event.a).changes, changes_b(event, exit), exit});
    std::push_heap(heap_.begin(), heap_.end(), later());
  }
  void push_exit(std::uint32_t i, Ticks now) {
    const CellExit exit = next_exit<D>(system_, cells_, i, places_[i], now);
    push({exit.time, i, exit.through, Kind::Pair, 0}, true);
  }
  void look_at(std::uint32_t i, int axis, int side) {
    cells_.around(places_[i], candidates_, axis, side);
    for (std::size_t k = 0; k < candidates_.count; ++k)
      if (candidates_.particle[k] != i)
        push(system_.pair_event(i, candidates_.particle[k], candidates_.image[k]), false);
  }
  void look_around(std::uint32_t i, Ticks now) {
    push(system_.single_event(i), false);
    look_at(i, -1, 0);
    push_exit(i, now);
  }
  void leave_cell(const Event& exit) {
    go_through<D>(cells_, exit.a, places_[exit.a], static_cast<std::uint8_t>(exit.b));
    look_at(exit.a, static_cast<int>(exit.b / 2), static_cast<int>(exit.b % 2));
    push_exit(exit.a, exit.time);
  }

  const System<D>& system_;
  Cells<D> cells_;
  std::vector<Place<D>> places_;
  std::vector<Entry> heap_;
  Candidates candidates_;
};

}  // namespace

template <int D>
SchedulerPointer<D> make_cell_heap(System<D>& system) {
  return std::make_unique<CellHeap<D>>(system);
}
template SchedulerPointer<2> make_cell_heap(System<2>&);
template SchedulerPointer<3> make_cell_heap(System<3>&);

}  // namespace graze::simulate
