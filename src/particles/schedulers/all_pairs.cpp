// SPDX-License-Identifier: Apache-2.0
// Every pair is asked about before every event: the seed's reference, and everyone else's oracle.
#include "particles/schedulers/scheduler.hpp"

namespace graze::particles {
namespace {

template <int D>
class AllPairs final : public Scheduler<D> {
 public:
  explicit AllPairs(const System<D>& system) : system_(system) {}

  Event next() override {
    Event first;
    const auto take = [&](const Event& event) {
      if (event.time != kNever && (event.time < first.time || system_.before(event, first))) first = event;
    };
    const auto n = static_cast<std::uint32_t>(system_.size());
    for (std::uint32_t i = 0; i < n; ++i) {
      take(system_.single_event(i));
      for (std::uint32_t j = i + 1; j < n; ++j) take(system_.pair_event(i, j));
    }
    return first;
  }
  void changed(std::uint32_t) override {}
  void all_changed() override {}
  std::size_t bytes() const override { return sizeof *this; }

 private:
  const System<D>& system_;
};

}  // namespace

template <int D>
SchedulerPointer<D> make_all_pairs(System<D>& system) {
  return std::make_unique<AllPairs<D>>(system);
}
template SchedulerPointer<2> make_all_pairs(System<2>&);
template SchedulerPointer<3> make_all_pairs(System<3>&);

}  // namespace graze::particles
