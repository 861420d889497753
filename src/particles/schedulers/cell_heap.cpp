// SPDX-License-Identifier: Apache-2.0
// The textbook's way to many particles: cells, a binary heap of every predicted event, void ones included, and one of
// the crossings of cells. Kept as the plain baseline of the default.
#include "particles/schedulers/cell_exit.hpp"
#include "particles/schedulers/event_heap.hpp"

namespace graze::particles {
namespace {

template <int D>
class CellHeap final : public Scheduler<D> {
 public:
  explicit CellHeap(const System<D>& system)
      : system_(system), cells_(system), places_(system.size()), events_(system), exits_(system) {
    all_changed();
  }

  Event next() override {
    while (true) {
      const Event exit = exits_.first();
      // Exits come first among equal times, so that who meets there is known.
      const Event event = events_.first();
      if (exit.time == kNever || event.time < exit.time) return event;
      exits_.pop();
      leave_cell(exit);
    }
  }
  void changed(std::uint32_t i) override {
    put_in_place<D>(system_, cells_, i, places_[i]);
    look_around(i, system_.now());
  }
  void all_changed() override {
    events_.clear();
    exits_.clear();
    cells_.clear();
    for (std::uint32_t i = 0; i < system_.size(); ++i) {
      places_[i] = cells_.place(system_.current(i).r);
      cells_.insert(places_[i], i);
    }
    for (std::uint32_t i = 0; i < system_.size(); ++i) look_around(i, system_.now());
  }
  std::size_t bytes() const override {
    return events_.bytes() + exits_.bytes() + cells_.bytes() + places_.capacity() * sizeof(Place<D>);
  }

 private:
  // An exit is kept like the hit of a wall: its second number is the face of the cell.
  void push_exit(std::uint32_t i, Ticks now) {
    const CellExit exit = next_exit<D>(system_, cells_, i, places_[i], now);
    exits_.push({exit.time, i, exit.through, Kind::Wall, 0});
  }
  void look_at(std::uint32_t i, int axis, int side) {
    cells_.around(places_[i], candidates_, axis, side);
    for (std::size_t k = 0; k < candidates_.count; ++k)
      if (candidates_.particle[k] != i)
        events_.push(system_.pair_event(i, candidates_.particle[k], candidates_.template image_of<D>(k)));
  }
  void look_around(std::uint32_t i, Ticks now) {
    events_.push(system_.single_event(i));
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
  EventHeap<D> events_, exits_;
  Candidates candidates_;
};

}  // namespace

template <int D>
SchedulerPointer<D> make_cell_heap(System<D>& system) {
  return std::make_unique<CellHeap<D>>(system);
}
template SchedulerPointer<2> make_cell_heap(System<2>&);
template SchedulerPointer<3> make_cell_heap(System<3>&);

}  // namespace graze::particles
