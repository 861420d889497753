// SPDX-License-Identifier: Apache-2.0
// Sweep and prune over windows of time. At the start of a window every particle gets a box around its way through it;
// boxes sorted along x give the pairs that may meet, and their events go into a heap. A particle that changes gets a
// new box for the rest of the window and is tried against the sorted boxes and against those changed before it. When
// these are many, or the window is over, a new one begins, shorter or longer to keep the changes per window near
// sqrt(n).
#include <algorithm>
#include <numeric>

#include "particles/schedulers/event_heap.hpp"
#include "particles/schedulers/swept_box.hpp"

namespace graze::particles {
namespace {

template <int D>
class SweepAndPrune final : public Scheduler<D> {
 public:
  explicit SweepAndPrune(const System<D>& system)
      : system_(system), boxes_(system.size()), sorted_(system.size()), heap_(system) {
    std::iota(sorted_.begin(), sorted_.end(), 0U);
    while (most_changes_ * most_changes_ < 16 * system.size()) ++most_changes_;
    begin_window();
  }

  Event next() override {
    while (true) {
      const Event first = heap_.first();
      if (!heap_.empty()) return first;
      if (end_ >= kTicksPerEpoch) return {};
      // Nothing was left to wait for: the window was short.
      start_ = end_;
      if (changed_.size() < most_changes_ / 2) window_ *= 2.0;
      begin_window();
    }
  }
  void changed(std::uint32_t i) override {
    start_ = system_.now();
    if (changed_.size() >= most_changes_) {
      window_ = std::max(window_ * 0.5, 1.0);
      begin_window();
      return;
    }
    boxes_[i] = swept_box(system_.record(i), system_.flight(), start_, end_);
    push(system_.single_event(i));
    for (const std::uint8_t image : system_.images()) try_against_all(i, image);
    changed_.push_back(i);
  }
  void all_changed() override {
    start_ = system_.now();
    begin_window();
  }
  std::size_t bytes() const override {
    return boxes_.capacity() * sizeof(SweptBox<D>) + heap_.bytes() +
           (sorted_.capacity() + changed_.capacity()) * sizeof(std::uint32_t) + lower_x_.capacity() * sizeof(double);
  }

 private:
  void push(const Event& event) {
    if (event.time <= end_) heap_.push(event);
  }

  void begin_window() {
    const double left = static_cast<double>(kTicksPerEpoch - start_);
    end_ = window_ < left ? start_ + static_cast<Ticks>(window_) : kTicksPerEpoch;
    heap_.clear();
    changed_.clear();
    widest_ = 0.0;
    for (std::uint32_t i = 0; i < system_.size(); ++i) {
      boxes_[i] = swept_box(system_.record(i), system_.flight(), start_, end_);
      widest_ = std::max(widest_, boxes_[i].upper[0] - boxes_[i].lower[0]);
      push(system_.single_event(i));
    }
    std::sort(sorted_.begin(), sorted_.end(),
              [&](std::uint32_t x, std::uint32_t y) { return boxes_[x].lower[0] < boxes_[y].lower[0]; });
    lower_x_.clear();
    for (const std::uint32_t i : sorted_) lower_x_.push_back(boxes_[i].lower[0]);
    for (std::uint32_t i = 0; i < system_.size(); ++i)
      for (const std::uint8_t image : system_.images()) try_sorted(i, image, true);
  }

  void try_pair(std::uint32_t i, std::uint32_t j, std::uint8_t image) {
    if (i != j && boxes_[i].meets(boxes_[j], system_.shift_length(image))) push(system_.pair_event(i, j, image));
  }
  // Against the boxes as they were sorted at the start of the window. Those that changed since are elsewhere.
  void try_sorted(std::uint32_t i, std::uint8_t image, bool once) {
    const double shift = system_.shift_length(image)[0];
    const double from = boxes_[i].lower[0] - widest_ - shift;
    const double to = boxes_[i].upper[0] - shift;
    auto k = static_cast<std::size_t>(std::lower_bound(lower_x_.begin(), lower_x_.end(), from) - lower_x_.begin());
    for (; k < sorted_.size() && lower_x_[k] <= to; ++k)
      if (!once || i < sorted_[k]) try_pair(i, sorted_[k], image);
  }
  void try_against_all(std::uint32_t i, std::uint8_t image) {
    try_sorted(i, image, false);
    for (const std::uint32_t j : changed_) try_pair(i, j, image);
  }

  const System<D>& system_;
  Ticks start_ = 0, end_ = 0;
  double window_ = 0x1p40;  // ticks
  double widest_ = 0.0;
  std::size_t most_changes_ = 8;
  std::vector<SweptBox<D>> boxes_;
  std::vector<std::uint32_t> sorted_, changed_;
  std::vector<double> lower_x_;
  EventHeap<D> heap_;
};

}  // namespace

template <int D>
SchedulerPointer<D> make_sweep_and_prune(System<D>& system) {
  return std::make_unique<SweepAndPrune<D>>(system);
}
template SchedulerPointer<2> make_sweep_and_prune(System<2>&);
template SchedulerPointer<3> make_sweep_and_prune(System<3>&);

}  // namespace graze::particles
