// SPDX-License-Identifier: Apache-2.0
// Finds the next event. This is all that methods differ in.
#pragma once

#include <memory>

#include "particles/system.hpp"

namespace graze::particles {

template <int D>
class Scheduler {
 public:
  virtual ~Scheduler() = default;
  // The earliest event of all; its time is kNever if there is none in this epoch. May lay the records out anew.
  virtual Event next() = 0;
  // After an event: the record of this particle is another. Called once all records of the event are.
  virtual void changed(std::uint32_t particle) = 0;
  virtual void changed(std::uint32_t particle, std::uint32_t partner) {
    changed(particle);
    changed(partner);
  }
  // A new epoch: every record is another.
  virtual void all_changed() = 0;
  virtual std::size_t bytes() const = 0;
};

template <int D>
using SchedulerPointer = std::unique_ptr<Scheduler<D>>;

template <int D>
SchedulerPointer<D> make_all_pairs(System<D>& system);
template <int D>
SchedulerPointer<D> make_adaptive_bvh(System<D>& system, double increase, double decrease);
template <int D>
SchedulerPointer<D> make_priority_queue(System<D>& system);
template <int D>
SchedulerPointer<D> make_sweep_and_prune(System<D>& system);
template <int D>
SchedulerPointer<D> make_cell_heap(System<D>& system);
template <int D>
SchedulerPointer<D> make_grid(System<D>& system);

}  // namespace graze::particles
